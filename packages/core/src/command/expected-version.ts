import { sql } from 'kysely'
import { isUuid } from '../data/query/uuid.ts'
import type { Command } from '../define/command.ts'
import { badInput, conflict } from '../errors.ts'
import { parseDate } from '../parse-date.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'

interface ExpectedVersion {
  readonly entryId: string
  readonly command: Pick<Command, 'entity'>
  readonly rowId: string | null | undefined
  readonly expected: string
}

/** Optimistic locking for all commands: refuses to overwrite a version that the caller has not seen. */
export async function assertExpectedVersion(state: UnitOfWork, { expected, rowId, ...version }: ExpectedVersion) {
  const expectedAt = parseExpected(expected)
  if (!isUuid(rowId)) return
  const updatedAt = await findVersion(state, { ...version, rowId })
  if (updatedAt) assertSame(expectedAt, new Date(updatedAt))
}

/** The same for a command that says itself what the version is, before it runs. What is no longer stored has changed, too. */
export async function assertCurrentVersion(expected: string, findCurrent: () => Promise<Date | string | null>) {
  const expectedAt = parseExpected(expected)
  const updatedAt = await findCurrent()
  assertSame(expectedAt, updatedAt === null ? null : new Date(updatedAt))
}

function parseExpected(expected: string): number {
  const expectedAt = parseDate(expected)
  if (Number.isNaN(expectedAt)) throw badInput('The expected version is not a date')
  return expectedAt
}

function assertSame(expectedAt: number, current: Date | null): void {
  if (current?.getTime() === expectedAt) return
  throw conflict('This record has changed since it was loaded', {
    code: 'optimistic_lock_conflict',
    expectedUpdatedAt: new Date(expectedAt).toISOString(),
    currentUpdatedAt: current?.toISOString() ?? null,
  })
}

/**
 * The version of the row before the command: it is read from the recorded change, made under the lock of the write itself. A row
 * that the command did not change is locked here, so that nobody changes it before the commit. Null for a new row.
 */
async function findVersion(
  state: UnitOfWork,
  { entryId, command: { entity }, rowId }: Omit<ExpectedVersion, 'expected'> & { readonly rowId: string },
): Promise<string | null | undefined> {
  const db = state.sql('app')
  const table = entity && state.runtime.tables.tableOf(entity)
  const { rows } = await sql<{ updatedAt: string | null }>`
    select before ->> 'updated_at' as "updatedAt" from plinth.changes
    where tenant_id = (select plinth.tenant()) and entry_id = ${entryId} and row_id = ${rowId}
      and table_name = coalesce(${table ?? null}, table_name)
    order by seq limit 1`.execute(db)
  if (rows[0] || !entity) return rows[0]?.updatedAt
  const { rows: live } = await sql<{ updatedAt: string | null }>`
    select to_jsonb(r) ->> 'updatedAt' as "updatedAt" from ${state.from('app').table(entity, 'r')}
    where r.id = ${rowId} for share`.execute(db)
  return live[0]?.updatedAt
}
