import type { Cell } from './export-cells.ts'
import { ZipWriter } from './zip-writer.ts'

/** Writes the rows of a sheet piece by piece. */
export interface SheetWriter {
  /** The beginning of the file, with the names of the columns. */
  head(columns: readonly string[]): Buffer
  rows(rows: readonly (readonly Cell[])[]): Buffer
  tail(): Buffer
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * A workbook of Office Open XML (ECMA-376) with one sheet. Its texts are in the cells, since those of a shared table would have to be
 * kept until the end.
 */
export function createXlsx(): SheetWriter {
  const zip = new ZipWriter()
  return {
    head: (columns) =>
      Buffer.concat([
        ...WORKBOOK.map(([name, content]) => zip.add(name, XML + content)),
        zip.begin('xl/worksheets/sheet1.xml'),
        zip.write(`${XML}${SHEET}<row>${columns.map((name) => toXlsxText(name, 3)).join('')}</row>`),
      ]),
    rows: (rows) => zip.write(rows.map((row) => `<row>${row.map(toXlsxCell).join('')}</row>`).join('')),
    tail: () => zip.end('</sheetData></worksheet>'),
  }
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The first row stays in view. */
const SHEET = `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

/** Styles of cells: 1 for times, 2 for dates, 3 for the names of columns. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`

const WORKBOOK: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', STYLES],
]

/** Day 60 of the calendar of spreadsheets is 29 February 1900, which did not exist. */
const FIRST_DAY = '1900-03-01'

function toXlsxCell(cell: Cell): string {
  switch (cell.type) {
    case 'empty':
      return '<c/>'
    case 'number':
      return `<c><v>${cell.digits}</v></c>`
    case 'boolean':
      return `<c t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'text':
      return toXlsxText(cell.text, 0)
    case 'date':
    case 'time':
      if (cell.local < FIRST_DAY) return toXlsxText(cell.local, 0)
      return `<c s="${cell.type === 'time' ? 1 : 2}"><v>${toSerial(cell.local)}</v></c>`
  }
}

/** Days since the end of 1899. */
const toSerial = (local: string): number =>
  (Date.parse(local.length > 10 ? `${local}Z` : `${local}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

const toXlsxText = (text: string, style: number): string =>
  `<c${style > 0 ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escapeOffice(text)}</t></is></c>`

/** What XML cannot hold is written as `_x0007_`; what looks like that already is escaped. */
const escapeOffice = (text: string): string =>
  escape(
    text
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(
        /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      ),
  )

const escape = (text: string): string =>
  text.toWellFormed().replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** A spreadsheet of OpenDocument 1.2 with one sheet. */
export function createOds(): SheetWriter {
  const zip = new ZipWriter()
  return {
    head: (columns) =>
      Buffer.concat([
        zip.add('mimetype', ODS, true),
        zip.add('META-INF/manifest.xml', XML + MANIFEST),
        zip.begin('content.xml'),
        zip.write(`${XML}${CONTENT}${toOdsRow(columns.map((text): Cell => ({ type: 'text', text })))}`),
      ]),
    rows: (rows) => zip.write(rows.map(toOdsRow).join('')),
    tail: () => zip.end('</table:table></office:spreadsheet></office:body></office:document-content>'),
  }
}

/** The content type of OpenDocument spreadsheets. */
export const ODS = 'application/vnd.oasis.opendocument.spreadsheet'
/** The content type of workbooks of Office Open XML. */
export const XLSX = `${TYPES}.sheet`

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

const MANIFEST = `<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="${ODS}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`

const datePart = (name: string) => `<number:${name} number:style="long"/>`
const DAY = ['year', 'month', 'day'].map(datePart).join('<number:text>-</number:text>')
const CLOCK = ['hours', 'minutes', 'seconds'].map(datePart).join('<number:text>:</number:text>')

const CONTENT = `<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:table="${OASIS}:table:1.0" xmlns:text="${OASIS}:text:1.0" xmlns:style="${OASIS}:style:1.0" xmlns:number="${OASIS}:datastyle:1.0" office:version="1.2"><office:automatic-styles><number:date-style style:name="day">${DAY}</number:date-style><number:date-style style:name="moment">${DAY}<number:text> </number:text>${CLOCK}</number:date-style><number:boolean-style style:name="truth"><number:boolean/></number:boolean-style><style:style style:name="boolean" style:family="table-cell" style:data-style-name="truth"/><style:style style:name="date" style:family="table-cell" style:data-style-name="day"/><style:style style:name="time" style:family="table-cell" style:data-style-name="moment"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Export">`

const toOdsRow = (row: readonly Cell[]): string => `<table:table-row>${row.map(toOdsCell).join('')}</table:table-row>`

function toOdsCell(cell: Cell): string {
  const valued = (type: string, attributes: string) => `<table:table-cell office:value-type="${type}" ${attributes}/>`
  switch (cell.type) {
    case 'empty':
      return '<table:table-cell/>'
    case 'number':
      return valued('float', `office:value="${cell.digits}"`)
    case 'boolean':
      return valued('boolean', `office:boolean-value="${cell.value}" table:style-name="boolean"`)
    case 'date':
    case 'time':
      return valued('date', `office:date-value="${cell.local}" table:style-name="${cell.type}"`)
    case 'text':
      return `<table:table-cell office:value-type="string">${toParagraphs(cell.text)}</table:table-cell>`
  }
}

/** A line break begins a paragraph, and several spaces would count as one. */
const toParagraphs = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => escape(line.replace(/[^\P{Cc}\t]|[\ufffe\uffff]/gu, '\ufffd')))
    .map((line) => line.replace(/^ | (?= )| $/g, '<text:s/>').replace(/\t/g, '<text:tab/>'))
    .map((line) => `<text:p>${line}</text:p>`)
    .join('')
