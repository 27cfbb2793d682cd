# SPDX-License-Identifier: MIT
# The program over MPI: the same answers for every number of ranks; a rank that dies ends the job and leaves no file; a job
# in a folder goes on from the rounds that are closed. Where the program was built with EDGELDP_MPI.
source "$(dirname "$0")/../support/cli.sh"
mpi=$(dirname "$edgeldp")/edgeldp-mpi
[[ -x $mpi ]] && command -v mpirun >/dev/null || exit 77
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_rmaps_base_oversubscribe=1
rm -rf work && mkdir work && cd work || exit 1
job() { timeout 100 mpirun -np "$1" "$mpi" "${@:2}"; }
plain() { sed -E 's/"(seconds|peak_memory_bytes|cpu_seconds)":[0-9.e+-]+//g' <<<"$1"; }

expect 0 "a graph" "$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 --seed 3 -o g.ecsr
printf '0 1\n' >two.txt
for command in "triangles g.ecsr" "triangles g.ecsr --codec ppr --epsilon 1,2 --runs 2" "cycles g.ecsr --length 4" \
  "degrees g.ecsr --clustering" "degrees two.txt"; do
  expect 0 "$command" "$edgeldp" $command --seed 7 --json
  whole=$(plain "$out")
  for ranks in ${ranks_of:-1 2 3 4 8}; do
    expect 0 "$command on $ranks ranks" job $ranks $command --seed 7 --json
    same "$command on $ranks ranks" "$(plain "$out")" "$whole"
    same "ranks that say what they did" "$(grep -c '^rank [0-9]*: .* list entries and bits' <<<"$err")" $ranks
  done
  ranks_of=3 # all of them for the first command alone
done
expect 0 "quiet" job 2 triangles g.ecsr --seed 7 --quiet
lacks "quiet" "$err" "rank 1"
expect 0 "the system's coins" job 3 triangles g.ecsr --json
contains "the system's coins" "$out" '"private":true,"simulated":false'
expect 0 "a release" "$edgeldp" release g.ecsr --seed 7 -o whole.eldp
expect 0 "a release on ranks" job 3 release g.ecsr --seed 7 -o parts.eldp
cmp whole.eldp parts.eldp || fail "a release by ranks is another file"
expect 0 "what asks nobody" job 2 info g.ecsr --json
same "what asks nobody" "$(wc -l <<<"$out")" 1

# Faults are told once, and end the job.
expect 2 "no such option" job 3 triangles g.ecsr --sed 7
same "no such option" "$(grep -c -e '--sed' <<<"$err")" 1
expect 3 "no such file" job 2 triangles nowhere.ecsr
expect 3 "no room for the file" job 2 release g.ecsr --seed 7 -o /dev/full

# A rank is killed while it plays: its job fails, nothing is under the final name, and the next job goes on.
expect 0 "a larger graph" "$edgeldp" dataset generate affiliation --nodes 60000 --edges 600000 --seed 3 -o large.ecsr
expect 0 "all at once" "$edgeldp" release large.ecsr --seed 7 -o whole.eldp
mpirun -np 3 "$mpi" release large.ecsr --seed 7 -o killed.eldp --rounds-in run >killed.out 2>&1 &
job=$!
for ((i = 0; i < 400; ++i)); do
  [[ -e run/0.0.call ]] && break
  sleep 0.02
done
pkill -KILL -n -f "$mpi release large.ecsr" || fail "no rank to kill"
wait $job && fail "a job whose rank was killed ends as if it had not"
[[ ! -e killed.eldp ]] || fail "a killed job leaves a release"
expect 0 "goes on" job 2 release large.ecsr --seed 7 -o killed.eldp --rounds-in run
cmp whole.eldp killed.eldp || fail "a release that was interrupted is another file"
finish
