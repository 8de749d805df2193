import { InvalidArgumentError } from 'commander'

/** Parses a TCP port. */
export const toPort = (text: string): number => toInteger(text, 0, 65_535)

/** Parses a positive number of things. */
export const toCount = (text: string): number => toInteger(text, 1, 1_000_000)

/** Parses a UUID. */
export function toId(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw new InvalidArgumentError('An id is expected.')
  return text
}

/** Parses a month. */
export function toMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('A month is expected: 2026-05.')
  return text
}

function toInteger(text: string, from: number, to: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= from && number <= to))
    throw new InvalidArgumentError(`A whole number from ${from} to ${to} is expected.`)
  return number
}
