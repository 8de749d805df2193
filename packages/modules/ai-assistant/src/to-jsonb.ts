/**
 * JSON for a column of PostgreSQL, which takes neither a NUL nor half of a character: models and people send both. Each
 * becomes the sign for what cannot be read.
 */
export function toJsonb(value: unknown): string {
  // Whole characters are not escaped; a backslash before the escape is one only where their number is even.
  return JSON.stringify(value).replace(UNREADABLE, '$1\\ufffd')
}

const UNREADABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g
