import { amount, bytes, day, moment, number, relativeTime } from '../lib/format.ts'

/** A day in the visitor's language, the same in all time zones: `2026-05-01` as "May 1, 2026". */
export const formatDay = (value: string): string => day(value)

/** A date and time in the visitor's language and time zone. */
export const formatMoment = (value: string): string => moment(value)

/** How long ago a time is, if that is less than a week; else its date. */
export const formatAgo = (value: string): string => relativeTime(value)

/** A number in the visitor's language. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string => number(value, options)

/** A decimal number as text and its currency, with all of its digits: `12.50` and `EUR` as "€12.50". */
export const formatMoney = (value: string, currency: string): string => amount({ currency }, {}, value) ?? value

/** A decimal number as text and its unit, one of `Intl.NumberFormat`: `1.5` and `kilogram` as "1.5 kg". */
export const formatQuantity = (value: string, unit: string): string => amount({ unit }, {}, value) ?? value

/** A size in bytes with its unit. */
export const formatBytes = (value: number): string => bytes(value)
