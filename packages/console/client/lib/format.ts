import { config } from './config.ts'
import { locale } from './i18n.ts'

const chosen = config.settings?.effective.timeZone

/** The time zone that the person or the tenant has chosen; undefined for that of the browser. */
export const timeZone = chosen === 'UTC' ? undefined : chosen

/** "2 minutes ago" for what is recent, else a date. */
export function relativeTime(moment: string, now = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1000
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' })
  const distance = Math.abs(seconds)
  if (distance < 45) return format.format(0, 'second')
  if (distance < 3600) return format.format(Math.round(seconds / 60), 'minute')
  if (distance < 86_400) return format.format(Math.round(seconds / 3600), 'hour')
  if (distance < 7 * 86_400) return format.format(Math.round(seconds / 86_400), 'day')
  return date(moment)
}

export const date = (moment: string | number) =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone }).format(new Date(moment))

export const dateTime = (moment: string | number) =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(moment))

/** A date and the time to the minute. */
export const moment = (value: string) =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(value))

/** A day, which is the same in all time zones. */
export const day = (value: string) =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${value.slice(0, 10)}T00:00:00Z`),
  )

/** A moment as an input of date and time has it, in the chosen time zone. */
export const toLocalMoment = (value: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(new Date(value))
    .replace(' ', 'T')

/** A time of a custom field as a moment: without an offset, it is in UTC. */
export const toMoment = (value: string): string => (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`)

/** The moment that such an input names. */
export function fromLocalMoment(value: string): string {
  const wanted = new Date(`${value}Z`).getTime()
  // The offset at that time, which is known only when the time is.
  const shift = (at: number) => wanted - new Date(`${toLocalMoment(new Date(at).toISOString())}Z`).getTime()
  const near = wanted + shift(wanted)
  return new Date(near + shift(near)).toISOString()
}

export const number = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale.value, options).format(value)

/** `EUR` as "EUR (Euro)". */
export function currencyName(code: string): string {
  const name = new Intl.DisplayNames(locale.value, { type: 'currency', fallback: 'none' }).of(code)
  return name === undefined || name === code ? code : `${code} (${name})`
}

interface AmountField {
  readonly isDecimal?: boolean
  readonly currency?: string
  readonly currencyMember?: string
  readonly unit?: string
}

/** The code of an amount's currency: a fixed one, or that which the record or line names. */
export function currencyOf({ currency, currencyMember }: AmountField, row: Readonly<Record<string, unknown>>) {
  const code = currency ?? (currencyMember === undefined ? undefined : row[currencyMember])
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code : undefined
}

/** `kilogram` as "kg". */
export const unitName = (unit: string): string =>
  new Intl.NumberFormat(locale.value, { style: 'unit', unit }).formatToParts(1).find(({ type }) => type === 'unit')
    ?.value ?? unit

/** An exact number with its currency or unit, if it has one; all of its digits, since `Intl` takes decimal numbers as text. Undefined for other values. */
export function amount(field: AmountField, row: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  const { unit } = field
  const currency = currencyOf(field, row)
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  const stored = value.split('.')[1] ?? ''
  const decimals = stored.replace(/0+$/, '').length
  const options: Intl.NumberFormatOptions | undefined = unit
    ? { style: 'unit', unit }
    : currency
      ? { style: 'currency', currency }
      : field.isDecimal
        ? { minimumFractionDigits: Math.min(2, stored.length) }
        : undefined
  if (!options) return undefined
  const { minimumFractionDigits: least = 0 } = new Intl.NumberFormat(locale.value, options).resolvedOptions()
  // Where people write fewer decimals of a currency than ISO 4217 gives it, both are shown if one is needed: 1.234,50 Ft.
  const shown = currency && decimals === 1 ? Math.max(least, 2) : least
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: Math.max(shown, decimals) }
  const format = new Intl.NumberFormat(locale.value, { ...options, ...digits })
  return format.format(value as Intl.StringNumericLiteral)
}

/** Whether its texts are numbers of which no digit is lost. */
export const isExact = (field: AmountField): boolean => isAmount(field) || field.isDecimal === true

/** Whether it is measured in a currency or a unit. */
export const isAmount = ({ currency, currencyMember, unit }: AmountField): boolean =>
  [currency, currencyMember, unit].some((one) => one !== undefined)

/** An exact decimal as people type it: without zeros at its end, but for two places. */
export const typedAmount = (value: string): string => value.replace(/(\.\d\d)(\d*?)0+$/, '$1$2')

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function bytes(value: number): string {
  const power = value < 1000 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), UNITS.length - 1)
  return number(value / 1000 ** power, {
    style: 'unit',
    unit: UNITS[power]!,
    // Short, it would be “32 byte”.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
}

/** Characters that cannot be seen or turn the direction of what follows, as their codes. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const MAX_VALUE = 2000

/** Any JSON value as a short text for people. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value === 'number') return number(value, { maximumFractionDigits: 6 })
  if (typeof value === 'string') return visible(isMoment(value) ? dateTime(value) : value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return visible(value.join(', ')) || '—'
  return visible(JSON.stringify(value))
}

/** The text with invisible characters shown, cut where nobody reads on. */
export function visible(text: string, max = MAX_VALUE): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text
  return short.replace(HIDDEN, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
