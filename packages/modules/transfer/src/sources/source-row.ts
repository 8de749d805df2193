import { toExcerpt } from './storable.ts'

/** A row of a file: the cells in the order of its columns. */
export interface SourceRow {
  /** Counted like a spreadsheet: the header is row 1. */
  readonly row: number
  readonly cells: readonly unknown[]
  /** Whether it has more cells than the header has names: what they belong to is not known. */
  readonly isTooLong?: boolean
  /** The size of the row, in characters. */
  readonly size: number
}

/** The header of a file, and its rows. */
export interface Source {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<SourceRow>
}

/** Names of columns as people see them: without empty and equal ones. */
export function toColumnNames(header: readonly unknown[]): readonly string[] {
  const names = header.map((cell) => String(cell ?? '').trim())
  while (names.length > 0 && names.at(-1) === '') names.pop()
  const taken = new Set<string>()
  return names.map((given, index) => {
    const name = given === '' ? `Column ${index + 1}` : toExcerpt(given, 450)
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  })
}

/** Whether nothing is in a cell. */
export const isBlank = (cell: unknown): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
