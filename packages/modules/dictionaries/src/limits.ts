import { badInput, type CommandContext, MIB, sql } from '@plinth/core'
import { DictionaryEntry } from './entities.ts'

/** Maximum number of entries per dictionary. */
export const MAX_ENTRIES = 5_000

/** Maximum number of entries per tenant. */
const MAX_ALL_ENTRIES = 50_000

/** Maximum bytes of the values and labels of all entries of a tenant. */
const MAX_BYTES = 16 * MIB

type Counter = Pick<CommandContext, 'widenScope'>

/** Throws 400 if the dictionary, or all dictionaries of the tenant together, cannot take that many further entries. */
export async function assertRoomForEntries({ widenScope }: Counter, dictionaryId: string, added = 1): Promise<void> {
  const { rows } = await widenScope('tenant', 'measure the dictionaries of a tenant', ({ db, from }) =>
    sql<{ own: number; all: number; bytes: number }>`
      select count(*) filter (where e."dictionaryId" = ${dictionaryId})::int as own, count(*)::int as "all",
        coalesce(sum(octet_length(e.value) + octet_length(e.label)), 0)::float8 as bytes
      from ${from.table(DictionaryEntry, 'e')}`.execute(db),
  )
  const { own, all, bytes } = rows[0]!
  if (own + added > MAX_ENTRIES) throw badInput(`A dictionary can have at most ${MAX_ENTRIES} entries`)
  if (all + added > MAX_ALL_ENTRIES)
    throw badInput(`The dictionaries of a tenant can have at most ${MAX_ALL_ENTRIES} entries together`)
  if (bytes > MAX_BYTES)
    throw badInput(`The entries of a tenant can have at most ${MAX_BYTES / MIB} MiB of values and labels together`)
}
