// Text for the database, its settings, and SQL as text.

/** Values of PostgreSQL's settings by their names. */
export type PostgresSettings = Readonly<Record<string, string | number>>

/**
 * What statements need, whatever the server, the database or the login has as its default. It is no part of what a
 * connection says as it opens: poolers refuse that.
 */
export const toPostgresSettings = ({
  statementTimeout = 30_000,
  idleTimeout = 120_000,
}: {
  readonly statementTimeout?: number
  readonly idleTimeout?: number
}): PostgresSettings => ({
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  // Recorded rows hold floats and bytes as text.
  extra_float_digits: 1,
  bytea_output: 'hex',
  search_path: 'public, pg_temp',
  // Values are written into SQL, where a backslash must be nothing but a backslash.
  standard_conforming_strings: 'on',
  statement_timeout: statementTimeout,
  // A host that stands still, and is still there for the network, keeps its locks no longer.
  idle_in_transaction_session_timeout: idleTimeout,
})

/**
 * A host that has gone without a word is noticed by the server within half a minute, and its locks are free. Any login may set
 * these, and a socket of the same machine ignores them. Not behind a pooler: its connections are not ours.
 */
export const SESSION_SETTINGS: PostgresSettings = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
}

/** Calls that give settings their values. */
export function toSetConfig(settings: PostgresSettings, until: 'transaction' | 'session'): readonly string[] {
  return Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', ${until === 'transaction'})`,
  )
}

/**
 * The text as a LIKE pattern that matches it anywhere, wildcards taken literally.
 *
 * @example
 * from(Ticket, 't').select('t.title').where('t.title', 'ilike', contains(query.search))
 */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A name as SQL has it, whatever is in it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

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

/** Where a statement of an SQL text begins: its line, counted from 1, and its own text. */
interface LocatedStatement {
  readonly line: number
  readonly text: string
}

/** Comments, quoted text of all four kinds, and the end of a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|;/g

/** The statements of an SQL text, as the server counts them: those that hold nothing but comments are none. */
export function splitStatements(text: string): readonly LocatedStatement[] {
  return cutStatements(text).map(({ at, sql }) => ({
    line: lineOf(text, at),
    text: sql.replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** The same statements as they are written, and where each begins. */
export function cutStatements(text: string): readonly { readonly at: number; readonly sql: string }[] {
  const statements: { at: number; sql: string }[] = []
  let from = 0
  const end = (to: number) => {
    const raw = text.slice(from, to)
    const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(raw)![0].length
    if (lead < raw.length) statements.push({ at: from + lead, sql: raw.slice(lead) })
    from = to + 1
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) if (token === ';') end(index)
  end(text.length)
  return statements
}

/** The line of a position in a text, counted from 1. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Which statement of a migration failed, by how many were done before it. */
export function locateFailure({ id, sql, done }: { id: string; sql: string; done: number }, error: unknown): string {
  const { message, position } = error as { message: string; position?: string }
  const statement = splitStatements(sql)[done]
  const line = position === undefined ? statement?.line : lineOf(sql, Number(position) - 1)
  const text = sql.split('\n')[(line ?? 1) - 1]?.trim()
  const shown = position === undefined ? statement?.text : text
  return line === undefined
    ? `Migration '${id}' failed: ${message}`
    : `Migration '${id}' failed at line ${line}, \`${shorten(shown ?? '')}\`: ${message}`
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

const CREATE = /^create (unique )?index concurrently (?:if not exists )?("\w+"|\w+) on ([\w.]+)\s+(.*)$/is

/** An index that a statement makes without keeping anybody waiting. */
export interface NewIndex {
  readonly unique: string
  readonly name: string
  readonly table: string
  /** Its columns, and all that follows. */
  readonly rest: string
}

export function toIndex(statement: string): NewIndex | undefined {
  const [, unique = '', name, table, rest] = CREATE.exec(statement.trim()) ?? []
  return name !== undefined && table !== undefined && rest !== undefined ? { unique, name, table, rest } : undefined
}
