/* The data of an open campaign. Only app includes this: each module has its own part of the
 * work, and its functions in a header of its own.
 *
 *   state                the present: where the campaign stands, the newest lines of its log
 *   rules                what can be looked up
 *   decision             one line decided, or what one encounter takes over from another
 *   odds                 the odds of a line
 *   changes              changes outside the fights, taken back
 *   asked                what a line only asks
 *   commands             the commands of the application
 *   sitting              opening, running, closing, and work for idle moments
 *
 * Each knows only those of lines above its own. */
#ifndef REFEREE_APP_SITTING_DATA_H
#define REFEREE_APP_SITTING_DATA_H

#include "app/log/log_line.h"
#include "app/settings/program_settings.h"
#include "app/sitting/act_blocks.h"
#include "app/sitting/act_odds.h"
#include "app/sitting/result.h"
#include "resolver/request.h"
#include "store/campaign.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "tracker/library.h"

/* A check is a roll of a few dice. */
enum { CHANCE_MEMORY_SIZE = 256 << 10 };

/* RULE_TEXTS_MEMORY_SIZE of content/rule_texts.h. */
enum { RULES_MEMORY_SIZE = 192 << 10 };

/* What is known about automatic copies; zeroed: nothing. */
struct sitting_backup_work {
    struct backup *backup;        /* the copy in the making; NULL: none */
    char path[CAMPAIGN_PATH_MAX]; /* its path */
    int64_t begun_ms;             /* when the last one was begun; 0: none */
    bool has_looked;              /* for a copy of an earlier sitting */
    bool has_copy;                /* there is a copy of this campaign, */
    int64_t rows, begun_rows;   /* in the newest copy, and when the one being made was begun */
    bool has_failed;            /* already reported */
    int64_t seen_rows, seen_ms; /* the number of rows, and since when it is unchanged */
};

struct sitting {
    struct campaign *campaign;
    char path[4096];
    char why_read_only[ERROR_TEXT_SIZE]; /* the error of opening it for writing */
    int64_t (*now_ms)(void);
    int64_t (*steady_ms)(void); /* a clock that nobody sets; NULL: none */
    int64_t clock_ms,
        clock_steady_ms; /* both when they were last compared (clock.h); 0: never */
    struct program_settings *settings;
    struct program_settings *own_settings; /* when none were given; else NULL */
    /* Every command in an encounter of a system: sitting_commands_of, which is in a higher
     * module than this. */
    int (*commands_of)(const struct system *system, struct made_commands *made,
                       const struct command_def **out, int most);
    /* Makes a campaign of the lines of a script: app/sitting/sitting.h has it. */
    enum status (*play_script)(struct sitting *like, const char *path, struct str lines,
                               struct error *err);
    bool has_seed; /* `seed` is for new campaigns */
    uint64_t seed;
    bool has_tables;              /* whether reading them was tried */
    struct table_library *tables; /* NULL: they could not be read */
    struct error tables_error;    /* why */
    bool reads_records;           /* sitting_need_files was called */
    /* the system whose records were read, or tried; NULL: none */
    const struct system *library_system;
    struct record_library *library;  /* NULL: not read yet */
    struct error library_error;      /* the first mistake in a file; else OK */
    struct error kinds_unread;       /* why kinds of the campaign are missing in it; else OK */
    int64_t library_newest;          /* the newest change of a kind when it was read */
    int64_t kinds_looked_at;         /* campaign_written when newer ones were looked for last */
    struct library_reading *reading; /* the next library; NULL: none is being read */
    struct roster *roster;           /* of the open encounter's game; NULL: not read yet */
    struct kind_search *kind_search; /* over that library; NULL: not searched yet */
    struct encounter_row encounter;  /* id 0: none; the first act makes one, */
    int64_t next_encounter;          /* of this id */
    struct position position;
    struct state state;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    char undo_label[CAMPAIGN_LABEL_SIZE];
    char redo_label[CAMPAIGN_LABEL_SIZE];
    struct log_line line[SITTING_LOG_LINES];
    int lines;
    bool lines_reach_start; /* there is none before them */
    bool has_only_first;    /* others are still to be read, in an idle moment */
    bool wants_snapshot;
    bool wants_rest_snapshot; /* there were acts since the table last rested */
    bool has_told_damage;
    char notice[ERROR_TEXT_SIZE + 400];
    bool wants_tidying; /* there were acts since sitting_tidy */
    /* Memory for the next look into the past, which the system hands out too slowly for a key;
     * NULL: a look has it, or it is still to be made, in an idle moment. */
    struct sitting *room_to_look;
    bool has_made_room;
    /* What `look` showed last, to go on from there while the encounter has not changed. */
    bool has_looked;
    int64_t looked_encounter;       /* whose past it was */
    int64_t looked_at, looked_from; /* that act, and the encounter's head then */
    /* Since when the table has been quiet, on the clock of sitting_idle; not known right after
     * a line. */
    bool is_quiet;
    int64_t quiet_since_ms;
    struct verification *verification; /* of the file, while it runs; NULL: it does not */
    struct snapshot_filling
        *snapshots;          /* of the past, while they are made; NULL: they are not */
    bool has_snapshots;      /* they were */
    bool is_looked_over;     /* it came to its end */
    int64_t looked_over_row; /* the newest one when it began */
    int faults;              /* faults found so far */
    bool has_idle_news;
    char idle_news[ERROR_WHERE_SIZE + ERROR_TEXT_SIZE];
    struct sitting_backup_work copies;
    /* Facts of listed encounters (app/encounters/encounters), by id - 1. */
    struct cached_facts *cached_facts;
    int64_t cached_facts_room;
    bool wants_facts;                          /* some are still to be read, in idle moments */
    struct chronicle_log *chronicle;           /* NULL: nothing of it was read yet */
    bool wants_chronicle;                      /* more of it is to be read, in idle moments */
    struct evenings_filling *evenings_filling; /* NULL: none yet */
    bool wants_search;   /* a word was looked for: its index is filled then */
    bool wants_sums;     /* figures were asked for: their sums are kept up then */
    int64_t checked_row; /* the log was checked up to it since figures were taken from sums, */
    int64_t checked_encounter, checked_head; /* and the way of one encounter; 0: of none */
    struct figures_filling
        *filling;            /* of those; NULL: none yet (app/figures/figures_reading.h) */
    bool has_read_chronicle; /* and some was, since somebody asked */
    /* Facts of prepared encounters (app/prepared/prepared). */
    struct cached_prepared *cached_prepared;
    int cached_prepared_count;
    bool wants_prepared_facts;
    char *pasted;    /* the text that `import pasted` means; NULL: nothing was pasted */
    bool needs_load; /* what is in memory of the open encounter is not all of it */
    bool asks;       /* whether the running line may ask */
    /* Odds of one line, or of one pair, until the state changes. */
    bool has_odds;
    int odds_actor, odds_target; /* 0: of the line */
    char odds_line[COMMAND_LINE_MAX + 1];
    struct result odds_result;
    struct arena odds_arena;
    /* The chance of one check, until the state changes. */
    struct pending chance_of; /* with an empty command: not known yet */
    const char *chance_name;  /* NULL: it has none */
    double chance;
    /* Everything together that waits for a combatant, by id, until the state changes. */
    bool knows_together[COMBATANTS_MAX + 1];
    struct together together[COMBATANTS_MAX + 1];
    /* The rule texts, once they are needed. */
    const struct system *rule_texts_of; /* NULL: not read yet */
    struct rule_texts rule_texts;
    bool is_recorded; /* the present decision is for the log, if it is done */
    /* Scratch for the running command. */
    struct decision decision;
    bool is_decided_on;        /* the decision began on `state`, which is unchanged since */
    bool has_read;             /* `read` is a line as it reads on `state` */
    struct read_line *read;    /* NULL: there was none yet */
    struct act_blocks scratch; /* sitting_scratch */
    /* Chances that the log keeps with rolls, including those that a screen has shown. */
    struct known_chances chances;
    /* Memory of what is above, and of `chances` at its end: written before it is read. It alone
     * stands behind `chances`, see clear in app/log/past.c. */
    struct line_odds odds;                       /* if has_odds */
    struct log_line act_line[SITTING_LOG_LINES]; /* of one act, while it is read */
    unsigned char odds_memory[ODDS_MEMORY_SIZE];
    unsigned char chance_memory[CHANCE_MEMORY_SIZE];
    unsigned char rule_texts_memory[RULES_MEMORY_SIZE];
    unsigned char text_memory[DECISION_TEXT_SIZE];
};

#endif
