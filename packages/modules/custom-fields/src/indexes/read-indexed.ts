import { type Context, sql } from '@plinth/core'

/** How far the index of a field is. */
export interface IndexState {
  /** Whether it has the values of all rows; only then do filters use it. */
  readonly isReady: boolean
  /** The number of existing rows whose values it has. */
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
    select i.key, i.is_filled as "isReady", i.filled::int as rows from plinth.custom_indexes i
    where i.tenant_id = ${tenantId} and i.entity = ${entityId} and i.retired_at is null and not i.is_dropped`.execute(
    db,
  )
  return new Map(rows.map(({ key, isReady, rows: count }) => [key, { isReady, rows: count }]))
}

/** The keys of fields whose index is ready. */
export async function readIndexed(db: Context['db'], entity: OfEntity): Promise<ReadonlySet<string>> {
  const indexes = await readIndexes(db, entity)
  return new Set([...indexes].filter(([, { isReady }]) => isReady).map(([key]) => key))
}
