/** A year, a month or a day, or a time of a day with or without seconds and offset, as ISO 8601 writes them. */
const ISO = /^(\d{4}(?:-\d\d(?:-(\d\d))?)?)(?:(?<=-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i
/** What names a zone at the end of any other text that JavaScript takes for a date. */
const ZONE =
  /(?:[\d\s]z|\b(?:ut|utc|gmt|[ecmp][sd]t)|(?::\d\d(?:\.\d+)?\s?|\bgmt|\butc)[+-]\d\d:?\d\d)(?:\s?\([^)]*\))?$/i
const MAX_LENGTH = 100

/**
 * Milliseconds since the epoch of a date in any form that JavaScript takes for one, or `NaN`. Where the text names no zone
 * it is UTC: JavaScript would take that of the host, and two hosts would disagree.
 */
export function parseDate(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN
  const iso = ISO.exec(text)
  if (iso) return parseIso(iso)
  return Date.parse(ZONE.test(text) ? text : `${text} UTC`)
}

/** The same of what ISO 8601 alone takes for a date; a day that its month does not have is none. */
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
