import { localName, parse } from './xml.ts'
import type { Parts } from './zip.ts'

/** Converts the stored value of a cell to what its format shows. */
export type CellFormat = (value: string) => string

/** The format codes of the cell styles of a workbook, by their number; undefined where there is none. */
export async function formatsOf(parts: Parts, name: string): Promise<readonly (string | undefined)[]> {
  const custom = new Map<string, string>()
  const styles: string[] = []
  let isInCells = false
  await parse(parts, name, {
    onopentag(tag, { numFmtId: id, formatCode: code }) {
      const local = localName(tag)
      if (local === 'numFmt' && id !== undefined && code !== undefined) custom.set(id, code)
      if (local === 'cellXfs') isInCells = true
      if (local === 'xf' && isInCells) styles.push(id ?? '0')
    },
    onclosetag(tag) {
      if (localName(tag) === 'cellXfs') isInCells = false
    },
  })
  return styles.map((id) => custom.get(id) ?? BUILT_IN.get(Number(id)))
}

/** Dates whose form depends on the reader's system are written in the international form. */
const [DATE, TIME] = ['yyyy-mm-dd', 'h:mm:ss']
/** Formats that files refer to by number. From 27 to 36 and from 50 to 58 are dates of East Asia. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [9, '0%'],
  [10, '0.00%'],
  [14, DATE],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, TIME],
  [22, `${DATE} h:mm`],
  ...[27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, DATE] as const),
  [32, 'h:mm'],
  [33, TIME],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
])

interface Calendar {
  /** Whether days are counted from 1904 instead of 1900. */
  readonly is1904: boolean
}

/**
 * Dates, times, percentages, words and numbers that consist of digits, such as `INV-0042`, are shown as the code says; other numbers
 * as they are stored, without their rounding errors.
 */
export function toCellFormat(code: string | undefined, calendar: Calendar): CellFormat {
  const sections = code ? sectionsOf(code) : []
  const formats = sections.map((section, index) => toNumberFormat(section, { ...calendar, isSigned: index === 0 }))
  const choose = sectionChooser(sections)
  return (value) => {
    const number = value === '' ? Number.NaN : Number(value)
    if (Number.isNaN(number)) {
      const days = toDays(value, calendar)
      return (days === undefined ? undefined : formats[0]?.(days)) ?? value
    }
    return formats[choose(number)]?.(number) ?? toPlainNumber(value, number)
  }
}

/** Which section of a code is for a number, if any: by their conditions, such as `[>=100]`, otherwise by its sign. */
function sectionChooser(sections: readonly (readonly Piece[])[]): (number: number) => number {
  const conditions = sections.slice(0, 2).map(conditionOf)
  const last = sections.length - 1
  if (conditions.every((condition) => condition === undefined))
    return (number) => (number === 0 && last > 1 ? 2 : number < 0 && last > 0 ? 1 : 0)
  const [first = (number: number) => number > 0, second = (number: number) => number < 0 || last < 2] = conditions
  return (number) => (first(number) ? 0 : second(number) ? Math.min(1, last) : 2)
}

function conditionOf(pieces: readonly Piece[]): ((number: number) => boolean) | undefined {
  for (const { kind, text } of pieces) {
    const match = kind === 'bracket' ? /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/.exec(text) : null
    if (!match) continue
    const [compare, limit] = [COMPARISONS[match[1]!]!, Number(match[2])]
    return (number) => compare(number, limit)
  }
  return undefined
}

const COMPARISONS: Readonly<Record<string, (number: number, limit: number) => boolean>> = {
  '<': (number, limit) => number < limit,
  '<=': (number, limit) => number <= limit,
  '>': (number, limit) => number > limit,
  '>=': (number, limit) => number >= limit,
  '=': (number, limit) => number === limit,
  '<>': (number, limit) => number !== limit,
}

/** A value of a cell: dates and times are texts in the form of ISO 8601, without an offset. */
export type CellValue = (value: string) => string | number

/**
 * Converts the stored value of a cell to a value, whatever its format looks like: a date, a number without its rounding error, and
 * digits with the zeros in front that the format adds.
 */
export function toCellValue(code: string | undefined, calendar: Calendar): CellValue {
  const pieces = code ? (sectionsOf(code)[0] ?? []) : []
  const shape = dateShapeOf(pieces)
  const shown = shape && toCellFormat(shape, calendar)
  const zeros = /^0{2,}$/.test(code ?? '') ? code!.length : 0
  return (value) => {
    const number = value === '' ? Number.NaN : Number(value)
    if (Number.isNaN(number)) return value
    if (shown)
      return shown(value)
        .replace(/\.000$/, '')
        .replace(/T00:00:00$/, '')
    const plain = Number.isSafeInteger(number) ? number : Number(number.toPrecision(DIGITS))
    const hasZeros = zeros > 0 && Number.isSafeInteger(plain) && plain >= 0
    return hasZeros ? String(plain).padStart(Math.min(zeros, MAX_ZEROS), '0') : plain
  }
}

const MAX_ZEROS = 50

/** The code that shows all of what a date format shows; undefined for other formats. */
function dateShapeOf(pieces: readonly Piece[]): string | undefined {
  const isNumber = pieces.some(({ kind, text }) => kind === 'general' || (kind === 'other' && /[0#?@%]/.test(text)))
  const dates = pieces.filter(({ kind }) => kind === 'date')
  if (isNumber || dates.length === 0) return undefined
  if (dates.some(({ text }) => text.startsWith('['))) return '[h]:mm:ss'
  const isDay = pieces.some(({ kind, text }, index) => {
    if (kind !== 'date') return false
    return /^[ydegb]/.test(text) || (text.startsWith('m') && !isMinutes(pieces, index))
  })
  return isDay ? 'yyyy-mm-dd\\Thh:mm:ss.000' : 'hh:mm:ss.000'
}

type NumberFormat = (value: number) => string | undefined

/** Files of the strict kind may store dates as text. */
function toDays(value: string, { is1904 }: Calendar): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+)?$/.test(value)) return undefined
  const days = Date.parse(value.includes('T') ? `${value}Z` : value) / DAY_MS - EPOCH - (is1904 ? DAYS_TO_1904 : 0)
  return Number.isNaN(days) ? undefined : days
}

/** Digits that a number in a cell has at most. */
const DIGITS = 15
const toPlainNumber = (value: string, number: number) =>
  value.length > DIGITS ? String(Number(number.toPrecision(DIGITS))) : value

/** One piece of a format code. */
const TOKEN =
  /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|(general)|(am\/pm|a\/p)|(y+|e+|m+|d+|h+|s+|b+|g+)|(\.0+)|([;])|([^])/giu

interface Piece {
  readonly kind: 'text' | 'bracket' | 'general' | 'noon' | 'date' | 'fraction' | 'other'
  readonly text: string
}

/** Longest format code that is interpreted. */
const MAX_CODE = 500

/** The pieces of each section of a format code: for positive and negative numbers, zero, and texts. */
function sectionsOf(code: string): readonly (readonly Piece[])[] {
  const sections: Piece[][] = [[]]
  for (const match of code.slice(0, MAX_CODE).matchAll(TOKEN)) {
    const [whole, quoted, escaped, bracket, general, noon, date, fraction, semicolon] = match
    if (semicolon) sections.push([])
    else sections.at(-1)!.push(pieceOf({ whole, quoted, escaped, bracket, general, noon, date, fraction }))
  }
  return sections
}

function pieceOf(found: Readonly<Record<string, string | undefined>>): Piece {
  const { whole = '', quoted, escaped, bracket, general, noon, date, fraction } = found
  if (quoted !== undefined || escaped !== undefined) return { kind: 'text', text: quoted ?? escaped ?? '' }
  if (bracket !== undefined)
    return /^([hms])\1*$/i.test(bracket) ? { kind: 'date', text: `[${bracket}]` } : { kind: 'bracket', text: bracket }
  if (general) return { kind: 'general', text: general }
  if (noon) return { kind: 'noon', text: noon }
  if (date) return { kind: 'date', text: date.toLowerCase() }
  if (fraction) return { kind: 'fraction', text: fraction }
  if (/^[_*]./u.test(whole)) return { kind: 'text', text: whole.startsWith('_') ? ' ' : '' }
  return { kind: 'other', text: whole }
}

interface SectionContext extends Calendar {
  /** Whether a minus sign is shown: the section for negative numbers has one of its own, if any. */
  readonly isSigned: boolean
}

/** Undefined for formats that only change how a number looks. */
function toNumberFormat(pieces: readonly Piece[], context: SectionContext): NumberFormat | undefined {
  if (pieces.some(({ kind }) => kind === 'general')) return undefined
  if (pieces.some(({ kind, text }) => kind === 'other' && text === '%')) return toPercentage(pieces)
  const isNumber = pieces.some(({ kind, text }) => kind === 'other' && /[0#?@]/.test(text))
  if (isNumber) return toDigits(pieces, context)
  if (pieces.some(({ kind }) => kind === 'date')) return (value) => toDate(value, pieces, context)
  // A word for a number, or nothing, as in `"yes";"yes";"no"` and `;;;`.
  const word = pieces.map(({ kind, text }) => (kind === 'bracket' ? '' : text)).join('')
  return () => word
}

/**
 * Numbers that are read digit by digit: with zeros in front (`00000`), or with other signs between their digits (`000-00-0000`).
 * Undefined for numbers that measure something.
 */
function toDigits(pieces: readonly Piece[], { isSigned }: SectionContext): NumberFormat | undefined {
  const shown = pieces.filter(({ kind }) => kind !== 'bracket')
  const isDigit = ({ kind, text }: Piece) => kind === 'other' && /[0#]/.test(text)
  const isSign = ({ kind, text }: Piece) => kind === 'text' || (kind === 'other' && SIGNS.test(text))
  if (!shown.every((piece) => isDigit(piece) || isSign(piece))) return undefined
  const [first, last] = [shown.findIndex(isDigit), shown.findLastIndex(isDigit)]
  const zeros = shown.filter((piece) => isDigit(piece) && piece.text === '0').length
  const isDivided = shown.slice(first, last).some((piece) => !isDigit(piece))
  if (zeros > DIGITS || (zeros < 2 && !isDivided)) return undefined
  return (value) => {
    if (!Number.isSafeInteger(value)) return undefined
    let rest = String(Math.abs(value))
    let made = ''
    for (let index = shown.length - 1; index >= 0; index--) {
      const { text } = shown[index]!
      if (!isDigit(shown[index]!)) made = text + made
      else if (index === first) made = (rest === '' && text === '0' ? '0' : rest) + made
      else {
        made = (rest === '' ? text.replace('#', '') : rest.at(-1)!) + made
        rest = rest.slice(0, -1)
      }
    }
    return value < 0 && isSigned ? `-${made}` : made
  }
}

/** Signs that a code may contain without quotes. */
const SIGNS = /^[-+ ():!^&'~{}=$€£]$/u

function toPercentage(pieces: readonly Piece[]): NumberFormat {
  const point = pieces.findIndex(({ kind, text }) => kind === 'fraction' || text === '.')
  const after = point < 0 ? [] : pieces.slice(point)
  const digits = after.reduce((sum, { text }) => sum + text.replaceAll(/[^0#?]/g, '').length, 0)
  const sign = pieces.findIndex(({ kind, text }) => kind === 'other' && text === '%')
  const gap = /^\s$/.test(pieces[sign - 1]?.text ?? '') ? pieces[sign - 1]!.text : ''
  return (value) => `${(value * 100).toFixed(Math.min(digits, DIGITS))}${gap}%`
}

const DAY_MS = 86_400_000
/** Days from 1970 back to the day before 1 January 1900, as counted with a 29 February that this year did not have. */
const EPOCH = -25_569
/** Days by which the calendar of 1904 is behind. */
const DAYS_TO_1904 = 1462
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465

/** Undefined for numbers that are no date. */
function toDate(value: number, pieces: readonly Piece[], { is1904 }: Calendar): string | undefined {
  const digits = pieces.find(({ kind }) => kind === 'fraction')?.text.length ?? 1
  const unit = 10 ** Math.min(3, digits - 1)
  const seconds = Math.round(value * 86_400 * unit) / unit
  const day = Math.floor(seconds / 86_400) + (is1904 ? DAYS_TO_1904 : 0)
  if (seconds < 0 && isDuration(pieces)) return `-${toDate(-value, pieces, { is1904 })}`
  if (seconds < 0 || day > LAST_DAY) return undefined
  const date = new Date((day < 60 ? day + 1 : day) * DAY_MS + EPOCH * DAY_MS)
  return pieces.map((_, index) => toShown(pieces, index, { date, seconds, locale: localeOf(pieces) })).join('')
}

/** Whether a code shows a length of time, which may be negative. */
const isDuration = (pieces: readonly Piece[]) =>
  pieces.some(({ kind, text }) => kind === 'date' && text.startsWith('['))

interface Moment {
  readonly date: Date
  /** Since the first day. */
  readonly seconds: number
  readonly locale: string
}

function toShown(pieces: readonly Piece[], index: number, { date, seconds, locale }: Moment): string {
  const { kind, text } = pieces[index]!
  const rest = Math.floor(seconds % 86_400)
  const hour = Math.floor(rest / 3600)
  const padded = (number: number) => String(number).padStart(Math.min(2, text.length), '0')
  if (kind === 'bracket') return ''
  if (kind === 'noon') return text.length > 3 ? (hour < 12 ? 'AM' : 'PM') : hour < 12 ? 'A' : 'P'
  if (kind === 'fraction') return (seconds % 1).toFixed(Math.min(3, text.length - 1)).slice(1)
  if (kind !== 'date') return text
  const named = (part: 'month' | 'weekday', style: NameStyle) =>
    nameOf(date, { part, style, locale, isBesideDay: hasDay(pieces) })
  switch (text[0]) {
    case '[': {
      const length = { h: 3600, m: 60, s: 1 }[text[1]!.toLowerCase()] ?? 1
      return String(Math.floor(seconds / length)).padStart(text.length - 2, '0')
    }
    case 'y':
    case 'e':
      return text.length > 2 || text[0] === 'e'
        ? String(date.getUTCFullYear())
        : String(date.getUTCFullYear() % 100).padStart(2, '0')
    case 'm':
      if (isMinutes(pieces, index)) return padded(Math.floor((rest % 3600) / 60))
      if (text.length < 3) return padded(date.getUTCMonth() + 1)
      return named('month', text.length === 5 ? 'narrow' : text.length === 3 ? 'short' : 'long')
    case 'd':
      if (text.length < 3) return padded(date.getUTCDate())
      return named('weekday', text.length === 3 ? 'short' : 'long')
    case 'h':
      return padded(pieces.some((piece) => piece.kind === 'noon') ? hour % 12 || 12 : hour)
    case 's':
      return padded(Math.floor(rest % 60))
    default:
      return ''
  }
}

type NameStyle = 'narrow' | 'short' | 'long'

interface DateName {
  readonly part: 'month' | 'weekday'
  readonly style: NameStyle
  readonly locale: string
  /** Beside a day, the name of a month may have another form. */
  readonly isBesideDay: boolean
}

/** Names that have been looked up: there are twelve months and seven days, and a sheet may have a million dates. */
const names = new Map<string, string>()

function nameOf(date: Date, { part, style, locale, isBesideDay }: DateName): string {
  const number = part === 'month' ? date.getUTCMonth() : date.getUTCDay()
  const key = [part, number, style, locale, isBesideDay].join(' ')
  const known = names.get(key)
  if (known !== undefined) return known
  const day = part === 'month' && isBesideDay && style !== 'narrow' ? { day: 'numeric' as const } : {}
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', [part]: style, ...day }).formatToParts(date)
  const name = parts.find(({ type }) => type === part)?.value ?? ''
  if (names.size < MAX_NAMES) names.set(key, name)
  return name
}

/** Names of a few languages. */
const MAX_NAMES = 1000

const hasDay = (pieces: readonly Piece[]) => pieces.some(({ kind, text }) => kind === 'date' && /^dd?$/.test(text))

/** `m` after hours or before seconds means minutes, otherwise the month. */
function isMinutes(pieces: readonly Piece[], index: number): boolean {
  if (pieces[index]!.text.length > 2) return false
  const isDate = ({ kind }: Piece) => kind === 'date'
  const before = pieces.slice(0, index).findLast(isDate)
  const after = pieces.slice(index + 1).find(isDate)
  return /^\[?h/i.test(before?.text ?? '') || /^\[?s/i.test(after?.text ?? '')
}

/** Languages of names in dates, by the lower bits of their number in a code such as `[$-407]`. */
const LANGUAGES: ReadonlyMap<number, string> = new Map([
  [0x04, 'zh'],
  [0x05, 'cs'],
  [0x06, 'da'],
  [0x07, 'de'],
  [0x0a, 'es'],
  [0x0b, 'fi'],
  [0x0c, 'fr'],
  [0x0e, 'hu'],
  [0x10, 'it'],
  [0x11, 'ja'],
  [0x12, 'ko'],
  [0x13, 'nl'],
  [0x14, 'nb'],
  [0x15, 'pl'],
  [0x16, 'pt'],
  [0x19, 'ru'],
  [0x1d, 'sv'],
  [0x1f, 'tr'],
  [0x22, 'uk'],
])

function localeOf(pieces: readonly Piece[]): string {
  for (const { kind, text } of pieces) {
    const match = kind === 'bracket' ? /^\$[^-]*-(?:([a-z]{2})-[a-z]+|([0-9a-f]{3,8}))/i.exec(text) : null
    if (match) return match[1] ?? LANGUAGES.get(Number.parseInt(match[2]!, 16) & 0x3ff) ?? 'en'
  }
  return 'en'
}
