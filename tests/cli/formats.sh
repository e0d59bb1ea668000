# The examples of `help formats`: each is taken as it stands.
. tests/cli/program.sh

run_referee help formats
cp "$tap_scratch/out" "$tap_scratch/formats"
# An example begins with a comment that names its file, two columns in, and ends with an empty line.
awk -v folder="$tap_scratch/" '
    /^  # [a-z.]+$/ {file = folder $2}
    /^$/ {file = ""}
    file != "" {print substr($0, 3) > file}' "$tap_scratch/formats"
for file in marsh.yaml fog.yaml weir.yaml ford.referee wary.yaml keys settings.yaml part.yaml; do
    holds "there is an example of $file" test -s "$tap_scratch/$file"
done

export XDG_DATA_HOME=$tap_scratch/data XDG_CONFIG_HOME=$tap_scratch/config
campaign=$tap_scratch/c.db
run_referee library add "$tap_scratch/marsh.yaml" --system trilemma
holds "the kinds are taken" test "$code" -eq 0
run_referee library add "$tap_scratch/fog.yaml"
holds "the table is taken" test "$code" -eq 0
run_referee run "$tap_scratch/ford.referee" --db "$campaign"
holds "the script runs" test "$code" -eq 0
mkdir -p "$XDG_DATA_HOME/referee/policies/trilemma" "$XDG_CONFIG_HOME/referee"
cp "$tap_scratch/wary.yaml" "$XDG_DATA_HOME/referee/policies/trilemma/"
cp "$tap_scratch/keys" "$tap_scratch/settings.yaml" "$XDG_CONFIG_HOME/referee/"
run_referee import "$tap_scratch/part.yaml" --db "$campaign"
holds "what was written of a campaign is taken" grep -qx '3 taken, 0 merged, 0 left out' "$tap_scratch/out"
input="read-encounter $tap_scratch/weir.yaml\nstart Weir 2 roll\nadd marsh-hound 3\nconsult fog 4 4\npolicy party wary\nsettings\nstart Mill\ndo burn g1\n"
run_referee run - --db "$campaign"
input=
holds "the encounter begins, with a kind and a table of one's own" test "$code" -eq 0
holds "the settings are read" grep -q '^\* theme  *light' "$tap_scratch/out"
holds "no mistake is told" test ! -s "$tap_scratch/err"

printf '{"name": "goblin", "hp": 7}\n' > "$tap_scratch/foreign.json"
complains "a file of another program points there" 2 \
    'referee: foreign.json has mistakes in every game: name its game, such as --system trilemma; `help formats` shows the shape of each file' \
    library check "$tap_scratch/foreign.json"
run_referee help reinforcements
holds "everyday words find what to do" grep -q '^Reinforcements (running): `#` makes a counter' "$tap_scratch/out"
run_referee help second screen
holds "two words too" grep -q '^A second screen (running): `referee players`' "$tap_scratch/out"
tap_end
