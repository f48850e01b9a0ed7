# lockwarp sweep --backend slurm without Slurm, and lockwarp merge: bad input. What Slurm does with it
# is tests/slurm/slurm.sh.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
cat >s.yaml <<'END'
groups:
  - {series: a, workloads: [bfs, nn], configs: [apres], scale: tiny, seeds: [1, 2]}
END
sweep=("$lockwarp" sweep s.yaml --db r.db)

refuses slurm_200_no_sbatch 'sbatch cannot be used .*expected Slurm' env PATH=/nonexistent "${sweep[@]}" --backend slurm
[ -e r.db.slurm ] && fail 'made a work folder'
mkdir bin
printf '#!/bin/sh\necho "first"; echo "sbatch: fatal: no cluster" >&2; exit 1\n' >bin/sbatch
chmod +x bin/sbatch
refuses slurm_201_no_cluster 'sbatch: fatal: no cluster' env PATH="$work/bin:$PATH" "${sweep[@]}" --backend slurm
[ "$(sqlite3 -readonly r.db 'SELECT count(*) FROM sweeps')" = 0 ] || fail 'the sweep was entered'
# Four points, each less than the tenth of a second that a point counts as: two in a task.
sed 's/bfs, nn/nn/; s/1, 2/1, 2, 3, 4/' s.yaml >nn.yaml
run slurm_202_dry_needs_no_slurm 0 env PATH=/nonexistent "$lockwarp" sweep nn.yaml --db r.db --backend slurm --dry-run --chunk-seconds 0.25
grep -q '4 runs, 0 done.* 2 tasks of about 0.25 s' out || fail 'expected two tasks'

refuses slurm_210_backend "--backend is 'pbs'; expected local or slurm" "${sweep[@]}" --backend pbs
for option in --sbatch-arg=--time=5 --chunk-seconds=5 --attempts=2 --slurm-dir=x --poll=1 --grace=1; do
    refuses "slurm_211${option%%=*}" "${option%%=*} goes with --backend slurm" "${sweep[@]}" $option
done
slurm=("${sweep[@]}" --backend slurm)
refuses slurm_220_chunk "--chunk-seconds is '0'; expected seconds" "${slurm[@]}" --chunk-seconds 0
refuses slurm_221_chunk_text "--chunk-seconds is '5m'" "${slurm[@]}" --chunk-seconds 5m
refuses slurm_222_attempts "--attempts is '0'; expected a number from 1 to 100" "${slurm[@]}" --attempts 0
refuses slurm_223_poll "--poll is '-1'" "${slurm[@]}" --poll=-1
refuses slurm_224_grace "--grace is 'inf'" "${slurm[@]}" --grace=inf
refuses slurm_225_sbatch_arg "--sbatch-arg is 'x'; expected an option" "${slurm[@]}" --sbatch-arg x
refuses slurm_226_jobs "--jobs is '100001'" "${slurm[@]}" --jobs 100001
refuses slurm_227_local_jobs "--jobs is '257'" "${sweep[@]}" --jobs 257

# What sbatch runs, run by hand.
refuses slurm_230_task_no_folder 'nowhere/tasks' "$lockwarp" sweep --slurm-task nowhere
mkdir t
printf 'quick 0\n0 %064d\n' 0 >t/tasks
refuses slurm_231_task_no_number 'SLURM_ARRAY_TASK_ID is not set' env -u SLURM_ARRAY_TASK_ID "$lockwarp" sweep --slurm-task t
refuses slurm_232_task_number 'SLURM_ARRAY_TASK_ID is 7; expected a number below 1' env SLURM_ARRAY_TASK_ID=7 "$lockwarp" sweep --slurm-task t
cp s.yaml t/sweep.yaml
run slurm_233_task_other_points 2 env SLURM_ARRAY_TASK_ID=0 "$lockwarp" sweep --slurm-task t
grep -q "1 of the task's 1 points are not of this sweep and program" err || fail 'does not say why'
grep -q '^0 0 t: 1 of the task' t/0.end || fail 'does not leave the message'

# Merging.
run slurm_240_first 0 "$lockwarp" sweep s.yaml --db a.db
sed 's/\[1, 2\]/[2, 3]/' s.yaml >u.yaml
run slurm_241_second 0 "$lockwarp" sweep u.yaml --db b.db
run slurm_242_merge 0 "$lockwarp" merge --db all.db a.db b.db
grep -q '^a.db: 4 runs were new' err && grep -q '^b.db: 2 runs were new' err || fail 'expected four and two runs'
[ "$(sqlite3 -readonly all.db 'SELECT count(*) FROM runs')" = 6 ] || fail 'expected six runs'
run slurm_243_sweeps_find_them 0 "$lockwarp" sweep u.yaml --db all.db
grep -q '0 runs made, 4 were there' err || fail 'a merged run was made again'
refuses slurm_244_no_file 'none.db: cannot open: No such file' "$lockwarp" merge --db new.db a.db none.db
[ -e new.db ] || [ -e none.db ] && fail 'made a database'
refuses slurm_245_nothing 'expected databases' "$lockwarp" merge --db new.db
echo text >text.db
run slurm_246_text 2 "$lockwarp" merge --db all.db text.db
grep -q '^lockwarp: text.db: ' err || fail 'does not name the file'
finish
