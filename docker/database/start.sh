#!/bin/bash
# Starts the database in production, with its log archived. New volumes belong to root.
set -eu
chown postgres: /archive /backup
exec docker-entrypoint.sh postgres -c archive_mode=on -c archive_timeout=60s \
  -c 'archive_command=sh /opt/preisportal/archive-log.sh %p /archive/%f.gz'
