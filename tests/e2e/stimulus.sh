# Stimulus files of lockwarp cosim: what is damaged is refused with its name. Run where the RTL
# engines were built.
. "$(dirname "$0")/lib.sh"
for file in s.stim s.stim.zst; do
    run "stimulus_101_recorded_$file" 0 "$lockwarp" cosim -u abyp.table -n 2000 --exact \
        --geometry small --record $file
    run "stimulus_102_replayed_$file" 0 "$lockwarp" cosim -u abyp.table --exact \
        --geometry small --stimulus $file
    size=$(stat -c %s $file)
    for keep in 0 3 20 $((size / 2)) $((size - 1)); do
        head -c $keep $file >cut.$file
        refuses "stimulus_201_cut_${keep}_$file" "cut.$file:" "$lockwarp" cosim -u abyp.table \
            --exact --geometry small --stimulus cut.$file
    done
done
refuses stimulus_301_missing 'nosuch.stim: ' "$lockwarp" cosim -u abyp.table --stimulus nosuch.stim
refuses stimulus_302_other_unit 's.stim:2: ' "$lockwarp" cosim -u common.fifo --exact \
    --geometry small --stimulus s.stim
head -c 4096 /dev/zero >zero.stim
refuses stimulus_303_no_stimulus 'zero.stim:1:' "$lockwarp" cosim -u abyp.table --stimulus zero.stim
refuses stimulus_304_unknown_unit "nosuch" "$lockwarp" cosim -u nosuch
finish
