import { sql } from 'kysely'
import type { ChangeRange } from '../define/command.ts'
import type { Context } from '../define/context.ts'

/**
 * Marks a place among the changes of the running command: what it has written by now is before it, and what it writes later behind
 * it. Two of them say what `ctx.undo` can undo as a part of the command's entry.
 */
export async function lastChange({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ last: string }>`select plinth.last_change() as last`.execute(db)
  return Number(rows[0]!.last)
}

interface RowsSince {
  readonly ids: readonly string[]
  /** A `lastChange`. */
  readonly since: number
}

/** The changes that the running command has made to rows since a mark, by their ids. Rows that it has not changed are left out. */
export async function changesOf(
  { db }: Pick<Context, 'db'>,
  { ids, since }: RowsSince,
): Promise<ReadonlyMap<string, readonly ChangeRange[]>> {
  const { rows } = await sql<{ id: string; changes: readonly string[] }>`
    select row_id as id, changes from plinth.changes_since(${ids}::uuid[], ${since})`.execute(db)
  return new Map(
    rows.map(({ id, changes }) => [id, changes.map((last) => ({ after: Number(last) - 1, last: Number(last) }))]),
  )
}
