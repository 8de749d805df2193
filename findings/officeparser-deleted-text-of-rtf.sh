#!/bin/sh
# officeparser 8.1.1: Text that a tracked change has deleted is part of the text of an RTF file, and so is hidden text.
# RTF 1.9.1, character properties: \deleted is a revision that deletes text, \v is hidden text. Its readers of DOCX and ODT leave deleted text out.
# By the specification: "The price is 12 euros".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact officeparser@8.1.1
cat >try.mjs <<'JS'
import { OfficeParser } from 'officeparser'
const rtf = String.raw`{\rtf1\ansi{\*\revtbl{Unknown;}{Ann;}}The price is {\deleted\revauthdel1 10 }{\revised\revauth1 12} euros{\v secret}\par}`
const { content } = await OfficeParser.parseOffice(Buffer.from(rtf))
console.log(content.map(({ text }) => text).join('\n'))
JS
cat >expected.txt <<'TEXT'
The price is 10 12 eurossecret
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
