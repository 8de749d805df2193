import { z } from 'zod'
import { measureIn } from '../data/query/amount-type.ts'
import { toLocalClock, toLocalIso } from '../define/time-zones.ts'

/** A value of a spreadsheet, by its type. */
export type Cell =
  | { readonly type: 'empty' }
  | { readonly type: 'text'; readonly text: string }
  /** Digits as they are written in XML. */
  | { readonly type: 'number'; readonly digits: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  /** What a calendar or a clock shows: `2026-03-29` or `2026-03-29T12:00:00.000`. */
  | { readonly type: 'date' | 'time'; readonly local: string }

/** What the texts of a column mean. */
export type ColumnMeaning = 'decimal' | 'date' | 'json' | undefined

const decimals = new WeakSet<z.ZodType>()

/** Marks the schema of amounts, which are sent as texts so that no digit is lost. */
export function asDecimal<S extends z.ZodType>(schema: S): S {
  decimals.add(schema)
  return schema
}

/** What the texts of a column with this schema mean. */
export function meaningOf(schema: unknown): ColumnMeaning {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return meaningOf(schema.unwrap())
  if (!(schema instanceof z.ZodType)) return undefined
  if (decimals.has(schema)) return 'decimal'
  if (schema instanceof z.ZodUnknown) return 'json'
  return schema.meta()?.['format'] === 'date' || schema instanceof z.ZodISODate ? 'date' : undefined
}

/** What people are shown above a column: amounts in one currency or unit have it there, and not in each row. */
export function titleOf(name: string, schema: unknown): string {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return titleOf(name, schema.unwrap())
  const measure = schema instanceof z.ZodType ? measureIn(schema) : undefined
  if (!measure || 'currency' in measure) return name
  return `${name} (${'fixed' in measure ? measure.fixed : measure.unit})`
}

/** Digits that spreadsheets keep. */
const PRECISION = 15

/** Maximum characters of a cell. */
const MAX_TEXT = 32_767

/** The format of times in responses. */
export const RESPONSE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A value of a response as a spreadsheet shows it: times as in the time zone of the caller, and texts always as texts. */
export function toTypedCell(value: unknown, meaning: ColumnMeaning, timeZone: string): Cell {
  if (value === null || value === undefined || (value === '' && meaning !== 'json')) return { type: 'empty' }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'number', digits: String(value) }
  if (meaning === 'json') return toTextCell(toJsonText(value))
  if (typeof value === 'string') {
    if (RESPONSE_TIME.test(value)) return toTimeCell(Date.parse(value), timeZone)
    if (meaning === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return { type: 'date', local: value }
    if (meaning === 'decimal' && isExact(value)) return { type: 'number', digits: value }
  }
  return toTextCell(toPlainText(value))
}

const toTextCell = (text: string): Cell => ({ type: 'text', text: text.slice(0, MAX_TEXT) })

/** Cells have no offset: a time that they cannot tell from another one is a text. */
function toTimeCell(time: number, timeZone: string): Cell {
  const local = toLocalClock(time, timeZone)
  return local === undefined ? toTextCell(toLocalIso(time, timeZone)) : { type: 'time', local }
}

function isExact(text: string): boolean {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction.replace(/0+$/, '')}`.replace(/^0+/, '')
  return whole !== '' && digits.length <= PRECISION
}

/** A value of a column that can have any: a text as it is, unless it would be read as another value, and everything else as JSON. */
export function toJsonText(value: unknown): string {
  return typeof value === 'string' && !MEANS_JSON.test(value) ? value : JSON.stringify(value)
}

/** What is JSON, or begins as JSON does, and what loses its spaces in an import. */
const MEANS_JSON = /^$|^["[{\s]|\s$|^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** A list by its texts, an object as JSON. */
export function toPlainText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => quoted(toPlainText(one))).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

/** A text of a list, in quotes as in CSV if an import would take it for several, or for another one. */
const quoted = (text: string): string => (SEPARATES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const SEPARATES = /[,;|\r\n]|^\s|^"|\s$/
