import { isExactNumber } from '@plinth/core/http'
import { z } from 'zod'
import type { FieldConfig, Kind } from '../field-config.ts'

/** The outcome of reading one value: the value as it is stored, or what is wrong with it. */
export type Read = { readonly value: string | number | boolean } | { readonly problem: string }

const problem = (text: string): Read => ({ problem: text })

/** Reads one value of a kind; blank values have been handled before. Look-ups in the database come later. */
export function readValue(kind: Kind, config: FieldConfig, sent: unknown): Read {
  switch (kind) {
    case 'text':
      return readText(sent, 10_000)
    case 'multiline':
      return readText(sent, 100_000)
    case 'integer':
      return readInteger(sent)
    case 'float':
      return readFloat(sent)
    case 'boolean':
      return readBoolean(sent)
    case 'select':
      return readOption(sent, config)
    case 'relation':
    case 'attachment':
      return readId(sent)
    case 'dictionary':
      return readText(sent, 150)
    case 'currency':
      return typeof sent === 'string' && /^[A-Z]{3}$/.test(sent) ? { value: sent } : problem('Must be a currency code')
    case 'date':
      return z.iso.date().safeParse(sent).success && hasStorableYear(sent as string)
        ? { value: sent as string }
        : problem('Must be a date like 2026-01-31')
    case 'datetime':
      return readDateTime(sent)
  }
}

const FORMAT = { offset: true, local: true }

/** RFC 3339 allows `t` and `z` in lower case, too; stored values have them in upper case. */
const EITHER_CASE = { ...FORMAT, pattern: new RegExp(z.regexes.datetime(FORMAT).source, 'i') }
const DateTime = z.iso.datetime(EITHER_CASE)

function readDateTime(sent: unknown): Read {
  const { data } = DateTime.safeParse(sent)
  return data === undefined || !hasStorableYear(data.toUpperCase())
    ? problem('Must be a time like 2026-01-31T12:00:00Z')
    : { value: data.toUpperCase() }
}

/** The database has no year 0, and neither clients nor texts in the order of time have a year after 9999: in UTC. */
function hasStorableYear(date: string): boolean {
  const year = new Date(
    /T.*(?:Z|[+-]\d\d:\d\d)$/.test(date) || !date.includes('T') ? date : `${date}Z`,
  ).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Text that the database can store as JSON. */
function readText(sent: unknown, most: number): Read {
  if (typeof sent === 'number' && Number.isFinite(sent)) return { value: String(sent) }
  if (typeof sent !== 'string') return problem('Must be text')
  if (sent.length > most) return problem(`Must have at most ${most} characters`)
  return isStorable(sent) ? { value: sent } : problem('Text cannot hold U+0000 or half of a character')
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function readInteger(sent: unknown): Read {
  const number = typeof sent === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(sent) ? Number(sent) : sent
  return typeof number === 'number' && Number.isSafeInteger(number)
    ? { value: number === 0 ? 0 : number }
    : problem('Must be a whole number')
}

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i

function readFloat(sent: unknown): Read {
  const isText = typeof sent === 'string' && sent.length <= 100 && NUMERIC.test(sent)
  if (isText && !isExactNumber(sent)) return problem('Has more digits than a number can hold')
  const number = isText ? Number(sent) : sent
  return typeof number === 'number' && Number.isFinite(number)
    ? { value: number === 0 ? 0 : number }
    : problem('Must be a number')
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 'true', '1', 'yes', 'y', 'on'])
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 'false', '0', 'no', 'n', 'off'])

function readBoolean(sent: unknown): Read {
  const token = typeof sent === 'string' && sent.length <= 10 ? sent.trim().toLowerCase() : sent
  if (TRUE.has(token)) return { value: true }
  return FALSE.has(token) ? { value: false } : problem('Must be true or false')
}

function readOption(sent: unknown, { options = [], optionsUrl }: FieldConfig): Read {
  if (typeof sent !== 'string' && typeof sent !== 'number') return problem('Must be one of the options')
  if (options.length === 0 || optionsUrl !== undefined) return readText(sent, 500)
  const found = options.find(({ value }) => String(value) === String(sent).trim())
  return found ? { value: found.value } : problem('Must be one of the options')
}

function readId(sent: unknown): Read {
  const text = typeof sent === 'string' ? sent.trim() : ''
  return text !== '' && text.length <= 100 && isStorable(text) ? { value: text } : problem('Must be an id')
}

/** Maximum number of options that a document lists; more would only make it longer. */
const MOST_LISTED = 100

/** JSON Schema of one value of a kind. */
export function schemaOf(kind: Kind, { options = [], optionsUrl }: FieldConfig): Record<string, unknown> {
  switch (kind) {
    case 'integer':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'select':
      if (options.length === 0 || optionsUrl !== undefined) return { type: 'string' }
      return options.length > MOST_LISTED ? {} : { enum: options.map(({ value }) => value) }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'currency':
      return { type: 'string', pattern: '^[A-Z]{3}$' }
    default:
      return { type: 'string' }
  }
}
