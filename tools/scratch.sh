#!/bin/sh
# Names a folder for what the tests write and throw away: in memory where there is room for it and
# programs may run from it, because thousands of small databases are written to the disk for good.
set -eu
memory=/dev/shm
room_kb() { df -Pk "$memory" | awk 'NR == 2 { print $4 }'; }
free_kb() { awk '/^MemAvailable/ { print $2 }' /proc/meminfo; }
may_run() { awk -v where="$memory" '$2 == where { print $4 }' /proc/mounts | grep -qv noexec; }

if [ -w "$memory" ] && may_run && [ "$(room_kb)" -gt 3000000 ] && [ "$(free_kb)" -gt 6000000 ]; then
    echo "$memory"
else
    echo "${TMPDIR:-/tmp}"
fi
