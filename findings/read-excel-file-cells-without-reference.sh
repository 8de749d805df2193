#!/usr/bin/env bash
# read-excel-file 9.3.17: a sheet whose cells have no `r` attribute ends in a TypeError about `length`. The attribute is optional for
# cells and rows (ECMA-376, 18.3.1.4 and 18.3.1.73: without it, a cell follows the one before), and programs that stream reports
# leave it out to make files smaller.
# Seen: the same sheet is read with references and refused without them.
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
const read = async (rows) => {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="${kind('sheet.main')}"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind('worksheet')}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">
      <Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">
      <sheets><sheet name="Data" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">
      <Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  return readSheet(Buffer.from(bytes)).catch((error) => `${error.name}: ${error.message}`)
}
console.log(JSON.stringify({
  with: await read('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'),
  without: await read('<row><c><v>1</v></c><c><v>2</v></c></row>'),
}))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"with":[[1,2]],"without":"TypeError: Cannot read properties of undefined (reading '"'length'"')"}' ]
