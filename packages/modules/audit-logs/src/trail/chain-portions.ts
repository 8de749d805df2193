import { MIB, sql } from '@plinth/core'
import { ofTenant } from '../platform-command.ts'
import type { TrailRead } from './fault.ts'

/** Bytes of text that one statement may read: a few seconds of work at most, and far less than a host's memory. */
export const MAX_TEXT_BYTES = 64 * MIB

/**
 * Upper bound of the text size of a JSON column in bytes, computed from its stored size without reading it. Text is less than
 * 32 times as long as the binary form (numbers such as 1e308), which may itself be compressed.
 */
export function mostText(column: string) {
  const stored = sql.ref(column)
  return sql`pg_column_size(${stored})::bigint
    * case pg_column_compression(${stored}) when 'pglz' then 2800 when 'lz4' then 8192 else 32 end`
}

/** The same bound for the sum of many changes `c`, as an aggregate. */
export const mostChangesText = sql`coalesce(sum(coalesce(${mostText('c.before')}, 0) + coalesce(${mostText('c.after')}, 0)), 0)`

/** Stored size in bytes of the images of many changes `c`, as an aggregate. */
export const storedChangesBytes = sql`coalesce(sum(coalesce(pg_column_size(c.before), 0) + coalesce(pg_column_size(c.after), 0)), 0)`

/** Groups entries in order into portions that one statement may read; an oversized entry gets its own portion. */
export function* toPortions<T extends { readonly most: number }>(
  entries: readonly T[],
): Generator<readonly [T, ...T[]]> {
  let portion: T[] = []
  let bytes = 0
  for (const entry of entries) {
    bytes += entry.most
    if (portion.length > 0 && bytes > MAX_TEXT_BYTES) {
      yield portion as [T, ...T[]]
      portion = []
      bytes = entry.most
    }
    portion.push(entry)
  }
  if (portion.length > 0) yield portion as [T, ...T[]]
}

/** Part of a tenant's chain. */
export interface ChainRange {
  readonly tenantId: string
  readonly first: number
  readonly last: number
}

/** Entries per statement where each entry may have any number of changes. */
const ENTRIES_PER_PAGE = 50

/** Splits a range into consecutive pages. */
export function* pagesOf({ tenantId, first, last }: ChainRange): Generator<ChainRange> {
  for (let from = first; from <= last; from += ENTRIES_PER_PAGE)
    yield { tenantId, first: from, last: Math.min(last, from + ENTRIES_PER_PAGE - 1) }
}

/** The entries `e` in a range of a chain, with their seals `s`. */
export const entriesAt = ({ tenantId, first, last }: ChainRange) =>
  sql`plinth.seals s join plinth.action_log e on e.tenant_id = s.tenant_id and e.id = s.entry_id
    where ${ofTenant(tenantId, 's')} and s.number between ${first} and ${last}`

/** Splits a range into consecutive portions that one statement may read. */
export async function* portionsAt(read: TrailRead, range: ChainRange): AsyncGenerator<ChainRange> {
  const { rows } = await read((db) =>
    sql<{ number: number; most: number }>`
      select s.number::float8 as number, (coalesce(${mostText('e.context')}, 0) + (select ${mostChangesText} from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id))::float8 as most from ${entriesAt(range)} order by s.number`.execute(
      db,
    ),
  )
  for (const portion of toPortions(rows)) yield { ...range, first: portion[0].number, last: portion.at(-1)!.number }
}
