import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import { badInput, conflict } from '../errors.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Refuses a write over a version that the caller has not seen. The recorded change says which version was
 * overwritten, under the lock of the write itself, so that no command needs code for it.
 */
export async function assertExpectedVersion(
  db: Sql,
  { entryId, rowId, expected }: { entryId: string; rowId: string | null | undefined; expected: string },
): Promise<void> {
  const expectedAt = Date.parse(expected)
  if (Number.isNaN(expectedAt)) throw badInput('The expected version is not a date')
  if (!rowId || !UUID.test(rowId)) return
  const { rows } = await sql<{ updatedAt: string | null }>`
    select before ->> 'updated_at' as "updatedAt" from plinth.changes
    where tenant_id = (select plinth.tenant()) and entry_id = ${entryId} and row_id = ${rowId}
    order by seq limit 1`.execute(db)
  const updatedAt = rows[0]?.updatedAt
  if (!updatedAt) return
  const currentAt = Date.parse(updatedAt)
  if (currentAt === expectedAt) return
  throw conflict('This record has changed since it was loaded', {
    code: 'optimistic_lock_conflict',
    expectedUpdatedAt: new Date(expectedAt).toISOString(),
    currentUpdatedAt: new Date(currentAt).toISOString(),
  })
}
