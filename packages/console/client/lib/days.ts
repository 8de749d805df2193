import { timeZone } from './format.ts'

const DAY = 86_400_000

/** The first moment of a day where the reader is, for the API; `offset` moves it by milliseconds. */
export const startOf = (day: string, offset = 0): string => toMoment(`${day}T00:00:00.000Z`, offset)

/** The last one. */
export const endOf = (day: string, offset = 0): string => toMoment(`${day}T00:00:00.000Z`, DAY - 1 + offset)

/** A moment of a day, moved by a number of milliseconds. */
function toMoment(day: string, offset: number): string {
  const local = new Date(Date.parse(day) + offset).toISOString().slice(0, -1)
  // Times without an offset are in the chosen zone.
  return timeZone ? local : new Date(local).toISOString()
}

/** The day of a time where the reader is: `2026-03-29`. */
export const dayOf = (moment: string | number): string =>
  // The Swedish way to write a day is that of the API.
  new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(moment))
