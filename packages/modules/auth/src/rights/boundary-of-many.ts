import { type Context, forbidden, PlatformError, sql, type SystemContext } from '@plinth/core'
import { checkGrantBoundary, compileGrants, effectiveAcl } from '@plinth/core/acl'
import { inTenant, type RawBuilder } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import type { AclEntry } from '@plinth/core/acl'
import { assertMayGiveRoles, rightsOf } from './grant-boundary.ts'

type BoundaryContext = Pick<Context, 'actor' | 'scope' | 'inject' | 'widenScope'>

/**
 * Throws 403 if one of many accounts may do something that the actor may not (decision: Grants through settings). `accounts` is a
 * query of the ids of accounts of the current tenant; it runs as the system, so it has to name the tenant itself. What the accounts
 * hold is read once, however many hold it: each role and each row of individual rights counts by itself, because any of them may be
 * all that remains. Super admins do not count, as nobody but a super admin can act for them.
 *
 * @example
 * await assertMayActForAll(ctx, sql`select user_id from my_links where ${inTenant(ctx.scope)}`, 'change who signs in as')
 */
export async function assertMayActForAll(
  ctx: BoundaryContext,
  accounts: RawBuilder<unknown>,
  act: string,
): Promise<void> {
  const { actor, scope, inject } = ctx
  const rights = rightsOf(actor)
  const isUnlimited = rights.organizations === null && compileGrants(rights.features).covers('*')
  if (rights.isSuperAdmin || (isUnlimited && !rights.layers)) return
  const { roleIds, own } = await ctx.widenScope('allTenants', 'read what many accounts may do', (system) =>
    readHeld(system, scope, accounts),
  )
  const refusal = forbidden(`You cannot ${act} users who have more permissions than you.`)
  try {
    await assertMayGiveRoles(ctx, roleIds)
  } catch (error) {
    throw error instanceof PlatformError && error.status === 403 ? refusal : error
  }
  const tree = await inject(organizationTrees).of(scope.tenantId)
  for (const acl of own) {
    const userAcl = { ...acl, source: { kind: 'user' as const } }
    const requested = effectiveAcl({ userAcl, roleAcls: [], superAdmin: false, tree })
    const question = { actor: rights, requested, previous: null, tree, platformFeatures: 'require' as const }
    if (!checkGrantBoundary(question).isWithin) throw refusal
  }
}

async function readHeld(
  { db }: SystemContext,
  scope: Context['scope'],
  accounts: RawBuilder<unknown>,
): Promise<{ readonly roleIds: readonly string[]; readonly own: readonly Omit<AclEntry, 'source'>[] }> {
  const { rows } = await sql<{ roleIds: string[]; own: Omit<AclEntry, 'source'>[] }>`
    with named as materialized (${accounts}), people as materialized (
      select n.* from named as n (id)
      where not exists (select from user_acls a where a.user_id = n.id and a.is_super_admin)
        and not exists (select from user_roles h join role_acls a on a.role_id = h.role_id and a.is_super_admin
          where ${inTenant(scope, 'h')} and h.user_id = n.id)
    )
    select array(select distinct h.role_id::text from user_roles h join people p on p.id = h.user_id
        where ${inTenant(scope, 'h')}) as "roleIds",
      coalesce((select json_agg(o.acl) from (
        select distinct jsonb_build_object('isSuperAdmin', false, 'features', a.features, 'organizations', a.organizations,
          'policies', a.policies) as acl
        from user_acls a join people p on p.id = a.user_id where ${inTenant(scope, 'a')}) o), '[]') as own`.execute(db)
  return rows[0]!
}
