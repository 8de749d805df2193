import { MAX_COLUMNS } from '../settings.ts'
import { unreadable } from './unreadable.ts'
import type { Source, SourceRow } from './source-row.ts'
import { isStorable } from './storable.ts'

/** Maximum characters of a line. */
const MAX_LINE = 4_194_304
/** How many lines are read for the names of columns. */
const SAMPLED = 100

type Line = Readonly<Record<string, unknown>>

/**
 * Reads one JSON object a line. Its columns are the properties of the first hundred, or those that are known from an earlier
 * reading. The first line is row 1.
 */
export async function readJsonLines(text: AsyncIterable<string>, known?: readonly string[]): Promise<Source> {
  const lines = readLines(text)
  const ahead: { readonly row: number; readonly line: Line }[] = []
  const columns = [...(known ?? [])]
  if (!known) {
    const names = new Set<string>()
    while (ahead.length < SAMPLED) {
      const { done, value } = await lines.next()
      if (done) break
      ahead.push(value)
      for (const name of Object.keys(value.line).filter(isStorable)) names.add(name)
      if (names.size > MAX_COLUMNS) throw unreadable(`A file can have at most ${MAX_COLUMNS} columns`)
    }
    columns.push(...names)
  }
  async function* rows(): AsyncGenerator<SourceRow> {
    for (const one of ahead) yield toRow(one)
    for await (const one of lines) yield toRow(one)
  }
  function toRow({ row, line }: { readonly row: number; readonly line: Line }): SourceRow {
    const cells = columns.map((name) => (Object.hasOwn(line, name) ? line[name] : undefined))
    return { row, cells, size: JSON.stringify(line).length }
  }
  return { columns, rows: rows() }
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<{ readonly row: number; readonly line: Line }> {
  let rest = ''
  let row = 0
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    if (rest.length > MAX_LINE) throw unreadable(`Line ${row + parts.length + 1} is too long`)
    for (const part of parts) {
      row++
      if (part.trim() !== '') yield { row, line: parseLine(part, row) }
    }
  }
  if (rest.trim() !== '') yield { row: row + 1, line: parseLine(rest, row + 1) }
}

function parseLine(text: string, row: number): Line {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line
  } catch {
    // Reported below.
  }
  throw unreadable(`Line ${row} is not a JSON object`)
}
