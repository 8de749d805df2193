#!/usr/bin/env bash
# read-excel-file 9.3.17: sums of hours are dates. A cell with the format `[h]:mm:ss`, in which spreadsheets show durations of more
# than a day, is read as a Date near the end of 1899, and so is a time of day. The number of hours has to be computed from the date,
# and dates before 1 March 1900 are a day earlier than spreadsheets show them.
# Seen: 36:00:00 is noon of 31 December 1899, and the first serial number, 1 January 1900, is 31 December 1899 too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund read-excel-file@9.3.17 fflate@0.8.3 >/dev/null
cat >run.mjs <<'JS'
import { strToU8, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kind = (part) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/xl/workbook.xml" ContentType="${kind('sheet.main')}"/>
    <Override PartName="/xl/styles.xml" ContentType="${kind('styles')}"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind('worksheet')}"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships">
    <Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">
    <sheets><sheet name="Data" sheetId="1" r:id="a"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">
    <Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="b" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="[h]:mm:ss"/></numFmts>
    <fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>
    </styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1">
    <c r="A1" s="1"><v>1.5</v></c><c r="B1" s="2"><v>1</v></c></row></sheetData></worksheet>`,
}
const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
const [[duration, date]] = await readSheet(Buffer.from(bytes))
console.log(JSON.stringify({ duration, date }))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"duration":"1899-12-31T12:00:00.000Z","date":"1899-12-31T00:00:00.000Z"}' ]
