import { type Context, sql, type SystemContext } from '@plinth/core'
import { offerFeatures } from './commands/offer-features.ts'
import { declaredRoles } from './roles/declared-roles.ts'
import { DeclaredRole } from './entities.ts'

/**
 * Offers newly declared features and roles to all tenants that lack some of them, with one command per tenant. Hosts that do so
 * concurrently do it once, and if one is interrupted the next host continues.
 */
export async function upgradeRoles({ db, from, actAs }: SystemContext, inject: Context['inject']): Promise<void> {
  const declared = Object.fromEntries(declaredRoles({ inject }))
  const { rows } = await sql<{ tenantId: string }>`
    with declared as materialized (
      select key as name, array(select jsonb_array_elements_text(value)) as features
      from jsonb_each(${JSON.stringify(declared)}::jsonb)
    ), tenant as (select distinct d."tenantId" from ${from.table(DeclaredRole, 'd')})
    select distinct t."tenantId" from tenant t cross join declared d
    left join ${from.table(DeclaredRole, 'r')} on r."tenantId" = t."tenantId" and r.name = d.name
    where r.offered is null or not d.features <@ r.offered`.execute(db)
  for (const { tenantId } of rows) {
    const scope = { tenantId, organizationId: null, organizationIds: null }
    await actAs({ actor: 'platform', reason: 'features of a new version', scope }, ({ run }) => run(offerFeatures, {}))
  }
}
