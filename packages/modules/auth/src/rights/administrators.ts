import { badInput, type Context, sql } from '@plinth/core'
import { type Acl, normalizeOrganizations } from '@plinth/core/acl'
import { wire } from '@plinth/core/http'
import { organizationTrees } from '@plinth/directory'
import { features } from '../contract.ts'
import { RoleAcl, User, UserAcl, UserRole } from '../entities.ts'
import { coveringGrants } from '../known-features.ts'

/** The features that make an administrator, who can restore other people's rights anywhere in the tenant. */
const NEEDED = [features['users.edit'], features['acl.manage']].map(({ id }) => coveringGrants(id))

/** Serializes changes that may remove an administrator, so that two changes cannot each rely on the other's. */
export async function lockAdministrators({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auth.administrators:${scope.tenantId}`}, 0))`.execute(db)
}

/**
 * Throws 400 if no account remains in the tenant that can log in and administer it (decision: Revocation boundary). Call it while
 * holding `lockAdministrators`.
 */
export async function assertAdministered(ctx: Context): Promise<void> {
  if (!(await isAdministered(ctx))) throw badInput('At least one account that can administer the tenant must remain.')
}

/** Whether rights are those of an administrator. */
export function mayAdminister({ isSuperAdmin, features: granted, organizations }: Acl): boolean {
  if (isSuperAdmin) return true
  return organizations === null && NEEDED.every((grants) => granted.some((id) => grants.includes(id)))
}

/**
 * Whether rights lose something that makes administrators. Roles are combined: a role without the features may extend those of
 * another role to all organizations.
 */
export function takesAdministration(before: Acl, after: Acl): boolean {
  if (after.isSuperAdmin) return false
  const lacks = NEEDED.some(
    (grants) => before.features.some((id) => grants.includes(id)) && !after.features.some((id) => grants.includes(id)),
  )
  const isNarrowed =
    normalizeOrganizations(before.organizations) === null && normalizeOrganizations(after.organizations) !== null
  return before.isSuperAdmin || lacks || isNarrowed
}

/** Whether an account of the tenant can log in, edit accounts and manage rights in all organizations. */
export async function isAdministered({ widenScope, scope, inject }: Context): Promise<boolean> {
  const [edits = [], manages = []] = NEEDED
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const activeIds = tree.roots.flatMap((root) => tree.subtree(root)).filter((id) => tree.get(id)?.isActive)
  return widenScope('tenant', 'look for somebody who can administer the tenant', async ({ db, from }) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        with granted as (
          select a."userId", a.features, a.organizations, a."isSuperAdmin", true as own from ${from.table(UserAcl, 'a')}
          union all
          select h."userId", a.features, a.organizations, a."isSuperAdmin", false from ${from.table(UserRole, 'h')}
          join ${from.table(RoleAcl, 'a')} on a."roleId" = h."roleId"
        )
        select from granted g join ${from.table(User, 'u')} on u.id = g."userId"
        where u."isConfirmed" and u."isActive" and u."passwordHash" is not null
          and (u."organizationId" is null or u."organizationId" = any (${activeIds}::uuid[]))
          and (g."isSuperAdmin" or g.own
            or not exists (select from ${from.table(UserAcl, 'a')} where a."userId" = u.id))
        group by g."userId"
        having bool_or(g."isSuperAdmin") or (
          bool_or(g.features && ${edits}::text[]) and bool_or(g.features && ${manages}::text[])
          and bool_or(g.organizations is null or ${wire.allOrganizations} = any (g.organizations)))
      ) as found`.execute(db)
    return rows[0]?.found ?? false
  })
}
