import { stringify } from 'csv-stringify/sync'

/**
 * Writes rows as CSV (RFC 4180, with line feeds). Texts that a spreadsheet would execute begin with an apostrophe. Some programs begin
 * a row at a bare carriage return, so texts with one are quoted like those with a line feed.
 */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(
    rows.map((row) => row.map(toInert)),
    { record_delimiter: '\n', quoted_match: /\r/ },
  )

/**
 * Prefixes texts that a spreadsheet would execute as a formula with an apostrophe (decision: Export of lists); numbers stay
 * numbers.
 */
const toInert = (cell: string | number): string | number =>
  typeof cell === 'string' && EXECUTED.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell

/**
 * A formula also begins after spaces and characters that nobody sees, and in Apple Numbers with full-width characters. Who takes one
 * apostrophe away gets a text that began with one.
 */
const EXECUTED = /^'*(?:[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u

/** A decimal, which the database returns as text. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/
