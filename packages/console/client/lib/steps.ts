import { timeZone } from './format.ts'
import { locale } from './i18n.ts'

// Steps of time series begin at midnight in the chosen time zone, or in UTC.
const inZone = (options: Intl.DateTimeFormatOptions) => (time: number) =>
  new Intl.DateTimeFormat(locale.value, { ...options, timeZone: timeZone ?? 'UTC' }).format(time)

/** The day that a step of a time series begins on. */
export const formatStep = inZone({ dateStyle: 'medium' })
/** The same where there is little room. */
export const formatStepShort = inZone({ day: 'numeric', month: 'short' })
