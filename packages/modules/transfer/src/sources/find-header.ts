import type { FileRow } from '@plinth/attachments'
import { isBlank, toShownText } from './column-names.ts'
import type { OpenedSource } from './open-source.ts'

/**
 * The row with the names of the columns, if there are other lines above it, such as a title: the first one of different words that is
 * nearly as wide as the widest. Undefined if that is the header already, or there is none.
 */
export function findHeader({ header }: Pick<OpenedSource, 'header'>, rows: readonly FileRow[]): number | undefined {
  const widest = Math.max(...rows.map(({ cells }) => widthOf(cells)), 0)
  // A title is in one cell.
  const isWide = (width: number) => width * 3 > widest * 2 && (width > 1 || widest < 2)
  if (isWide(widthOf(header))) return undefined
  return rows.find(({ cells }) => isWide(widthOf(cells)) && areNames(cells))?.row
}

const filled = (cells: readonly unknown[]) => cells.filter((cell) => !isBlank(cell))

const widthOf = (cells: readonly unknown[]): number => filled(cells).length

function areNames(cells: readonly unknown[]): boolean {
  const names = filled(cells).map((cell) => toShownText(cell).trim())
  return new Set(names).size === names.length && names.every((name) => !NOT_A_NAME.test(name))
}

/** A number, a date, a time or a truth value. */
const NOT_A_NAME = /^(?:[\d\s.,:/+\-T%€$£]+Z?|true|false)$/i
