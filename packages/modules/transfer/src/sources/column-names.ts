import { toExcerpt } from './storable.ts'

/** A cell as people see it. */
export const toShownText = (cell: unknown): string => {
  if (typeof cell !== 'object' || cell === null) return String(cell ?? '')
  // One of a spreadsheet whose formula has no value, as it is shown there.
  return '#error' in cell ? String(cell['#error']) : JSON.stringify(cell)
}

/** Names of columns as people see them: without empty and equal ones. */
export function toColumnNames(header: readonly unknown[]): readonly string[] {
  const names = header.map((cell) => toShownText(cell).trim())
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
