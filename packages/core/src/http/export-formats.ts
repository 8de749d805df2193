import { z } from 'zod'
import type { Route } from '../define/route.ts'
import { toLocalIso } from '../define/time-zones.ts'
import { type ColumnMeaning, RESPONSE_TIME, toJsonText, toPlainText, toTypedCell } from './export-cells.ts'
import { toCsv } from './csv.ts'
import { createOds, createXlsx, ODS, type SheetWriter, XLSX } from './spreadsheets.ts'

/** The export formats of a list. */
export type ExportFormat = TextFormat | 'xlsx' | 'ods'

type TextFormat = 'csv' | 'json' | 'jsonl' | 'xml' | 'markdown'

/** Accepted values of `format`; any other value returns the list itself, as documented. */
const NAMES: Readonly<Record<string, ExportFormat>> = {
  csv: 'csv',
  'text/csv': 'csv',
  json: 'json',
  'application/json': 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  'application/x-ndjson': 'jsonl',
  xml: 'xml',
  'application/xml': 'xml',
  markdown: 'markdown',
  md: 'markdown',
  'text/markdown': 'markdown',
  xlsx: 'xlsx',
  [XLSX]: 'xlsx',
  ods: 'ods',
  [ODS]: 'ods',
}

/** The format requested by a query; undefined for none. */
export function toExportFormat(query: URLSearchParams): ExportFormat | undefined {
  const name = query.get('format')?.trim().toLowerCase()
  return name !== undefined && Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
}

/**
 * The parameter of every list that can be exported, for the API document. It describes the content types of exports: as further
 * types of the response, they would make the result of typed clients `T | string`.
 */
export const formatParameter = {
  name: 'format',
  in: 'query',
  description:
    'Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned.',
  schema: { type: 'string', examples: ['csv', 'json', 'xml', 'markdown', 'jsonl', 'xlsx', 'ods'] },
} as const

/**
 * The schema of a row, if the response is a page of a list as described by `page(item)`; undefined for any other response, and
 * if the query uses `format` for something else.
 */
export function exportedItem({ response, query }: ExportedList): z.ZodType | undefined {
  if (!(response instanceof z.ZodObject)) return undefined
  const { items, total, totalPages } = response.shape as Record<string, z.ZodType | undefined>
  if (!total || !totalPages || !(items instanceof z.ZodArray)) return undefined
  return query instanceof z.ZodObject && 'format' in query.shape ? undefined : (items.element as z.ZodType)
}

/** Whether a route is a list that can be exported. */
export const isExportable = ({ method, spec }: Pick<Route, 'method' | 'spec'>): boolean =>
  method === 'GET' && exportedItem(spec) !== undefined

/** What a route declares about a list. */
interface ExportedList {
  readonly response: z.ZodType
  readonly query?: z.ZodType | undefined
}

type ExportedRow = Readonly<Record<string, unknown>>

/** Serializes the rows of a list incrementally. */
export interface ExportWriter {
  readonly contentType: string
  readonly extension: string
  /** What comes before the first row. Called once, before the others. */
  head(): string | Buffer
  rows(rows: readonly ExportedRow[], isFirst: boolean): string | Buffer
  /** What comes after the last row. */
  tail(): string | Buffer
}

/** A column of an export: a property of the list's items. */
export interface ExportedColumn {
  readonly name: string
  /** What people are shown above it: `net (EUR)`. Programs are told the name. */
  readonly title: string
  readonly meaning: ColumnMeaning
}

/**
 * Creates a writer of rows with these columns, which are the properties of the list's items. Spreadsheets show times in the time
 * zone of the caller.
 */
export function createExportWriter(
  format: ExportFormat,
  columns: readonly ExportedColumn[],
  timeZone: string,
): ExportWriter {
  if (format === 'xlsx')
    return toSheet({ contentType: XLSX, extension: format, sheet: createXlsx() }, columns, timeZone)
  if (format === 'ods') return toSheet({ contentType: ODS, extension: format, sheet: createOds() }, columns, timeZone)
  const writer = WRITERS[format](columns)
  // Programs read JSON and XML; people read the others.
  if (timeZone === 'UTC' || !READ_BY_PEOPLE.has(format)) return writer
  return {
    ...writer,
    rows: (rows, isFirst) =>
      writer.rows(
        rows.map((row) => withLocalTimes(row, columns, timeZone)),
        isFirst,
      ),
  }
}

/** A row with its times as a clock in the time zone shows them, with their offset. */
const withLocalTimes = (row: ExportedRow, columns: readonly ExportedColumn[], timeZone: string): ExportedRow =>
  Object.fromEntries(
    columns.map(({ name, meaning }) => {
      const value = row[name]
      const isTime = meaning !== 'json' && typeof value === 'string' && RESPONSE_TIME.test(value)
      return [name, isTime ? toLocalIso(Date.parse(value), timeZone) : value]
    }),
  )

const READ_BY_PEOPLE: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['csv', 'markdown'])

interface SheetFile extends Pick<ExportWriter, 'contentType' | 'extension'> {
  readonly sheet: SheetWriter
}

/** A spreadsheet, whose cells have types: numbers, dates and texts are told apart, so that no text is executed. */
const toSheet = (
  { sheet, ...file }: SheetFile,
  columns: readonly ExportedColumn[],
  timeZone: string,
): ExportWriter => ({
  ...file,
  head: () => sheet.head(columns.map(({ title }) => title)),
  rows: (rows) =>
    sheet.rows(rows.map((row) => columns.map(({ name, meaning }) => toTypedCell(row[name], meaning, timeZone)))),
  tail: () => sheet.tail(),
})

const WRITERS: Readonly<Record<TextFormat, (columns: readonly ExportedColumn[]) => ExportWriter>> = {
  csv: (columns) => ({
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: () => toCsv([columns.map(({ title }) => title)]),
    rows: (rows) => toCsv(rows.map((row) => columns.map((column) => toCell(row[column.name], column)))),
    tail: () => '',
  }),
  json: (columns) => ({
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    head: () => '[',
    rows: (rows, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? '\n' : ',\n'}${indent(toObject(row, columns))}`).join(''),
    tail: () => '\n]\n',
  }),
  jsonl: (columns) => ({
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'jsonl',
    head: () => '',
    rows: (rows) => rows.map((row) => `${JSON.stringify(toObject(row, columns))}\n`).join(''),
    tail: () => '',
  }),
  xml: (columns) => ({
    contentType: 'application/xml; charset=utf-8',
    extension: 'xml',
    head: () => '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n',
    rows: (rows) =>
      rows
        .map((row) => `  <record>${columns.map((column) => toElement(column, row[column.name])).join('')}</record>\n`)
        .join(''),
    tail: () => '</records>\n',
  }),
  markdown: (columns) => ({
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    head: () => `${toLine(columns.map(({ title }) => title))}${toLine(columns.map(() => '---'))}`,
    rows: (rows) => rows.map((row) => toLine(columns.map((column) => toMarkdown(row[column.name], column)))).join(''),
    tail: () => '',
  }),
}

/** Missing values become an empty cell, a list its texts, an object JSON. */
function toCell(value: unknown, { meaning }: Pick<ExportedColumn, 'meaning'>): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  return meaning === 'json' ? toJsonText(value) : toPlainText(value)
}

const toText = (value: unknown, column: ExportedColumn): string => String(toCell(value, column))

const toObject = (row: ExportedRow, columns: readonly ExportedColumn[]) =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))

const indent = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^/gm, '  ')

function toElement(column: ExportedColumn, value: unknown): string {
  const { name } = column
  const tag = name.replace(/[^\w.-]/g, '_').replace(/^(?![a-zA-Z_])/, '_')
  return `<${tag}>${escapeXml(toText(value, column))}</${tag}>`
}

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** The control characters allowed in XML. */
const WRITABLE = /[\t\n\r\u007f-\u009f]/u

/** XML cannot represent most control characters, or unpaired surrogates. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => (WRITABLE.test(character) ? character : '\ufffd'))
    .replace(/[&<>\r]/g, (character) => XML_ENTITIES[character]!)

const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

/** Escapes the text of a cell, so that it is interpreted neither as HTML nor as a link. */
const toMarkdown = (value: unknown, column: ExportedColumn): string =>
  toText(value, column)
    .replace(/[\\|`*_[\]<>&]/g, (character) => MARKDOWN_ENTITIES[character] ?? `\\${character}`)
    .replace(/\r\n|\r|\n/g, '<br />')

const MARKDOWN_ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
