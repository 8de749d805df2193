#!/bin/sh
# officeparser 8.1.1: A sheet or slide is read only if its part is called sheet<number>.xml or slide<number>.xml.
# ECMA-376, part 2, section 6.5: the parts of a package are found by relationships; their names mean nothing.
# By the standard: "a workbook".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact officeparser@8.1.1 fflate@0.8.2
cat >try.mjs <<'JS'
import { strToU8, zipSync } from 'fflate'
import { OfficeParser } from 'officeparser'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** A workbook of one sheet, whose part has this name. */
const workbook = (sheet) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/${sheet}" ContentType="${TYPE}.worksheet+xml"/></Types>`,
        '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/${sheet}"/></Relationships>`,
        [`xl/worksheets/${sheet}`]: `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a workbook</t></is></c></row></sheetData></worksheet>`,
      }).map(([name, text]) => [name, strToU8(XML + text)]),
    ),
  )
for (const name of ['sheet1.xml', 'data.xml']) {
  const { content } = await OfficeParser.parseOffice(Buffer.from(workbook(name)))
  console.log(`${name}: ${JSON.stringify(content).includes('a workbook') ? 'a workbook' : 'nothing'}`)
}
JS
cat >expected.txt <<'TEXT'
sheet1.xml: a workbook
data.xml: nothing
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
