#include "bench/big_fight.h"

#include <stdio.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "bench/measure.h"
#include "store/campaign_file.h"

const char big_fight_keys[] =
    "Down Down Down Up End PageUp PageUp PageDown Esc Home g Esc Tab Tab a text:15 Enter "
    "text:4 "
    "Enter "
    "n Down d text:3 Enter u C-r e text:-2d6 Esc m Tab a text:14 Esc : text:heal Down Esc "
    "? Down Space Esc h text:2 Esc n "
    "l Up Up Enter PageUp Esc U Down PageDown Esc T Down Esc Enter Down Tab Esc Esc N Tab Esc "
    "Esc "
    "* * * d text:3 Enter u _ Down End Home _ Right Left ";

struct sitting *big_fight_open(char path[CAMPAIGN_PATH_SIZE], int combatants)
{
    char line[160];
    campaigns_copy(path, 0);
    struct sitting *sitting = campaigns_open(path);
    struct error err;
    bench_need(db_run_script(sitting->campaign->db, "PRAGMA synchronous = OFF", &err) ==
                   STATUS_OK,
               "the campaign");
    campaigns_do(sitting, "encounter \"many\" system=trilemma");
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line,
                 "add %d hero side=party strength=14 wits=12 armour=4 hp=1000 damage=1d6",
                 combatants / 4);
        campaigns_do(sitting, line);
        snprintf(line, sizeof line,
                 "add %d shrike strength=12 wits=12 ac=22 damage=1d8 hp=1000", combatants / 4);
        campaigns_do(sitting, line);
    }
    campaigns_do(sitting, "initiative");
    return sitting;
}
