import { get, notFound, post } from '@plinth/core'
import { distinctTexts } from '@plinth/core/acl'
import { z } from 'zod'
import { importRole } from '../commands/import-role.ts'
import { features } from '../contract.ts'
import { Role, RoleAcl } from '../entities.ts'
import { fieldListsIn } from '../rights/field-policy-input.ts'
import { rowsIn } from '../rights/policy-input.ts'
import { namesOf, RoleDocument } from '../rights/role-document.ts'
import { inTenantOfRole, RoleAclTarget } from './role-acl.ts'

/** GET /auth/roles/export: a role with its policies as one document, without ids of its tenant. */
export const exportRole = get(
  '/auth/roles/export',
  {
    operation: 'exportRole',
    access: features['acl.manage'],
    reads: { kind: 'auth.role_acl', id: ({ query }) => query['roleId'] },
    summary: 'Export a role with its permissions and policies as one document.',
    query: RoleAclTarget,
    // Names from before their rules stay as they are.
    response: z.object({ ...RoleDocument.shape, name: z.string() }),
    errors: [400, 404],
  },
  (ctx) =>
    inTenantOfRole(ctx, ctx.query, async (own) => {
      const { from } = own
      const { roleId } = ctx.query
      const role = await from(Role, 'r').select('r.name').where('r.id', '=', roleId).executeTakeFirst()
      if (!role) throw notFound('Role')
      const stored = await from(RoleAcl, 'a')
        .select(['a.isSuperAdmin', 'a.features', 'a.organizations', 'a.policies'])
        .where('a.roleId', '=', roleId)
        .executeTakeFirst()
      return {
        format: 'plinth.role.v1' as const,
        name: role.name,
        isSuperAdmin: stored?.isSuperAdmin ?? false,
        features: distinctTexts(stored?.features ?? []),
        organizations: await namesOf(own, stored?.organizations ?? null),
        rowPolicies: rowsIn(stored?.policies ?? {}) as never,
        fieldPolicies: fieldListsIn(stored?.policies ?? {}) as never,
      }
    }),
)

/** POST /auth/roles/import: creates a role of the selected tenant from a document, or replaces what one allows. */
export const postRoleDocument = post('/auth/roles/import', importRole, {
  operation: 'importRole',
  summary: 'Create a role from an exported document, or replace the permissions and policies of one.',
  errors: [400, 404],
})
