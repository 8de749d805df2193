import { badInput, type Sql, sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { definePlatformCommand, ofTenant } from '../platform-command.ts'
import { createChain } from '../trail/chain.ts'
import { entryDigest, ownChangesText } from '../trail/digest.ts'
import { entriesAt, type ChainRange, portionsAt } from '../trail/chain-portions.ts'
import { checkFile } from './archive-part.ts'
import { type ArchivedEntry, ArchiveFault } from './archive-lines.ts'
import { archive } from './archive-store.ts'
import { findArchives } from './find-archives.ts'
import { readEntryColumns, readRecord } from './record-text.ts'

/** Maximum number of entries per statement, and the text size in characters at which a statement is sent early. */
const BATCH = 200
const MAX_BATCH_LENGTH = 16 * 1024 * 1024

/**
 * Restores a tenant's month from the archive, so that lists and exports show its entries again. They cannot be undone, because
 * the archive does not contain what undo needs. If anything differs from what was chained, everything is rolled back. Only the
 * platform may run it.
 */
export const restoreMonth = definePlatformCommand({
  id: 'audit_logs.archive.restore',
  reason: 'restore a month of the archive',
  input: z.object({ tenantId: z.guid(), month: z.string() }),
  output: z.object({ entries: z.number().int() }),
  async run({ input: { tenantId, month }, inject, now }, db) {
    const { store } = inject(archive)
    if (!store) throw badInput('This server has no archive')
    const chain = createChain(inject(platformKeys))
    const parts = (await findArchives(db, chain, tenantId)).filter(
      (part) => part.month === month && part.restoredAt === null,
    )
    if (parts.length === 0) throw badInput('These entries are not in the archive, or are already in the database')
    let entries = 0
    for (const { first } of parts) {
      const batches = new Batches(db, tenantId)
      const found = await checkFile({ store, chain, part: { tenantId, month, first } }, (entry) => batches.put(entry))
      await batches.end()
      await assertSame(db, { tenantId, first, last: found.last.number })
      entries += found.entries
    }
    await sql`update plinth.log_archives a set restored_at = ${now().toISOString()}
      where ${ofTenant(tenantId, 'a')} and a.first = any (${parts.map(({ first }) => first)}::bigint[])`.execute(db)
    return { entries }
  },
})

/** Inserts entries, many per statement. */
class Batches {
  readonly #db: Sql
  readonly #tenantId: string
  #entries: object[] = []
  #length = 0

  constructor(db: Sql, tenantId: string) {
    this.#db = db
    this.#tenantId = tenantId
  }

  async put(entry: ArchivedEntry): Promise<void> {
    this.#length += entry.changes.reduce(
      (sum, [, before, after]) => sum + (before?.length ?? 0) + (after?.length ?? 0),
      0,
    )
    if (this.#entries.push(toEntryRow(entry)) === BATCH || this.#length >= MAX_BATCH_LENGTH) await this.end()
  }

  async end(): Promise<void> {
    const entries = JSON.stringify(this.#entries)
    this.#entries = []
    this.#length = 0
    await sql`select plinth.put_back(${this.#tenantId}, ${entries}::jsonb)`.execute(this.#db)
  }
}

/** Compares the digests of the rows as the database now reads them: any difference means they are not what was archived. */
async function assertSame(db: Sql, range: ChainRange): Promise<void> {
  for await (const portion of portionsAt((work) => work(db), range)) {
    const { rows } = await sql<{ differ: number }>`select count(*)::integer as differ
      from ${entriesAt(portion)} and s.digest <> ${entryDigest(ownChangesText)}`.execute(db)
    if (rows[0]?.differ !== 0) throw new ArchiveFault('The entries differ from those that were chained')
  }
}

function toEntryRow({ entry, changes, ...rest }: ArchivedEntry): object {
  return {
    ...rest,
    ...readEntryColumns(entry),
    changes: changes.map(([what, before, after, schema]) => {
      const [seq, table, row] = readRecord(what)
      return { seq, table, row, before, after, schema }
    }),
  }
}
