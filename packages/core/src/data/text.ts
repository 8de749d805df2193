// Text for the database.

/**
 * The text as a LIKE pattern that matches it anywhere, wildcards taken literally.
 *
 * @example
 * from(Ticket, 't').select('t.title').where('t.title', 'ilike', contains(query.search))
 */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * U+FFFD in the place of NUL, which PostgreSQL's text cannot hold (decision 76): for what names or looks for something, and
 * where no client can be asked to correct it.
 */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD')

/** The same of JSON for a column, and of halves of characters, which `jsonb` cannot hold either. */
export function toJsonb(value: unknown): string {
  // Whole characters are not escaped; a backslash before the escape is one only where their number is even.
  return JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\\ufffd')
}

/** Where texts in the value, or names of its members, have NUL. */
export function pathsOfNul(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name.includes('\0') ? [[...path, name]] : pathsOfNul(member, [...path, name]),
  )
}
