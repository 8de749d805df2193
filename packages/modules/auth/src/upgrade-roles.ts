import { type Context, sql, type SystemContext, systemSession } from '@plinth/core'
import { offerFeatures } from './commands/offer-features.ts'
import { declaredRoles } from './declared-roles.ts'

/**
 * Offers what modules declare to the roles of every tenant that lacks some of it, a command for each tenant: hosts that
 * do it at once do it once, and one that ends in the middle leaves the rest to the next.
 */
export async function upgradeRoles({ db, within }: SystemContext, get: Context['get']): Promise<void> {
  const declared = Object.fromEntries(declaredRoles({ get }))
  const { rows } = await sql<{ tenantId: string }>`
    with declared as materialized (
      select key as name, array(select jsonb_array_elements_text(value)) as features
      from jsonb_each(${JSON.stringify(declared)}::jsonb)
    ), tenant as (select distinct tenant_id from declared_roles)
    select distinct t.tenant_id as "tenantId" from tenant t cross join declared d
    left join declared_roles r on r.tenant_id = t.tenant_id and r.name = d.name
    where r.offered is null or not d.features <@ r.offered`.execute(db)
  for (const { tenantId } of rows) {
    const scope = { tenantId, organizationId: null, organizationIds: null }
    await within(systemSession('features of a new version', scope), ({ run }) => run(offerFeatures, {}))
  }
}
