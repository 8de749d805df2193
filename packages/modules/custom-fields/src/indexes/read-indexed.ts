import { type Context, sql } from '@plinth/core'

/** The state of a field's index. */
export interface IndexState {
  /** Whether it contains the values of all rows; only then do filters and searches use it. */
  readonly isReady: boolean
  /** Whether the words of the values can be searched. */
  readonly isSearched: boolean
  /** The number of existing rows whose values it contains. */
  readonly rows: number
}

interface OfEntity {
  readonly tenantId: string
  readonly entityId: string
}

/** The indexes of an entity's fields, by key. */
export async function readIndexes(
  db: Context['db'],
  { tenantId, entityId }: OfEntity,
): Promise<ReadonlyMap<string, IndexState>> {
  const { rows } = await sql<IndexState & { readonly key: string }>`
    select i.key, i.is_filled as "isReady", i.is_searched as "isSearched", i.filled::int as rows from plinth.custom_indexes i
    where i.tenant_id = ${tenantId} and i.entity = ${entityId} and i.retired_at is null and not i.is_dropped`.execute(
    db,
  )
  return new Map(rows.map(({ key, ...state }) => [key, state]))
}

/** The fields whose values are indexed. */
export interface IndexedFields {
  /** The keys of the fields that can be filtered by the index. */
  readonly filtered: ReadonlySet<string>
  /** The keys of the fields that can also be searched by it. */
  readonly searched: ReadonlySet<string>
}

/** The fields whose index is ready. */
export async function readIndexed(db: Context['db'], entity: OfEntity): Promise<IndexedFields> {
  const ready = [...(await readIndexes(db, entity))].filter(([, { isReady }]) => isReady)
  return {
    filtered: new Set(ready.map(([key]) => key)),
    searched: new Set(ready.filter(([, { isSearched }]) => isSearched).map(([key]) => key)),
  }
}
