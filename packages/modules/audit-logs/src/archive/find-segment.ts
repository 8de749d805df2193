import { MIB, type Sql, sql } from '@plinth/core'
import { ofTenant } from '../platform-command.ts'
import { type ChainRange, entriesAt, pagesOf, storedChangesBytes } from '../trail/chain-portions.ts'
import type { Segment } from './archive-file.ts'

/** Maximum number of entries per file, and per transaction that removes them from the database. */
const MAX_ENTRIES = 20_000
/** Maximum stored size in bytes, because nobody can undo while entries are being removed; a single entry may be larger. */
const MAX_BYTES = 64 * MIB
/** Overhead of a row in addition to its images. */
const ROW_BYTES = 200

/**
 * The next part of a tenant's chain whose retention has expired: complete, consecutive entries of one month. Stops before a
 * missing entry, because only complete parts may be archived. A date in the future comes from a wrong clock and does not delay
 * archiving.
 */
export async function findSegment(
  db: Sql,
  { tenantId, before, now }: { readonly tenantId: string; readonly before: Date; readonly now: Date },
): Promise<Segment | null> {
  const { rows } = await sql<{
    month: string
    first: number
    last: number
    number: number | null
    hash: Buffer | null
  }>`
    with previous as (
      select last as number, hash from plinth.log_archives a where ${ofTenant(tenantId, 'a')} order by first desc limit 1
    ), page as materialized (
      select s.number, s.tenant_id, s.entry_id from plinth.seals s where ${ofTenant(tenantId, 's')}
        and s.number > coalesce((select number from previous), 0) order by s.number limit ${MAX_ENTRIES}
    ), dated as materialized (
      select p.number, e.created_at, to_char(e.created_at at time zone 'UTC', 'YYYY-MM') as month,
        e.created_at <= ${now.toISOString()}::timestamptz as is_sound
      from page p left join plinth.action_log e on e.tenant_id = p.tenant_id and e.id = p.entry_id
    ), first as (
      select min(number) as number, (array_agg(month order by number) filter (where is_sound))[1] as month from dated
    )
    select f.month, f.number::integer as first, (select max(d.number)::integer from dated d where d.number < coalesce((
        select min(n.number) from dated n where n.created_at is null
          or n.is_sound and (n.created_at >= ${before.toISOString()}::timestamptz or n.month > f.month)), 9007199254740991)) as last,
      p.number::integer as number, p.hash
    from first f left join previous p on true where f.month is not null`.execute(db)
  const found = rows[0]
  if (!found || found.last === null || found.first !== (found.number ?? 0) + 1) return null
  const { month, first, number, hash } = found
  const previous = number === null || hash === null ? null : { tenantId, number, hash }
  return { tenantId, month, first, last: await lastWithin(db, { tenantId, first, last: found.last }), previous }
}

/** The last position that fits into one part. */
async function lastWithin(db: Sql, range: ChainRange): Promise<number> {
  let bytes = 0
  for (const page of pagesOf(range)) {
    const { rows } = await sql<{ number: number; bytes: number }>`
      select s.number::integer as number, (coalesce(pg_column_size(e.context), 0) + (
        select ${storedChangesBytes} + count(*) * ${ROW_BYTES}::integer from plinth.changes c
        where c.tenant_id = e.tenant_id and c.entry_id = e.id))::float8 as bytes
      from ${entriesAt(page)} order by s.number`.execute(db)
    for (const entry of rows) {
      bytes += entry.bytes
      if (bytes > MAX_BYTES && entry.number > range.first) return entry.number - 1
    }
  }
  return range.last
}
