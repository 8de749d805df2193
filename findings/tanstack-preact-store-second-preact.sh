#!/usr/bin/env bash
# @tanstack/preact-table 9.2.4 takes Preact 10 and later, but the store that it depends on, @tanstack/preact-store 0.13.4, has the peer
# dependency ^10.0.0. In an npm workspace whose package depends on Preact 11, npm says nothing, installs Preact 10 beside the store and
# Preact 11 in the package, and hooks of the table find no component: "Cannot read properties of undefined (reading '__H')". In a
# project without workspaces the same packages share one Preact, so what works there breaks when it moves into a workspace. `overrides`
# with one version of Preact helps.
# Seen: two copies in the workspace, one without it, one with `overrides`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
dependencies='"dependencies": { "preact": "11.2.0", "@tanstack/preact-table": "9.2.4" }'
mkdir -p workspace/app overridden/app plain
for name in workspace/app overridden/app plain; do
  echo "{ \"name\": \"app\", \"version\": \"1.0.0\", $dependencies }" >"$name/package.json"
done
echo '{ "name": "root", "private": true, "workspaces": ["app"] }' >workspace/package.json
echo '{ "name": "root", "private": true, "workspaces": ["app"], "overrides": { "preact": "11.2.0" } }' >overridden/package.json
seen=
for name in workspace plain overridden; do
  (cd "$name" && npm install --no-audit --no-fund --loglevel=error >/dev/null 2>&1)
  versions=$(find "$name" -path '*/node_modules/preact/package.json' -exec node -p 'require(process.argv[1]).version' "$folder/{}" \; | sort | xargs)
  seen="$seen$name: $versions; "
done
echo "$seen"
[ "$seen" = 'workspace: 10.29.8 11.2.0; plain: 11.2.0; overridden: 11.2.0; ' ]
