/** ISO 8601: a year, a month or a day, or a day and a time with optional seconds and offset. */
const ISO = /^(\d{4}(?:-\d\d(?:-(\d\d))?)?)(?:(?<=-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i
/** A time zone at the end of any other text that JavaScript parses as a date. */
const ZONE =
  /(?:(?<=[\d\s])z|\b(?:ut|utc|gmt|[ecmp][sd]t)|(?:(?<=:\d\d(?:\.\d+)?\s?)|\b(?:gmt|utc))[+-]\d\d:?\d\d)(?:\s?\([^)]*\))?$/i
const MAX_LENGTH = 100

/**
 * Parses a date in any format that JavaScript accepts, to milliseconds since the epoch or `NaN`. A day that does not exist in its
 * month is `NaN`. A text without a time zone is UTC: JavaScript would use the time zone of the host, and two hosts could disagree.
 */
export function parseDate(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN
  const iso = ISO.exec(text)
  if (iso) return parseIso(iso)
  const local = text.replace(ZONE, '')
  const day = dayIn(local)
  if (day !== undefined && day > 28 && new Date(`${local} UTC`).getUTCDate() !== day) return Number.NaN
  return Date.parse(local === text ? `${text} UTC` : text)
}

/** Like `parseDate`, but only for ISO 8601. */
export function parseIsoDate(text: string): number {
  const iso = text.length <= MAX_LENGTH && ISO.exec(text)
  return iso ? parseIso(iso) : Number.NaN
}

/** JavaScript takes February 30 as March 2. */
function parseIso([, date = '', day, time, offset = 'Z']: RegExpExecArray): number {
  if (day !== undefined && new Date(date).getUTCDate() !== Number(day)) return Number.NaN
  return Date.parse(time === undefined ? date : `${date}T${time}${offset.toUpperCase()}`)
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** The day of the month in a text that is not ISO 8601, found as JavaScript finds it. */
function dayIn(text: string): number | undefined {
  const withoutTime = text.replaceAll(/\([^)]*\)|\d+:\d+(?::\d+)?(?:\.\d+)?/g, ' ')
  const [first, second, third] = (withoutTime.match(/\d+/g) ?? []).map(Number)
  const isDay = (number: number | undefined) => number !== undefined && number >= 1 && number <= 31
  if (MONTH.test(withoutTime)) return isDay(first) ? first : second
  return third !== undefined && !isDay(first) ? third : second
}
