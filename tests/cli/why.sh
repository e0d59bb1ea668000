#!/bin/sh
# `referee why`: the acts that made a value, as text and as JSON, at any moment.
. tests/cli/program.sh

export REFEREE_DB="$tap_scratch/campaign.db"
"$referee" run data/demo/spire.referee > /dev/null || exit 2

says "why tells hit points by the blow that took them" 0 \
    "Marit: hp is 8
     4  r0   - → 11: Marit joins
    26  r1   11 → 8: Shrike 4 → Marit: d20 [15] + 12 strength = 27 vs AC 26: hit; 1d8 [3]: 3 damage; Marit: 11 → 8 of 11 HP  [5.14 5.15 5.18]" \
    why Marit
says "why tells them as they were before it" 0 \
    "Marit: hp is 11
     4  r0   - → 11: Marit joins" \
    why Marit hp '#18'
says "the encounter may be named" 0 \
    "Marit: hp is 11
     4  r0   - → 11: Marit joins" \
    why Marit '"The Broken Lantern"#18'
says "why tells what made the check of a morale group" 0 \
    "shrikes: group-due is morale check due: shrikes, 2 of 6 fallen
    36  r2   - → morale check due: shrikes, 2 of 6 fallen: morale check due: shrikes, 2 of 6 fallen (25%+)  [5.13]" \
    why shrikes
says "--json tells it as a document" 0 \
    '{"combatant": "Marit", "field": "hp", "value": 8, "at": "\"The Broken Lantern\"#37", "chain": [{"address": "\"The Broken Lantern\"#4", "from": null, "to": 11, "label": "Marit joins", "text": "Marit joins", "rules": ""}, {"address": "\"The Broken Lantern\"#26", "from": 11, "to": 8, "label": "Shrike 4 hits Marit", "text": "Shrike 4 → Marit: d20 [15] + 12 strength = 27 vs AC 26: hit; 1d8 [3]: 3 damage; Marit: 11 → 8 of 11 HP", "rules": "5.14 5.15 5.18"}]}' \
    why Marit --json
says "a text is a text, and what is not set is null" 0 \
    '{"combatant": "Bran", "field": "words", "value": null, "at": "\"The Broken Lantern\"#37", "chain": []}' \
    why Bran words --json

complains "nobody is named" 2 "referee: why needs a combatant or a morale group" why
complains "an unknown combatant is refused with the nearest" 2 "referee: no combatant here is called Marrit; did you mean Marit?" why Marrit
complains "an unknown value is refused" 2 \
    "referee: combatants have no value called strenght; did you mean strength?" why Marit strenght
complains "two values are refused" 2 "referee: why takes one value: hp or score (an address has a #)" why Marit hp score
complains "no such act" 2 \
    'referee: The Broken Lantern has no act #999; `referee log` lists the acts with their numbers' \
    why Marit '#999'
complains "a word too many is refused" 2 \
    "referee: why does not take more: it is referee why COMBATANT | GROUP [VALUE] [ADDRESS]" \
    why Marit hp '#18' more

tap_end
