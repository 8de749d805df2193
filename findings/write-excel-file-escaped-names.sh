#!/usr/bin/env bash
# write-excel-file 4.1.1: texts that look like an escape of SpreadsheetML are changed. In shared strings `_x0020_` stands for the
# character U+0020 (ECMA-376, 22.9.2.19, ST_Xstring), so a text that contains it has to be written as `_x005F_x0020_`. The package
# writes it as it is. Such texts are common: SharePoint and Power Query name columns like `Order_x0020_Date`.
# Seen: the file has the bare escape, and its reader, read-excel-file 9.3.17, gives `Order Date`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund write-excel-file@4.1.1 read-excel-file@9.3.17 fflate@0.8.3 >/dev/null
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
await writeExcelFile([[{ value: 'Order_x0020_Date', type: String }]]).toFile('names.xlsx')
const [written] = strFromU8(unzipSync(readFileSync('names.xlsx'))['xl/sharedStrings.xml']).match(/<t>.*<\/t>/)
const [[read]] = await readSheet('names.xlsx')
console.log(JSON.stringify({ written, read }))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"written":"<t>Order_x0020_Date</t>","read":"Order Date"}' ]
