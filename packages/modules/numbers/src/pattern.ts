/** When a series starts again from 1, in the tenant's time zone. */
export type Period = 'year' | 'month' | 'never'

/** Maximum characters of a pattern. */
export const MAX_PATTERN = 50
/** The largest number that a series can be set to. */
export const MAX_NUMBER = 999_999_999_999

const PLACE = /\{(yyyy|yy|mm|0{1,12})\}/g

/** What is wrong with a pattern, in a sentence; undefined if nothing is. */
export function findPatternError(pattern: string, period: Period): string | undefined {
  if (pattern.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters`
  const places = [...pattern.matchAll(PLACE)].map(([, name]) => name!)
  const text = pattern.replace(PLACE, '')
  if (/[{}]/.test(text)) return 'In braces, a pattern can have yyyy, yy, mm and zeros for the number: {yyyy}-{00000}'
  if (/[^\p{L}\p{N}\p{P}\p{S} ]/u.test(text)) return 'A pattern is one line of letters, digits and punctuation'
  const numbers = places.filter((name) => name.startsWith('0'))
  if (numbers.length !== 1) return 'A pattern has one place for the number: {00000}'
  if (/\d\{0|\{0+\}\d/.test(pattern)) return 'A digit beside the number would be read as part of it'
  const hasYear = places.includes('yyyy') || places.includes('yy')
  if (period !== 'never' && !hasYear) return 'The numbers begin anew each year, so the pattern needs {yyyy} or {yy}'
  if (period === 'month' && !places.includes('mm'))
    return 'The numbers begin anew each month, so the pattern needs {mm}'
  return undefined
}

/** The text of a number on a day such as `2026-03-29`. A number with more digits than the pattern has zeros is written in full. */
export const toText = (pattern: string, value: number, day: string): string =>
  pattern.replace(PLACE, (_, place: string) => {
    if (place === 'yyyy') return day.slice(0, 4)
    if (place === 'yy') return day.slice(2, 4)
    if (place === 'mm') return day.slice(5, 7)
    return String(value).padStart(place.length, '0')
  })

/** The period of a day: `2026`, `2026-03`, or empty if numbers never begin anew. */
export function periodOf(day: string, period: Period): string {
  if (period === 'never') return ''
  return day.slice(0, period === 'year' ? 4 : 7)
}
