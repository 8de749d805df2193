import { type Context, get, PlatformError, put } from '@plinth/core'
import { z } from 'zod'
import { AclInput, AclView, toAclView } from '../rights/acl-input.ts'
import { administer } from '../rights/administered-scope.ts'
import { updateRoleAcl } from '../commands/update-role-acl.ts'
import { features } from '../contract.ts'
import { roleTenantOf, Role, RoleAcl } from '../entities.ts'

export const RoleAclTarget = z.object({ roleId: z.uuid().toLowerCase(), tenantId: z.uuid().toLowerCase().optional() })

/** GET /auth/roles/acl: the rights of a role in its tenant, or in the requested one. */
export const readRoleAcl = get(
  '/auth/roles/acl',
  {
    operation: 'getRoleAcl',
    access: features['acl.manage'],
    reads: { kind: 'auth.role_acl', id: ({ query }) => query['roleId'] },
    summary: 'Get the permissions of a role.',
    query: RoleAclTarget,
    response: AclView,
    errors: [400, 404],
  },
  (ctx) =>
    inTenantOfRole(ctx, ctx.query, async ({ from }) => {
      const stored = await from(RoleAcl, 'a')
        .select(['a.isSuperAdmin', 'a.features', 'a.organizations', 'a.updatedAt'])
        .where('a.roleId', '=', ctx.query.roleId)
        .executeTakeFirst()
      return toAclView(stored)
    }),
)

export const putRoleAcl = put(
  '/auth/roles/acl',
  {
    access: features['acl.manage'],
    runs: updateRoleAcl,
    summary: 'Update the permissions of a role.',
    body: AclInput.extend(RoleAclTarget.shape),
    response: updateRoleAcl.output,
    errors: [404],
  },
  (ctx) => inTenantOfRole(ctx, ctx.body, ({ run }) => run(updateRoleAcl, ctx.body)),
)

/**
 * Runs where the rights apply: in the named tenant, otherwise the role's, otherwise the caller's. Throws 404 for a role that is
 * not visible there.
 */
export async function inTenantOfRole<T>(
  ctx: Context,
  { roleId, tenantId: named }: z.output<typeof RoleAclTarget>,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { actor, scope, widenScope } = ctx
  const here = scope.tenantId
  const row = await widenScope('allTenants', 'find the tenant of a role', ({ findUnique }) =>
    findUnique(Role, { id: roleId }, ['tenantId']),
  )
  const found = row && { tenantId: roleTenantOf(row.tenantId) }
  const role = found && (actor.isSuperAdmin || found.tenantId === null || found.tenantId === here) ? found : null
  const tenantId = named ?? role?.tenantId ?? here
  const isSeen = role && (role.tenantId === null || role.tenantId === tenantId)
  if (!isSeen) throw new PlatformError('not_found', 'Not found')
  return administer(ctx, { tenantId }, work)
}
