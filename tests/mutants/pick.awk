# Decides which changes of rule code are tried. Prints one line for each, with tabs between: what it
# is (known, equivalent or picked), path, line number, function, the line before, the line after.
#
#   awk -f pick.awk KNOWN EQUIVALENT CHANGES
#
# CHANGES is what mutate prints, sorted. Entries of KNOWN and EQUIVALENT stand between empty lines:
#
#   src/games/trilemma/shooting.c: other_of
#   - if (several > 1) {
#   + if (several > 2) {
#   Why it is here, in as many lines as it takes.
#
# The known ones come first, then the picked ones; an equivalent one is picked like others, and
# marked. It fails when an entry fits no line of the source any more, or has no reason.
BEGIN { FS = OFS = "\t" }

function complain(why) {
    print list ": " why ": " place " - " before > "/dev/stderr"
    is_wrong = 1
}

# Ends an entry of a list.
function keep() {
    if (place != "") {
        entries++
        entry_list[entries] = list
        is_known[entries] = list == ARGV[1]
        entry_place[entries] = place
        entry_before[entries] = before
        entry_after[entries] = after
        number[place, before, after] = entries
        if (before == "" || after == "" || reason == "") complain("no change, or no reason")
    }
    place = before = after = reason = ""
}

FNR == 1 {
    keep()
    list = FILENAME
}
FILENAME != ARGV[3] && /^#/ { next }
FILENAME != ARGV[3] && /^$/ { keep(); next }
FILENAME != ARGV[3] {
    if (place == "") place = $0
    else if (/^- /) before = substr($0, 3)
    else if (/^\+ /) after = substr($0, 3)
    else reason = reason $0
    next
}

{
    place = $3 ($5 != "" ? ": " $5 : "")
    line[place, $6] = $4
    n = number[place, $6, $7]
    if (n) is_found[n] = 1
    if ($2 == "picked" && !(n && is_known[n]))
        rows[++picked] = (n ? "equivalent" : "picked") OFS $3 OFS $4 OFS $5 OFS $6 OFS $7
}

END {
    for (n = 1; n <= entries; n++) {
        place = entry_place[n]
        before = entry_before[n]
        list = entry_list[n]
        if (is_known[n] ? !((place, before) in line) : !is_found[n])
            complain("nothing in the source is like this")
        else if (is_known[n]) {
            path = function_name = place
            sub(/: .*/, "", path)
            sub(/^[^:]*(: )?/, "", function_name)
            print "known", path, line[place, before], function_name, before, entry_after[n]
        }
    }
    for (i = 1; i <= picked; i++) print rows[i]
    exit is_wrong
}
