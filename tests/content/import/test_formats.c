/* The shapes of other programs' files, one by one as they are described: a text for each, and
 * what must be told of it. Each `wants` is a part of what tests/support/import_text.h tells,
 * each `lacks` is none. */
#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "content/import/stat_lines.h"
#include "support/import_text.h"
#include "support/unit.h"

enum reader { LINES, NOTE, YAML, JSON };

enum { WANTS_MAX = 8 };

static const struct shape {
    const char *what;
    enum reader reader;
    const char *text;
    const char *wants[WANTS_MAX];
    const char *lacks;
} shapes[] = {
    /* ---- rules for every reader ---- */
    {"a value that all share is a default",
     JSON,
     "[{\"name\":\"a\",\"hp\":1,\"ac\":11},{\"name\":\"b\",\"hp\":1,\"ac\":12},"
     "{\"name\":\"c\",\"hp\":1,\"ac\":13},{\"name\":\"d\",\"hp\":1,\"ac\":12},"
     "{\"name\":\"e\",\"hp\":1,\"ac\":12},{\"name\":\"f\",\"hp\":1,\"ac\":12},"
     "{\"name\":\"g\",\"hp\":1,\"ac\":12},{\"name\":\"h\",\"hp\":1,\"ac\":12},"
     "{\"name\":\"i\",\"hp\":1,\"ac\":12},{\"name\":\"j\",\"hp\":1,\"ac\":12}]",
     {"hp 1 is the same in all 10: taken as unset"},
     "hp: 1 "},
    {"an empty cell is that of the record above, dashes around it or not",
     JSON,
     "[{\"Name\":\"Ant\",\"Armor Class:\":\"12\",\"Morale:\":\"\xE2\x80\x93 9 \xE2\x80\x93\"},"
     "{\"Name\":\"Bee\",\"Armor Class:\":\"\",\"Morale:\":\"\"}]",
     {"0: Ant", "armor: 12 \"12\" (empty: the one above)",
      "morale: 9 \"– 9 –\" (empty: the one above)"},
     "Name:"},
    {"immune to morale in prose is kept",
     LINES,
     "Wight\nAC 5 [14], HD 3 (13hp)\nImmune to morale checks.\n",
     {"> Immune to morale checks."},
     "morale: 12"},
    {"a trait that is named Morale is no score",
     JSON,
     "[{\"name\":\"Band\",\"hp\":4,\"ac\":12,\"traits\":[{\"name\":\"Morale\",\"desc\":\"All "
     "in "
     "6 hexes hold.\"}]}]",
     {"> Morale: All in 6 hexes hold."},
     "    morale:"},
    {"unset words are kept",
     LINES,
     "Ooze: AC 5 [14], HD 3, hp special, ML Varies, NA N/A, XP -\n",
     {"> hp special", "morale: \"Varies\"", "count: \"N/A\""},
     NULL},
    {"scores by hit dice are alternates with labels",
     LINES,
     "Hydra: AC 5 [14], HD 3, hp 9, ML 1-3 HD: 7;4-6 HD: 8\n",
     {"morale: 7 ", "morale 8: 4-6 HD"},
     NULL},
    {"scores by kind are alternates with labels",
     LINES,
     "Sheep: AC 7 [12], HD 1, hp 4, ML 7 (ewe) 8 (ram)\n",
     {"morale: 7 ", "morale 8: ram"},
     NULL},
    {"a list of scores",
     JSON,
     "[{\"name\":\"Worm\",\"Armor Class\":\"12\",\"Morale\":\"2, 8, 8, 11 (by Hit Dice)\"}]",
     {"morale: 2 ", "morale 8: ", "morale 11: by Hit Dice"},
     NULL},
    {"placeholders are counted",
     JSON,
     "[{\"name\":\"#[CF_tempEntity]\",\"hp\":1,\"ac\":10},{\"name\":\"Imp\",\"hp\":2,\"ac\":11}"
     "]",
     {"0: Imp", "#[CF_tempEntity]: a name that was never filled in"},
     NULL},
    {"template values",
     NOTE,
     "```statblock\nname: Imp\nac: ()\nhp: number\nmorale: string\nstats: [null, null]\n"
     "hit_dice: NaNd8 + 10\n```\n",
     {"armor: \"()\"", "hp: \"number\"", "morale: \"string\"", "hit-dice: \"NaNd8 + 10\""},
     "armor: 0"},
    {"typographic signs",
     LINES,
     "Crow: AC \xE2\x80\x93"
     "1 [20], HD 1\xE2\x80\x93"
     "1, hp 3, MV 90\xE2\x80\xB2 "
     "(30\xE2\x80\xB2), Att 1 \xC3\x97 beak (1d4), ML \xC2\xBD\n",
     {"armor: 20 ", "hit-dice: 1 {1d8-1}", "damage: {1d4}"},
     NULL},
    {"a half hit die",
     LINES,
     "Rat: AC 9 [10], HD \xC2\xBD, hp 2\n",
     {"hit-dice: 0.5 {1d4}"},
     NULL},
    {"a mark of direction",
     NOTE,
     "```statblock\nname: I\xE2\x80\x8Emp\nac: \xE2\x80\x8E"
     "12\nhp: 4\n```\n",
     {"armor: 12 "},
     NULL},
    {"a file names what has no name",
     YAML,
     "hp: 6\narmor: 1\nstr: 12\nwil: 7\n",
     {"1: the file"},
     NULL},

    /* ---- notes ---- */
    {"the block of the description",
     NOTE,
     "```statblock\nimage: ![[bog.png]]\nname: Bog Imp\nalignment: , chaotic\n%%old:\n  - x "
     "%%\n"
     "ac: 6 [13]\nmoral: \"7 (9 with king)\"\njds: [12, 13, 14, 15, 16, (3)]\n"
     "loot: [[Treasure#Type C|C]] + 50gp\nactions:\n  - name: dive: 1 claw\n    desc: "
     "1d4\n```\n",
     {"2: Bog Imp", "armor: 13 ", "morale: 7 ", "morale 9: with king", "treasure: \"C + 50gp\"",
      "dive: 1 claw", "read as a text: alignment: , chaotic"},
     "old:"},
    {"a tag on a quoted scalar",
     NOTE,
     "```statblock\nname: Imp\n\"ac\": !!int \"15\"\n\"hp\": !!int \"7\"\n```\n",
     {"armor: 15 ", "hp: 7 "},
     NULL},
    {"a descending class that is negative",
     NOTE,
     "```statblock\nname: Imp\nac: \"-2 [21]\"\nhp: 7\n```\n",
     {"armor: 21 "},
     NULL},
    {"classes without a gap",
     NOTE,
     "```statblock\nname: Imp\nac: 7(12)\nhp: 7\n```\n",
     {"armor: 12 "},
     NULL},
    {"dice with stars and a bonus",
     NOTE,
     "```statblock\nname: Imp\nac: 5 [14]\nhit_dice: \"8** (+10)\"\nthaco: \"12 [+7]\"\nmoral: "
     "\"9\"\n```\n",
     {"hit-dice: 8 {8d8}", "attack-bonus: 7", "morale: 9 "},
     NULL},
    {"damage of several attacks",
     NOTE,
     "```statblock\nname: Imp\nac: 5 [14]\nattack: \"2 claws / 1 bite\"\ndamage: "
     "\"1d4/1d4/1d6\"\nhp: 4\n```\n",
     {"damage: {1d4} \"1d4/1d4/1d6\"", "attack: \"2 claws / 1 bite\""},
     NULL},
    {"a fence that never ends",
     NOTE,
     "```statblock\nname: Imp\nac: 5 [14]\nhp: 4\n",
     {"2: Imp", "hp: 4 "},
     NULL},
    {"an instance",
     NOTE,
     "```statblock\nmonster: Goblin\n```\n",
     {"shows the creature Goblin"},
     NULL},
    {"a block in a callout",
     NOTE,
     "> ```statblock\n> name: Imp\n> ac: 12\n> hp: 4\n> ```\n",
     {"2: Imp", "armor: 12 "},
     NULL},
    {"pairs as traits",
     NOTE,
     "```statblock\nname: Imp\nac: 12\nhp: 4\ntraits:\n  - [Sly, It hides.]\n  - Plain "
     "words\n```\n",
     {"Sly, It hides.", "> Plain words"},
     NULL},
    {"saves as one-key maps",
     NOTE,
     "```statblock\nname: Imp\nac: 12\nhp: 4\nsaves:\n  - dexterity: 3\n  - wisdom: 1\n```\n",
     {"saves: \"dexterity: 3, wisdom: 1\""},
     NULL},
    {"front matter alone",
     NOTE,
     "---\nstatblock: true\nname: Imp\nac: 12\nhp: 4\n---\nIt laughs.\n",
     {"1: Imp", "> It laughs."},
     NULL},
    {"morale under other keys",
     NOTE,
     "```statblock\nname: Imp\nac: 12\nhp: 4\nML: 8\n```\n",
     {"morale: 8 "},
     NULL},
    {"keys in other scripts",
     NOTE,
     "```statblock\nname: Imp\nac: 12\nhp: 4\nсила: 3\n```\n",
     {"> сила: 3"},
     NULL},
    {"a quoted text that goes on at the margin",
     NOTE,
     "```statblock\nname: Imp\nac: 12\nhp: 4\ndesc: \"It is\nlong.\"\n```\n",
     {"It is long."},
     NULL},
    {"two blocks, one of them refused",
     NOTE,
     "```statblock\nname: Hag\n\tac: [5\nhp: }\n```\n```statblock\nname: Imp\nac: 12\nhp: "
     "4\n```\n",
     {"left out at line 2: Hag: no YAML", "Imp", "hp: 4 "},
     NULL},
    {"data.json of pairs",
     JSON,
     "{\"monsters\":[[\"Imp\",{\"name\":\"Imp\",\"ac\":12,\"hp\":4,\"condition-immunities\":"
     "\"charm\"}]]}",
     {"0: Imp", "condition-immunities: charm"},
     NULL},
    {"encounters of the tracker",
     NOTE,
     "```encounter\nname: Ford\ncreatures:\n  - Goblin\n  - 3: Goblin\n  - \"1\": Ogre, "
     "hidden\n"
     "  - 1d6: Wolf, 5, 15, 2, 25\n  - 2: Thug, friendly\n  - 2: [Hobgoblin, Jim]\n"
     "  - 1: {creature: Witch, name: Nan, hp: 12, ac: 15, mod: 1, xp: 50, hidden: true, ally: "
     "true}\n"
     "  - [[Nar'l Xibrindas]], 5, 14\n```\n",
     {"4 x Goblin", "1 x Ogre", "1d6 x Wolf, hp 5", "2 x Thug, an ally",
      "2 x Hobgoblin called Jim", "1 x Witch called Nan, hp 12, an ally",
      "x Nar'l Xibrindas, hp 5"},
     NULL},
    {"several encounters of one block",
     NOTE,
     "```encounter\nname: One\ncreatures:\n - 1: Imp # two of them\n---\nname: Two\n---\n"
     "name: {{{name}}}\ncreatures:\n - {{{creature}}}\n```\n",
     {"encounter One", "1 x Imp", "encounter Two"},
     NULL},
    {"blocks of clyt",
     NOTE,
     "```clyt\ntemplate: stat-block.ose\nname: Clay\nstats:\n- AC: 4 [15] / 2 [17]\n"
     "- HD: 3 (13hp)\n- Trait: it says: no\n- ML: 8 (10 with leader)\n- XP: \"25 (leader: "
     "75)\"\n"
     "- NA: 0 (1d4 \xC3\x97 10)\n- SV: D12 W13 P14 B15 S16 (NH)\n```\n",
     {"armor: 15 ", "hp: 13 ", "morale: 8 ", "morale 10: with leader", "Trait: it says: no"},
     NULL},
    {"a family of clyt",
     NOTE,
     "```clyt\nname: Hydra\nstats:\n- AC: 5 [14]\n- HD: 3 / 5 / 9* (13 / 22 / 40hp)\n- XP: 35 "
     "/ 175 / 1600\n```\n",
     {"Hydra, 3 HD", "Hydra, 5 HD", "Hydra, 9* HD", "hp: 22 ", "hp: 40 "},
     NULL},

    /* ---- stat lines ---- */
    {"the line of an adventure",
     LINES,
     "Fen Reeve: AC 5 [14], HD 3+1 (15hp), Att 1 x morningstar (1d8), THAC0 16 [+3], MV 90' "
     "(30'), "
     "SV D12 W13 P14 B15 S16 (F3), ML 9, AL C, XP 135, NA 2d4, TT B\n",
     {"1: Fen Reeve", "armor: 14 ", "hit-dice: 3 {3d8+1}", "hp: 15 ", "damage: {1d8}",
      "attack-bonus: 3", "morale: 9 ", "count: {2d4}"},
     NULL},
    {"hit points of each",
     LINES,
     "Reeve (3): AC 5 [14], HD 3, hp 15, 12, 9, ML 9\n",
     {"x3, hit points 15, 12, 9"},
     NULL},
    {"a name above, in bold",
     LINES,
     "**Fen Reeve**\nAC 14[5]; HD 3; hp 9; #AT 2 (claw/claw); D 1d6/1d6\n",
     {"Fen Reeve", "armor: 14 ", "damage: {1d6}"},
     NULL},
    {"Wizardawn",
     LINES,
     "IMP [AC: 5 | HD: 2* | MV: 90` (30`) | THAC0: 18 | ATK: bite | DMG: 1d4 | #APP: 1-4 (2-9) "
     "| SV: "
     "Fighter 2 | ML: 8 | TT: D | NOTES: sly ]\n-- There are 2 in this area [HIT POINTS: 9, "
     "4]\n",
     {"IMP", "armor: 14 ", "hit-dice: 2 {2d8}", "morale: 8 ", "hit points 9, 4"},
     NULL},
    {"Basic Fantasy as text",
     LINES,
     "@@\nFen Newt\nArmor Class: 12\nHit Dice: 1\nMorale: 9 (7)\nXP: 25\n@@\nFen Toad\nArmor "
     "Class: 13\n"
     "Hit Dice: 2\nMorale: 8\nXP:\n",
     {"Fen Newt", "morale 7: ", "Fen Toad", "xp: \"25\" (empty: the one above)"},
     NULL},
    {"a dual-stat campaign",
     LINES,
     "**Imp** \xC3\x97"
     "4: AC 5 [14], HD 2* to 5* (9/13/18 /22hp), Att [2\xC3\x97"
     "claw (1d8), 1\xC3\x97"
     "bite (4d8)] or "
     "breath, ML \xE2\x80\x94, AL CE; XP 135. SA surprise on 1-3.\n",
     {"Imp, 2* HD", "Imp, 5* HD", "hp: 22 ", "alignment: \"CE\"", "SA surprise on 1-3"},
     NULL},
    {"LaTeX",
     LINES,
     "\\monster{imp}{Imp}{Imp||6|1-1|60'|20'||||1|1 claw|1d4|..|Normal Man|7 "
     "(9)|Chaotic|2--5|..}\n",
     {"Imp", "hit-dice: 1 {1d8-1}", "morale: 7 ", "morale 9: ", "alignment: \"Chaotic\"",
      "damage: {1d4}"},
     NULL},
    {"donjon",
     JSON,
     "{\"rooms\":[null,{\"id\":1,\"contents\":{\"detail\":{\"monster\":[\"2 x Imp (cr 1/4, mm "
     "9) and 1 x Ox (cr "
     "1); easy, 100 xp\",\"--\",\"Treasure: 5 gp\"]}}}],\"wandering_monsters\":{\"1\":\"3 x "
     "Rat, hunting\"}}",
     {"encounter room 1", "2 x Imp", "1 x Ox", "Treasure: 5 gp", "encounter wandering 1",
      "3 x Rat"},
     NULL},

    /* ---- Basic Fantasy ---- */
    {"the older list, with a last comma",
     JSON,
     "[{\"name\":\"Ant\",\"armorclass\":\"14 "
     "(11)\",\"hitdice\":\"3+1\",\"attackbonus\":3,\"morale\":\"7 on first "
     "sighting, 12 after engaged\",\"saveas\":\"Fighter: 2\",\"xp\":\"37 (variable)\",},]",
     {"armor: 14 ", "hit-dice: 3 {3d8+1}", "attack-bonus: 3", "morale: 7 ",
      "morale 12: after engaged", "2 commas before a closing bracket"},
     NULL},
    {"an object by name",
     JSON,
     "{\"Ant\":{\"Armor Class\":\"\xE2\x80\x93 15 \xE2\x80\x93\",\"Hit "
     "Dice\":\"8**\",\"Morale\":\"9 (6, 3)\",\"Damage\":[\"1d8\","
     "\"1d6\"],\"XP\":\"1,015\",\"description\":[\"<strong>Big</strong>.\"]}}",
     {"0: Ant", "armor: 15 ", "hit-dice: 8 {8d8}", "morale: 9 ",
      "morale 6: ", "morale 3: ", "> Big."},
     NULL},
    {"a class with a condition",
     JSON,
     "{\"Ant\":{\"Armor Class\":\"16 (m)\",\"Hit Dice\":\"7 (+7)\",\"Morale\":\"1d6+6 (see "
     "below)\"}}",
     {"armor: 16 \"16 (m)\"", "attack-bonus: 7", "a roll, not a score"},
     NULL},
    {"a key that holds its value",
     JSON,
     "[{\"Name\":\"Ant\",\"Armor Class:\":\"15\",\"Save As: Fighter: "
     "1\":\"\",\"Morale:\":\"8\"}]",
     {"saves: \"Fighter: 1\"", "morale: 8 "},
     NULL},
    {"a YAML of variants",
     YAML,
     "name: Ant\nvariants:\n  a: {stats: {armor class: 12, hit dice: 1, morale: 7}}\n  b: "
     "{stats: {armor class: 13, hit "
     "dice: 2, morale: 8}}\nage_categories: [young, old]\n",
     {"Ant, a", "Ant, b", "age_categories: young, old"},
     NULL},
    {"a redirection",
     YAML,
     "name: Ant\ntype: redirect\ntarget: Insect\n",
     {"only says where it is told: Insect"},
     NULL},

    /* ---- Foundry ---- */
    {"an actor with its weapon beside it",
     JSON,
     "{\"_key\":\"!actors!a1\",\"name\":\"Fen "
     "Imp\",\"type\":\"monster\",\"system\":{\"hp\":{\"hd\":\"1d8 / "
     "2\",\"max\":2},\"ac\":{\"value\":6},\"aac\":{\"value\":13},\"thac0\":{\"bba\":0},"
     "\"details\":{\"morale\":\"7\","
     "\"appearing\":{\"d\":\"2d4\",\"w\":\"6d10\"}}},\"items\":[\"w1\"]}\n{\"_key\":\"!actors."
     "items!a1.w1\",\"type\":"
     "\"weapon\",\"name\":\"Hook\",\"system\":{\"damage\":\"1d4+1\"}}\n",
     {"0: Fen Imp", "armor: 13 ", "hit-dice: 0.5 {1d4}", "morale: 7 ", "count: {2d4}",
      "damage: {1d4+1}", "details.appearing.w: 6d10"},
     NULL},
    {"hit dice in parts",
     JSON,
     "{\"name\":\"Ant\",\"type\":\"monster\",\"system\":{\"hitDice\":{\"number\":3,\"size\":"
     "\"d6\",\"mod\":1},\"armorClass\":{"
     "\"value\":14},\"morale\":{\"value\":8}}}",
     {"hit-dice: 3 {3d6+1}", "armor: 14 ", "morale: 8 "},
     NULL},
    {"movement with words",
     JSON,
     "{\"name\":\"Ant\",\"type\":\"monster\",\"system\":{\"hp\":{\"max\":3},\"aac\":{\"value\":"
     "14},\"movement\":{\"base\":120,"
     "\"value\":\"240' Flying\"}}}",
     {"240' Flying", "120"},
     NULL},
    {"an experience with a star, numbers kept as text",
     JSON,
     "{\"name\":\"Ant\",\"type\":\"npc\",\"system\":{\"hp\":{\"hd\":2,\"max\":9},\"ac\":{"
     "\"value\":5,\"dr\":1},\"details\":{"
     "\"morale\":\"0\",\"xp\":\"340*\"},\"na\":\"1:12\"}}",
     {"armor: 14 ", "xp: \"340*\"", "ac.dr: 1", "count: \"1:12\""},
     NULL},
    {"an actor that holds itself",
     JSON,
     "{\"name\":\"Ant\",\"type\":\"npc\",\"system\":{\"hp\":{\"max\":3},\"a\":{\"a\":{\"a\":{"
     "\"a\":{\"a\":{\"a\":{\"a\":{\"hp\":7}}}}}}}}}",
     {"a: hp: 7"},
     NULL},

    /* ---- Shadowdark, Cairn ---- */
    {"Shadowdark in JSON",
     JSON,
     "[{\"name\":\"Ant\",\"level\":\"5/8\",\"ac\":\"15 (mail + "
     "shield)\",\"hp\":\"21/33\",\"attacks\":\"2 barb (near) +3 (1d6) or "
     "1 gaze +2 (1d4)\"}]",
     {"armor: 15 ", "attack-bonus: 3", "damage: {1d6}"},
     NULL},
    {"a line of Cairn",
     LINES,
     "Fen Imp\n7 HP, STR 13, 11 DEX, bite(d6), claws (d6+d6, _blast_), _detachment_\n",
     {"Fen Imp", "hp: 7 ", "strength: 13 ", "11 DEX", "damage: {1d6}", "not told, so 10: WIL"},
     NULL},
    {"another word for will",
     LINES,
     "Mud Man: 4 HP, 8 STR, 9 DEX, 12 MIND, fist (d4)\n",
     {"will: 12 "},
     NULL},
    {"a YAML that is unfinished",
     YAML,
     "hp: 0\narmor: 0\nattacks: []\nstr: 10\n",
     {"hp: \"0\""},
     NULL},

    /* ---- trackers, Open5e, 4AD, Homebrewery ---- */
    {"ids with dots, texts that hold JSON",
     JSON,
     "{\"ImprovedInitiative.Creatures\":\"[\\\"id\\\"]\",\"Creatures.Creatures.srd5.archi."
     "mago\":{\"Name\":\"Mago\",\"HP\":{"
     "\"Value\":9,\"Notes\":\"\"},\"AC\":{\"Value\":12}}}",
     {"0: Mago", "hp: 9 "},
     NULL},
    {"a key of another list",
     JSON,
     "{\"Creature.srd5elk\":{\"Name\":\"Elk\",\"HP\":{\"Value\":13,\"Notes\":\"(2d10+2)\"},"
     "\"AC\":{\"Value\":10,\"Notes\":\"\"}}}",
     {"0: Elk", "hp: 13 ", "hit-dice: 2 {2d10+2}"},
     NULL},
    {"creatures by their ids",
     JSON,
     "{\"a1\":{\"name\":\"Ant\",\"ac\":12,\"hit_dice\":\"1\"},\"a2\":{\"name\":\"Bee\",\"ac\":"
     "13,"
     "\"hit_dice\":\"1\"}}",
     {"0: Ant", "0: Bee"},
     NULL},
    {"a bare list of stat blocks",
     JSON,
     "[{\"Name\":\"Ant\",\"HP\":{\"Value\":3,\"Notes\":\"(1d6)\"},\"AC\":{\"Value\":11}}]",
     {"0: Ant", "hit-dice: 1 {1d6}"},
     NULL},
    {"Open5e",
     JSON,
     "[{\"model\":\"x\",\"pk\":\"srd_ant\",\"fields\":{\"name\":\"Ant\",\"armor_class\":17,"
     "\"hit_points\":135,\"hit_dice\":"
     "\"18d10+36\",\"challenge_rating\":\"10.000\"}}]",
     {"0: Ant", "armor: 17 ", "hit-dice: 18 {18d10+36}", "hp: 135 ",
      "challenge_rating: 10.000"},
     NULL},
    {"foes of 4AD",
     JSON,
     "{\"vermin\":[{\"name\":\"Rat\",\"level\":1,\"count\":\"d6+1\",\"morale\":-1},{\"name\":"
     "\"Fog\",\"level\":\"HCL+1\","
     "\"count\":\"Tier+2\",\"morale\":\"never\"}]}",
     {"count: {1d6+1}", "morale-modifier: -1", "level: \"HCL+1\"", "count: \"Tier+2\"",
      "morale-modifier: 99"},
     NULL},
    {"Homebrewery",
     LINES,
     "___\n>## Ant\n>*Small beast*\n>- **Armor Class** 15 (hide)\n>- **Hit Points** 7 "
     "(2d6)\n>- **Speed** 30 ft.\n>|STR|DEX|\n>|"
     "12 (+1)|10 (+0)|\n> **Skills** Stealth +2\n",
     {"Ant", "armor: 15 ", "hp: 7 {2d6}"},
     NULL},
};

static void read_shape(struct import *import, const struct shape *shape)
{
    struct str text = str_of(shape->text);
    switch (shape->reader) {
    case LINES:
        stat_lines_read(import, text);
        break;
    case NOTE:
        notes_read(import, text, str_of("the file"));
        break;
    case YAML:
        notes_read_yaml(import, text, str_of("the file"));
        break;
    case JSON:
        json_records_read(import, text);
        break;
    }
    import_finish(import);
}

static void test_formats__each_shape_is_whole_or_told(void **state)
{
    static unsigned char memory[8 << 20];
    static char bytes[64 * 1024];
    int missing = 0;
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const struct shape *shape = &shapes[i];
        struct arena arena;
        struct import import;
        struct text told = text_over(bytes, sizeof bytes);
        arena_init(&arena, memory, sizeof memory);
        assert_true(import_begin(&import, &arena));
        read_shape(&import, shape);
        import_text_add(&told, &import);
        bool is_whole = shape->lacks == NULL || strstr(bytes, shape->lacks) == NULL;
        for (int k = 0; k < WANTS_MAX && shape->wants[k] != NULL; k++) {
            if (strstr(bytes, shape->wants[k]) == NULL) {
                print_error("%s: \"%s\" is missing\n", shape->what, shape->wants[k]);
                is_whole = false;
            }
        }
        if (!is_whole) {
            print_error("%s is told as\n%s\n", shape->what, bytes);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats__each_shape_is_whole_or_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
