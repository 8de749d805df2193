#!/usr/bin/env bash
# read-excel-file 9.3.17: the date system of 1904 counts only if the workbook says `date1904="1"`. The attribute is an `xsd:boolean`
# (ECMA-376, 18.2.28), so `true` means the same, and LibreOffice Calc writes it as `true` or `false`. Dates of such a file come four
# years and a day too early, without an error.
# Seen: with `1` the serial number 43538 is 15 March 2023, with `true` it is 14 March 2019.
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
const read = async (date1904) => {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="${kind('sheet.main')}"/>
      <Override PartName="/xl/styles.xml" ContentType="${kind('styles')}"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind('worksheet')}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">
      <Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/>
      <sheets><sheet name="Data" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">
      <Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="b" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts><font/></fonts><fills><fill/></fills><borders><border/></borders>
      <cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>
      <row r="1"><c r="A1" s="1"><v>43538</v></c></row></sheetData></worksheet>`,
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  const [[date]] = await readSheet(Buffer.from(bytes))
  return date.toISOString().slice(0, 10)
}
console.log(JSON.stringify({ 1: await read('1'), true: await read('true') }))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"1":"2023-03-15","true":"2019-03-14"}' ]
