/** A statement of an SQL text, and its line, counted from 1. */
interface LocatedStatement {
  readonly line: number
  readonly text: string
}

/** Comments, the four kinds of quoted text, and the end of a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|;/g

/** Splits an SQL text into statements as the server counts them, without those that contain only comments. */
export function splitStatements(text: string): readonly LocatedStatement[] {
  return cutStatements(text).map(({ at, sql }) => ({
    line: lineOf(text, at),
    text: sql.replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** Like `splitStatements`, but returns the unchanged text of each statement and its position. */
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

/** The line number of a position in a text, counted from 1. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

const CREATE = /^create (unique )?index concurrently (?:if not exists )?("\w+"|\w+) on ([\w.]+)\s+(.*)$/is

/** An index that a statement creates concurrently. */
export interface NewIndex {
  readonly unique: string
  readonly name: string
  readonly table: string
  /** The columns, and everything after them. */
  readonly rest: string
}

export function toIndex(statement: string): NewIndex | undefined {
  const [, unique = '', name, table, rest] = CREATE.exec(statement.trim()) ?? []
  return name !== undefined && table !== undefined && rest !== undefined ? { unique, name, table, rest } : undefined
}
