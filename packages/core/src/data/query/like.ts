/**
 * Returns a LIKE pattern that matches the text anywhere, with wildcards escaped.
 *
 * @example
 * from(Ticket, 't').select('t.title').where('t.title', 'ilike', contains(query.search))
 */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
