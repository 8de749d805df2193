import { badInput, type Context, sql } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { features } from './contract.ts'

type Reading = Pick<Context, 'asSystem' | 'scope' | 'get'>

/** What whoever administers a tenant can do everywhere in it: give others their rights back. */
const NEEDED = [features['users.edit'], features['acl.manage']].map(({ id }) => coveringGrants(id))

/** Throws 400 when no account of the tenant is left that can log in and administer it (decision 40). */
export async function assertAdministered(ctx: Reading): Promise<void> {
  if (!(await isAdministered(ctx))) throw badInput('At least one account that can administer the tenant must remain.')
}

/** Whether an account of the tenant can log in, edit accounts and manage rights, in all organizations. */
export async function isAdministered({ asSystem, scope, get }: Reading): Promise<boolean> {
  const [edits = [], manages = []] = NEEDED
  const tree = await get(organizationTrees).of(scope.tenantId)
  const open = tree.roots.flatMap((root) => tree.subtree(root)).filter((id) => tree.get(id)?.isActive)
  return asSystem('look for somebody who can administer the tenant', async ({ db }) => {
    const { rows } = await sql<{ isAny: boolean }>`
      select exists (
        with granted as (
          select a.user_id, a.features, a.organizations, a.is_super_admin, true as is_own from user_acls a
          where a.tenant_id = ${scope.tenantId}
          union all
          select h.user_id, a.features, a.organizations, a.is_super_admin, false from user_roles h
          join role_acls a on a.tenant_id = h.tenant_id and a.role_id = h.role_id where h.tenant_id = ${scope.tenantId}
        )
        select from granted g join users u on u.tenant_id = ${scope.tenantId} and u.id = g.user_id
        where u.is_confirmed and u.password_hash is not null
          and (u.organization_id is null or u.organization_id = any (${open}::uuid[]))
          and (g.is_super_admin or g.is_own
            or not exists (select from user_acls a where a.tenant_id = u.tenant_id and a.user_id = u.id))
        group by g.user_id
        having bool_or(g.is_super_admin) or (
          bool_or(g.features && ${edits}::text[]) and bool_or(g.features && ${manages}::text[])
          and bool_or(g.organizations is null or '__all__' = any (g.organizations)))
      ) as "isAny"`.execute(db)
    return rows[0]?.isAny ?? false
  })
}

/** Every grant that covers a feature: itself, its prefixes and everything. */
function coveringGrants(featureId: string): string[] {
  const parts = featureId.split('.')
  return ['*', featureId, ...parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`)]
}
