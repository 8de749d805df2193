#!/usr/bin/env bash
# cron-parser 5.10.5: with `tz`, `prev()` skips a daily time that falls into the hour that clocks skip, and returns both of the times
# that they show twice, while `next()` returns one on each of these days. Where clocks change by half an hour (Australia/Lord_Howe),
# `next()` of an hourly expression throws. Schedulers that ask `prev()` whether a job is due, as pg-boss 12 does, leave out the job in
# spring and run it twice in autumn.
# Seen: 29 March 2026 has a run by `next()` and none by `prev()`; 25 October 2026 has one by `next()` and two by `prev()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund cron-parser@5.10.5 >/dev/null
cat >run.mjs <<'JS'
import { CronExpressionParser } from 'cron-parser'
const tz = 'Europe/Berlin'
const runs = (way, from, day) => {
  const times = CronExpressionParser.parse('30 2 * * *', { tz, currentDate: new Date(from) })
  return [1, 2, 3, 4].map(() => times[way]().toDate().toISOString()).filter((time) => time.startsWith(day)).length
}
let lordHowe = 'found'
try {
  const times = CronExpressionParser.parse('0 * * * *', { tz: 'Australia/Lord_Howe', currentDate: new Date('2026-04-01T00:00:00Z') })
  for (let count = 0; count < 200; count++) times.next()
} catch (error) {
  lordHowe = error.message
}
console.log(JSON.stringify({
  spring: [runs('next', '2026-03-27T12:00:00Z', '2026-03-29'), runs('prev', '2026-03-31T12:00:00Z', '2026-03-29')],
  autumn: [runs('next', '2026-10-23T12:00:00Z', '2026-10-25'), runs('prev', '2026-10-27T12:00:00Z', '2026-10-25')],
  lordHowe,
}))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"spring":[1,0],"autumn":[1,2],"lordHowe":"Invalid expression, loop limit exceeded"}' ]
