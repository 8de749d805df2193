#!/usr/bin/env bash
# chardet 2.2.0 (Node 24.21.0): a text of Japanese names and addresses in Shift_JIS, kanji without kana, is `windows-1252` with a confidence of 49;
# `Shift_JIS` follows with 10, however long the text is. One sentence with kana is Shift_JIS with 100. Tables that Excel in Japan saves as
# CSV often have no kana: names, prefectures, companies. `TextDecoder` reads every byte as both, so decoding without a fault proves nothing.
# Seen: `windows-1252 49 Shift_JIS 10 | Shift_JIS 100`
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund chardet@2.2.0 node@24.21.0 >/dev/null
cat >seen.mjs <<'JS'
import { analyse } from 'chardet'
// Tokyo, Osaka, head office: the text decodes to itself, so the bytes are right.
const city = Buffer.from('938c8b9e91e58de3967b8ed00d0a', 'hex')
const table = Buffer.concat(Array.from({ length: 200 }, () => city))
if (!new TextDecoder('shift_jis', { fatal: true }).decode(table).startsWith('東京大阪本社')) throw new Error('bytes')
// "Please check the contents of the contract."
const sentence = Buffer.from('jF+W8Y+RgsyT4JdlgsmCwoKigsSBQYKyim2URoLwgqiK6IKigqKCvYK1gtyCt4FC', 'base64')
const told = (bytes, most) => analyse(bytes).filter(({ name }) => /1252|JIS/.test(name)).slice(0, most).map(({ name, confidence }) => `${name} ${confidence}`)
console.log(told(table, 2).join(' '), '|', told(sentence, 1).join(' '))
JS
seen=$(node_modules/.bin/node seen.mjs)
echo "$seen"
[ "$seen" = 'windows-1252 49 Shift_JIS 10 | Shift_JIS 100' ]
