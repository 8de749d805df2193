#!/usr/bin/env bash
# csv-stringify 6.9.0: by default, `true` is written as `1`, `false` as nothing, and a date as its milliseconds, while objects and lists
# become JSON. In the file, `false` cannot be told from null or an empty text, and no reader sees that `1` was a boolean; `String(value)`,
# JSON and other writers (papaparse 5.7.1) give `true`, `false` and ISO 8601. `cast: { boolean: String }` changes it.
# Seen: [true, false, null, date, [1, 2]] is `1,,,0,"[1,2]"` in csv-stringify and `true,false,,1970-01-01T00:00:00.000Z,"1,2"` in papaparse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund csv-stringify@6.9.0 papaparse@5.7.1 >/dev/null
cat >run.mjs <<'JS'
import { stringify } from 'csv-stringify/sync'
import papa from 'papaparse'
const row = [true, false, null, new Date(0), [1, 2]]
console.log(stringify([row]).trim())
console.log(papa.unparse([row]))
console.log(stringify([[true, false]], { cast: { boolean: String } }).trim())
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '1,,,0,"[1,2]"
true,false,,1970-01-01T00:00:00.000Z,"1,2"
true,false' ]
