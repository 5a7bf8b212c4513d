#!/bin/sh
# A private PostgreSQL server for the database suites: its own port, its own data in DIR, this machine only.
#   postgres.sh start DIR   prints its connection string, for LOCAL_POSTGRES_URL
#   postgres.sh stop DIR    ends it; DIR can then be removed
# Installs Debian's postgresql when there is none and this user may.
set -eu

usage() {
  echo "usage: postgres.sh start|stop DIR" >&2
  exit 2
}

server_binaries() {
  ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1
}

# PostgreSQL refuses to run as root.
as_server_user() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
  else
    "$@"
  fi
}

start() {
  if [ -z "$(server_binaries)" ]; then
    { apt-get update && apt-get install -y --no-install-recommends postgresql; } >&2 ||
      { echo "PostgreSQL is missing and could not be installed: apt-get install postgresql" >&2; exit 1; }
  fi
  bin=$(server_binaries)
  mkdir -p "$dir"
  chmod 755 "$dir"
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  mkdir "$dir/server"
  printf %s "$password" > "$dir/server/password"
  chmod 600 "$dir/server/password"
  if [ "$(id -u)" -eq 0 ]; then chown -R postgres "$dir/server"; fi
  cd "$dir/server"
  as_server_user "$bin/initdb" -D "$dir/server/data" -U postgres -A scram-sha-256 \
    --pwfile="$dir/server/password" -E UTF8 --locale=C.UTF-8 --no-sync > "$dir/server/initdb.log" 2>&1
  # Compiling a plan takes longer than it saves on tables of a few rows.
  as_server_user "$bin/pg_ctl" -D "$dir/server/data" -l "$dir/server/log" -w \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='$dir/server' -c fsync=off -c jit=off" start >&2
  echo "postgres://postgres:$password@127.0.0.1:$port/postgres"
}

stop() {
  cd "$dir/server"
  as_server_user "$(server_binaries)/pg_ctl" -D "$dir/server/data" -m fast -w -s stop >&2
  rm -rf "$dir/server"
}

[ $# -eq 2 ] || usage
mkdir -p "$2"
dir=$(cd "$2" && pwd)
case $1 in
  start) start ;;
  stop) stop ;;
  *) usage ;;
esac
