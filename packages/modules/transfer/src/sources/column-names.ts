import { toExcerpt } from './storable.ts'

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
