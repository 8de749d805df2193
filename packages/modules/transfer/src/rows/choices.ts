import type { CommandContext } from '@plinth/core'
import { Duplicate, ImportedRow } from '../entities.ts'

/** What is done with a row that looks like something else: a new record all the same, an update of the other, or nothing. */
export const CHOICES = ['create', 'update', 'skip'] as const

/** What somebody has chosen for a row. */
export interface ChosenRow {
  readonly choice: (typeof CHOICES)[number]
  /** The record to update, if it is known by now. */
  readonly recordId: string | null
  /** The earlier row whose record is updated. */
  readonly otherRow: number | null
  /** Whether a rehearsal only counts the update, because it has rolled back the row that has created the record. */
  readonly isRehearsed: boolean
}

export type Choices = ReadonlyMap<number, ChosenRow>

interface ChunkOfRows {
  readonly importId: string
  readonly isRehearsal: boolean
  readonly firstRow: number
  readonly lastRow: number
}

/** What was chosen for the rows of a chunk. */
export async function findChoices(
  { from }: CommandContext,
  { importId, isRehearsal, firstRow, lastRow }: ChunkOfRows,
): Promise<Choices> {
  const found = await from(Duplicate, 'd')
    .select(['d.row', 'd.choice', 'd.recordId', 'd.otherRow'])
    .where('d.importId', '=', importId)
    .where('d.row', '>=', firstRow)
    .where('d.row', '<=', lastRow)
    .where('d.choice', 'in', ['update', 'skip'])
    .execute()
  const earlier = found.flatMap(({ otherRow }) => (otherRow !== null && otherRow < firstRow ? [otherRow] : []))
  const records = new Map<number, string>()
  if (earlier.length > 0 && !isRehearsal)
    for (const { row, recordId } of await from(ImportedRow, 'r')
      .select(['r.row', 'r.recordId'])
      .where('r.importId', '=', importId)
      .where('r.row', 'in', earlier)
      .execute())
      records.set(row, recordId)
  return new Map(
    found.map(({ row, choice, recordId, otherRow }) => [
      row,
      {
        choice: choice as ChosenRow['choice'],
        recordId: recordId ?? (otherRow === null ? null : (records.get(otherRow) ?? null)),
        otherRow,
        isRehearsed: isRehearsal && choice === 'update' && otherRow !== null && otherRow < firstRow,
      },
    ]),
  )
}
