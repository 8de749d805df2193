/** Where a statement of an SQL text begins: its line, counted from 1, and its own text. */
export interface StatementPlace {
  readonly line: number
  readonly text: string
}

/** Comments, quoted text of all four kinds, and the end of a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|;/g

/** The statements of an SQL text, as the server counts them: those that hold nothing but comments are none. */
export function splitStatements(text: string): readonly StatementPlace[] {
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
