#!/bin/sh
# Copies the PostgreSQL database and the key of a server into a folder, and deletes copies that are too old.
set -eu
umask 077
folder=${HAT_COPIES:-/copies}
key=${HAT_DATA:-/data}/secret.key
name=$folder/hat-$(date -u +%Y-%m-%dT%H%M%S)

# The server makes the key when it starts for the first time, unless it was given one.
until [ -n "${BAYESHAT_SECRET_KEY:-}" ] || [ -s "$key" ]; do sleep 1; done
# It has its name once it is whole.
pg_dump --format=custom --file="$name.part"
if [ -n "${BAYESHAT_SECRET_KEY:-}" ]; then
    printf %s "$BAYESHAT_SECRET_KEY" >"$name.key"
else
    cp "$key" "$name.key"
fi
mv "$name.part" "$name.dump"
find "$folder" -name 'hat-*' -type f -mtime +"${HAT_KEEP_DAYS:-14}" -delete
echo "copied to $name.dump"
