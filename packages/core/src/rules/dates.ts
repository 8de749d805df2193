/** ISO 8601: a year, a month or a day, or a day and a time with optional seconds and offset. */
const ISO = /^(\d{4}(?:-\d\d(?:-(\d\d))?)?)(?:(?<=-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i
/** A time zone at the end of any other text that JavaScript parses as a date. */
const ZONE =
  /(?:[\d\s]z|\b(?:ut|utc|gmt|[ecmp][sd]t)|(?::\d\d(?:\.\d+)?\s?|\bgmt|\butc)[+-]\d\d:?\d\d)(?:\s?\([^)]*\))?$/i
const MAX_LENGTH = 100

/**
 * Parses a date in any format that JavaScript accepts, to milliseconds since the epoch or `NaN`. A text without a time zone is
 * UTC: JavaScript would use the time zone of the host, and two hosts could disagree.
 */
export function parseDate(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN
  const iso = ISO.exec(text)
  if (iso) return parseIso(iso)
  return Date.parse(ZONE.test(text) ? text : `${text} UTC`)
}

/** Like `parseDate`, but only for ISO 8601. A day that does not exist in its month is `NaN`. */
export function parseIsoDate(text: string): number {
  const iso = text.length <= MAX_LENGTH && ISO.exec(text)
  if (!iso) return Number.NaN
  const [, date = '', day] = iso
  const isThere = day === undefined || new Date(date).getUTCDate() === Number(day)
  return isThere ? parseIso(iso) : Number.NaN
}

function parseIso([, date, , time, offset = 'Z']: RegExpExecArray): number {
  return Date.parse(time === undefined ? date! : `${date}T${time}${offset.toUpperCase()}`)
}
