# Records of a data file (data/*/*.yaml) as rows of an X-macro, for rules that are built with them:
#
#   awk -v row=CLASS -v columns="hp damage" -f src/resolver/records.awk classes.yaml
#
# prints CLASS(ARCHER, archer, 8, "d4+1") for the record of that name. It reads only what our own
# files need: a list of maps, a field a line. Tests read the same files with the real reader.

function print_row(    count, i, column, line) {
    if (name == "") return
    line = row "(" toupper(name) ", " name
    count = split(columns, column, " ")
    for (i = 1; i <= count; i++) {
        if (!(column[i] in value)) {
            print FILENAME ": " name " has no " column[i] > "/dev/stderr"
            exit 1
        }
        line = line ", " (value[column[i]] ~ /^-?[0-9]+$/ ? value[column[i]] : "\"" value[column[i]] "\"")
    }
    print line ")"
}

/^ *- name: / {
    print_row()
    split("", value)
    name = $3
    gsub(/-/, "_", name)
    next
}
/^ +[a-z_]+: / {
    field = $1
    sub(/:$/, "", field)
    value[field] = $2
}
END { print_row() }
