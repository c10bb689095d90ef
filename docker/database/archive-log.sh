#!/bin/sh
# archive_command of the database: archive-log.sh FILE TARGET (docs/operations.md, 'To a moment'). Keeps a piece of the log, packed. When it
# fails, PostgreSQL keeps the piece, tries again every minute, and the alert PortalArchiveStands rings.
set -eu
file=$1 target=$2
keep_free=${ARCHIVE_KEEP_FREE_MB:-5000}
if [ -e "$target" ]; then
  # The server went down before it had noted this; anything else is a piece of another server.
  gunzip < "$target" | cmp --silent - "$file" && sync "${target%/*}" && exit 0
  echo "$target is there already, with another content" >&2
  exit 1
fi
free=$(df --output=avail --block-size=1M "${target%/*}" | tail -n 1 | tr -d " ")
if [ "$free" -lt "$keep_free" ]; then
  echo "only $free MB free for the archive, $keep_free are kept" >&2
  exit 1
fi
gzip -1 < "$file" > "$target.part"
sync "$target.part"
mv "$target.part" "$target"
# PostgreSQL forgets the piece once this says that it is kept: its name has to outlive a power cut too.
sync "${target%/*}"
