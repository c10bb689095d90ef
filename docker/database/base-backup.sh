#!/bin/sh
# base-backup.sh [BACKUPS ARCHIVE]: a base backup named by its end in UTC; keeps the newest two, and of the log what these need
# (docs/operations.md, 'To a moment'). One that breaks off leaves a folder .part, which the next one removes.
set -eu
backups=${1:-/backup} archive=${2:-/archive}
rm -rf "$backups/new.part"
pg_basebackup --checkpoint=fast --wal-method=none --pgdata="$backups/new.part"
pg_verifybackup --no-parse-wal "$backups/new.part"
mv --no-target-directory "$backups/new.part" "$backups/$(date -u +%FT%H-%M-%SZ)"
ls -d "$backups"/*Z | head -n -2 | while read -r old; do rm -r "$old"; done
oldest=$(ls -d "$backups"/*Z | head -n 1)
pg_archivecleanup -x .gz "$archive" "$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$oldest/backup_label")"
