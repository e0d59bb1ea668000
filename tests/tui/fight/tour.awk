# Shows the frames of a tour (separated by form feeds) one after the other, each for `seconds`.
BEGIN { RS = "\f" }
NR > 2 && seconds > 0 { printf "\033[H\033[2J" }
NR > 2 { printf "%s\n", frame; fflush() }
NR > 2 && seconds > 0 { system("sleep " seconds) }
{ frame = $0 }
