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

/** The same for rows that the running command has written, by their ids: the changes of each, and others that lie between them. */
export async function changesOf(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangeRange>> {
  const { rows } = await sql<{ id: string; first: string; last: string }>`
    select row_id as id, first_change as first, last_change as last from plinth.changes_of(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, first, last }) => [id, { after: Number(first) - 1, last: Number(last) }]))
}
