import { linesOf } from './lines.ts'
import type { FileRows } from './rows.ts'
import { ReadingError, type RowLimits } from './task.ts'

/** Maximum characters of a line. */
const MAX_LINE = 4_194_304
/** How many lines are read for the names of columns. */
const SAMPLED = 100

type Line = Readonly<Record<string, unknown>>

interface NumberedLine {
  readonly row: number
  readonly line: Line
}

interface KnownColumns {
  readonly limits: RowLimits
  /** The columns that are known from an earlier reading. */
  readonly known: readonly string[] | undefined
}

/**
 * Reads one JSON object a line. Its columns are the properties of the first hundred, or those that are known. The first line is row 1;
 * the header has none.
 */
export async function* readJsonLines(text: AsyncIterable<string>, { known, limits }: KnownColumns): FileRows {
  const lines = readLines(text)
  const ahead: NumberedLine[] = []
  const names = new Set(known)
  const sampled = known ? 0 : SAMPLED
  // One column too many is refused by whoever asks.
  while (ahead.length < sampled && names.size < limits.columns) {
    const { done, value } = await lines.next()
    if (done) break
    ahead.push(value)
    for (const name of Object.keys(value.line).filter(isStorable)) names.add(name)
  }
  const columns = [...names].slice(0, limits.columns)
  const toRow = ({ row, line }: NumberedLine) => ({
    row,
    cells: columns.map((name) => (Object.hasOwn(line, name) ? line[name] : null)),
  })
  yield { row: 0, cells: columns }
  for (const one of ahead) yield toRow(one)
  for await (const one of lines) yield toRow(one)
}

/** Whether the database can hold a name: without zeros and halves of characters. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<NumberedLine> {
  let row = 0
  const tooLong = () => new ReadingError('broken', `Line ${row + 1} is too long`)
  for await (const line of linesOf(ended(text), { longest: MAX_LINE, tooLong })) {
    row++
    if (line.trim() !== '') yield { row, line: parseLine(line, row) }
  }
}

/** The last line need not have a line break. */
async function* ended(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text
  yield '\n'
}

function parseLine(text: string, row: number): Line {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line
  } catch {
    // Reported below.
  }
  throw new ReadingError('broken', `Line ${row} is not a JSON object`)
}
