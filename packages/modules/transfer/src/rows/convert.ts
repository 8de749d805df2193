import { toTime } from '@plinth/core/http'
import type { Settings } from '../settings.ts'
import { isBlank } from '../sources/column-names.ts'
import type { Field } from '../targets/fields.ts'

/** A value as the command takes it, or why a cell is not one. */
export type Converted = { readonly value: unknown } | { readonly problem: string }

type Notation = Pick<Settings, 'decimal' | 'dates' | 'timeZone'>

/** Converts a cell that is not blank. */
export function convert(cell: unknown, field: Field, notation: Notation): Converted {
  if (isFailed(cell)) return FAILED
  if (!field.isList) return convertOne(cell, field, notation)
  const parts = toList(cell).filter((part) => !isBlank(part))
  const values: unknown[] = []
  for (const part of parts) {
    const converted = convertOne(part, field, notation)
    if ('problem' in converted) return converted
    values.push(converted.value)
  }
  return { value: values }
}

/** The values of a list in one cell, separated by `|`, `;`, line breaks or commas. One in quotes may contain them, as in CSV. */
export function toList(cell: unknown): readonly unknown[] {
  if (Array.isArray(cell)) return cell as readonly unknown[]
  if (typeof cell !== 'string') return [cell]
  const unquoted = cell.replaceAll(QUOTED, '')
  return split(cell, ['|', ';', '\n'].find((one) => unquoted.includes(one)) ?? ',')
}

/** What is in quotes from one separator to the next. */
const QUOTED = /(?<=^\s{0,9}|[|;,\n]\s{0,9})"(?:[^"]|"")*"(?=\s{0,9}(?:[|;,\n]|$))/g

function split(text: string, separator: string): string[] {
  // Sticky, so that it begins where a value does.
  const quoted = new RegExp(`\\s{0,9}"((?:[^"]|"")*)"\\s{0,9}(?:\\${separator}|$)`, 'y')
  const parts: string[] = []
  for (let at = 0; at <= text.length;) {
    quoted.lastIndex = at
    const [whole, inner] = quoted.exec(text) ?? []
    const end =
      whole === undefined ? text.indexOf(separator, at) : at + whole.length - (whole.endsWith(separator) ? 1 : 0)
    const next = end < 0 ? text.length : end
    parts.push(inner === undefined ? text.slice(at, next).trim() : inner.replaceAll('""', '"'))
    at = next + 1
  }
  return parts
}

function convertOne(cell: unknown, field: Field, notation: Notation): Converted {
  const { kind } = field
  const text = typeof cell === 'string' ? cell.trim() : undefined
  switch (kind) {
    case 'text':
      return toTextValue(cell, field)
    case 'id':
      return { value: text ?? cell }
    case 'integer':
    case 'number':
    case 'decimal':
      return toNumberValue(cell, kind, notation)
    case 'boolean':
      return toBooleanValue(cell)
    case 'date':
      return text === undefined ? { value: cell } : toDateValue(text, notation)
    case 'instant':
      return text === undefined ? { value: cell } : toInstantValue(text, notation)
    case 'time':
      return { value: text !== undefined && /^\d:\d\d/.test(text) ? `0${text}` : (text ?? cell) }
    case 'json':
      return text === undefined ? { value: cell } : toJsonValue(text)
  }
}

/** The text of a cell that names a record, without white space around it, or why the cell is none. */
export function toText(cell: unknown): { readonly value: string } | { readonly problem: string } {
  const converted = isFailed(cell) ? FAILED : toTextValue(cell, {})
  return 'problem' in converted ? converted : { value: String(converted.value).trim() }
}

const FAILED = { problem: 'The formula of this cell has no value' }

/**
 * Why a cell of delimited text is not what it was in the spreadsheet that has written it: such programs write what they show, which is
 * an error, or signs for a value that has no place in its column.
 */
export function problemOfShown(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || !cell.trimStart().startsWith('#')) return undefined
  const text = cell.trim()
  if (ERRORS.has(text)) return FAILED.problem
  return /^#{3,}$/.test(text) ? 'The column was too narrow in the spreadsheet: the file has no value here' : undefined
}

/** In English, German, Spanish, French, Italian and Polish. */
const ERRORS: ReadonlySet<string> = new Set(
  (
    '#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #SPILL! #CALC! #GETTING_DATA #FIELD! #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! ' +
    '#N/D #¡REF! #¡VALOR! #¡DIV/0! #¿NOMBRE? #¡NUM! #¡NULO! #VALEUR! #NOM? #NOMBRE! #NUL! #VALORE! #RIF! #NOME? ' +
    '#N/D! #ADR! #ARG! #DZIEL/0! #NAZWA? #LICZBA! #ZERO!'
  ).split(' '),
)

/** A cell of a spreadsheet whose formula has no value. */
const isFailed = (cell: unknown): cell is Readonly<Record<string, unknown>> =>
  typeof cell === 'object' && cell !== null && Object.hasOwn(cell, '#error')

/** A number with more digits than it can keep would become another one. */
const isInexact = (value: unknown, kind?: Field['kind']): boolean =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  !(kind === 'number' && significantDigits(value) <= EXACT)

/** Digits that a number keeps, whatever it is. */
const EXACT = 15

const significantDigits = (value: number): number =>
  String(value).replace(/e.*/, '').replace(/\D/g, '').replace(/0+$/, '').length

const INEXACT = { problem: 'This number has too many digits' }

function toTextValue(cell: unknown, { options, valueFor }: Pick<Field, 'options' | 'valueFor'>): Converted {
  if (typeof cell === 'object') return { problem: 'This is not a text' }
  if (isInexact(cell)) return INEXACT
  const text = String(cell)
  if (!options) return { value: valueFor?.(text) ?? text }
  const option =
    options.find((one) => one === text.trim()) ??
    valueFor?.(text) ??
    options.find((one) => one.toLowerCase() === text.trim().toLowerCase())
  return option === undefined ? { problem: `Must be one of ${options.slice(0, 20).join(', ')}` } : { value: option }
}

/** Signs that group digits, besides the one that is not the decimal sign. */
const GROUPS = /[\s\u00a0\u202f'\u2019]/g

function toNumberValue(cell: unknown, kind: Field['kind'], { decimal }: Notation): Converted {
  if (isInexact(cell, kind)) return INEXACT
  if (typeof cell === 'number') return { value: kind === 'decimal' ? String(cell) : cell }
  const refused = { problem: 'This is not a number' }
  if (typeof cell !== 'string') return refused
  const other = decimal === '.' ? ',' : '.'
  const text = cell
    .trim()
    .replace(/^\u2212/, '-')
    .replace(GROUPS, '')
  const [whole = '', fraction, ...rest] = text.split(decimal)
  if (rest.length > 0 || fraction?.includes(other)) return refused
  if (whole.includes(other) && !new RegExp(`^[+-]?\\d{1,3}(\\${other}\\d{3})+$`).test(whole)) return refused
  const plain = `${whole.replaceAll(other, '')}${fraction === undefined ? '' : `.${fraction}`}`.replace(/^\+/, '')
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(plain)) return refused
  if (kind === 'decimal') return { value: plain.replace(/^(-?)\./, '$10.').replace(/\.$/, '') }
  const value = Number(plain)
  return isInexact(value, kind) ? INEXACT : { value }
}

/** What people write, and what spreadsheet programs of their language do. */
const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const YES = wordsOf(
  'true yes y 1 x on ✓ ✔ ☑ ja j wahr sí si s verdadero tak t prawda oui vrai sì vero sim verdadeiro waar ano pravda áno igen igaz ' +
    'sand sant kyllä tosi evet doğru да истина так',
)
const NO = wordsOf(
  'false no n 0 - off ✗ ✘ ☐ nein falsch falso nie fałsz non faux não nao nee onwaar ne nepravda nem hamis nej nei falsk falskt usant ' +
    'ei epätosi hayır yanlış нет ложь ні',
)

function toBooleanValue(cell: unknown): Converted {
  if (typeof cell === 'boolean') return { value: cell }
  const text = String(cell).trim().toLowerCase()
  if (YES.has(text)) return { value: true }
  return NO.has(text) ? { value: false } : { problem: 'Must be yes or no' }
}

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const LOCAL_DAY = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\.?$/

/** The day that a text means: `2026-03-29`; undefined if it means none. */
function toDay(text: string, dates: Settings['dates']): string | undefined {
  const iso = ISO_DAY.exec(text)
  const local = iso ? null : LOCAL_DAY.exec(text)
  const parts = (iso ?? local)?.slice(1)
  if (!parts) return undefined
  const order = iso || parts[0]!.length === 4 ? 'ymd' : dates
  const part = (name: string) => parts[order.indexOf(name)]!
  const [year, month, day] = [part('y'), part('m'), part('d')]
  // Two digits could mean two centuries.
  if (year.length !== 4 || month.length > 2 || day.length > 2) return undefined
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${found}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(found) ? found : undefined
}

const SHORT_YEAR = /^\d{1,2}([./-])\d{1,2}\1\d{2}(?![\d./-])/

function toDateValue(text: string, { dates }: Notation): Converted {
  const day = toDay(text.replace(/[T ]00:00(?::00(?:\.0+)?)?$/, ''), dates)
  if (day !== undefined) return { value: day }
  return { problem: SHORT_YEAR.test(text) ? 'The year of a date needs four digits' : 'This is not a date' }
}

const OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i
const CLOCK = /^([^\s,]+)(?:(?:,\s*|T|\s+)(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?(?:\s?([ap])\.?\s?m\.?)?)?$/i

function toInstantValue(text: string, { dates, timeZone }: Notation): Converted {
  const refused = { problem: SHORT_YEAR.test(text) ? 'The year of a date needs four digits' : 'This is not a time' }
  if (OFFSET.test(text)) {
    const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    return Number.isNaN(time) ? refused : { value: new Date(time).toISOString() }
  }
  const [, date = '', hours = '0', minutes = '0', seconds = '0', half] =
    CLOCK.exec(text.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')) ?? []
  const day = toDay(date, dates)
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (day === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return refused
  const local =
    Date.parse(`${day}T00:00:00Z`) + (hour * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1_000)
  return { value: new Date(toTime(local, timeZone)).toISOString() }
}

/** Exports have texts as they are, and everything else as JSON. */
function toJsonValue(text: string): Converted {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return /^["[{]/.test(text) ? { problem: 'This is not JSON' } : { value: text }
  }
}
