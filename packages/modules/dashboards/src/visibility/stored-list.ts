import { type CommandContext, type Context, sql } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import { inTenant } from '@plinth/core/data'

/** The list of widgets of a role or user, for one organization or (null) for the tenant. */
export interface ListOwner {
  readonly of: 'role' | 'user'
  readonly id: string
  readonly organizationId: string | null
}

/** Deletes the list and returns its id; null if there was none. */
export async function clearList(
  { db, scope }: CommandContext,
  { of, id, organizationId }: ListOwner,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`delete from ${tableOf(of)} w where ${inTenant(scope, 'w')}
    and ${columnOf(of)} = ${id} and organization_id is not distinct from ${organizationId}::uuid
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Stores the list and returns its id, which is derived from its owner: a list that is deleted and stored again is the same
 * resource in the log, so that its actions are undone in order.
 */
export async function storeList(
  { db, scope, now }: CommandContext,
  { of, id, organizationId }: ListOwner,
  widgetIds: readonly string[],
): Promise<string> {
  const time = now().toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into ${tableOf(of)} (id, tenant_id, organization_id, ${columnOf(of)}, widget_ids, created_at, updated_at)
    values (${derivedId(scope.tenantId, of, id, organizationId)}, ${scope.tenantId}, ${organizationId}, ${id}, ${widgetIds}, ${time}, ${time})
    on conflict (tenant_id, ${columnOf(of)}, organization_id)
      do update set widget_ids = excluded.widget_ids, updated_at = excluded.updated_at
    returning id`.execute(db)
  return rows[0]!.id
}

/** When the list was last changed; null if there is none. */
export async function versionOfList(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { of, id, organizationId }: ListOwner,
  lock = sql``,
): Promise<string | null> {
  const { rows } = await sql<{ updatedAt: string }>`select w.updated_at as "updatedAt"
    from ${tableOf(of)} w where ${inTenant(scope, 'w')} and ${columnOf(of)} = ${id}
      and organization_id is not distinct from ${organizationId}::uuid ${lock}`.execute(db)
  return rows[0]?.updatedAt ?? null
}

const tableOf = (of: ListOwner['of']) => sql.table(`dashboard_${of}_widgets`)
const columnOf = (of: ListOwner['of']) => sql.ref(`${of}_id`)
