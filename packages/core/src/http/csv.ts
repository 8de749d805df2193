/**
 * Writes rows as CSV (RFC 4180, with line feeds). Texts that a spreadsheet would execute begin with an apostrophe. Some programs begin
 * a row at a bare carriage return, so texts with one are quoted like those with a line feed.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  let text = ''
  // A line without anything is no row.
  for (const row of rows) text += `${row.map(toCell).join(',') || (row.length === 1 ? '""' : '')}\n`
  return text
}

function toCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = toInert(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const QUOTED = /[",\r\n]/

/** Prefixes texts that a spreadsheet would execute as a formula with an apostrophe (decision: Export of lists). */
const toInert = (cell: string): string => (EXECUTED.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell)

/**
 * A formula also begins after spaces and characters that nobody sees, and in Apple Numbers with full-width characters. Who takes one
 * apostrophe away gets a text that began with one.
 */
const EXECUTED = /^'*(?:[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u

/** A decimal, which the database returns as text. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/
