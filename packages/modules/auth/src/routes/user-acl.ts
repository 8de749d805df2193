import { get, put, sql } from '@plinth/core'
import type { Acl } from '@plinth/core/acl'
import { z } from 'zod'
import { AclView, toView } from '../acl-input.ts'
import { administerOwner } from '../administration.ts'
import { updateUserAcl } from '../commands/update-user-acl.ts'
import { features } from '../contract.ts'

/** GET /auth/users/acl, in the user's own tenant. An unknown user has no rights of their own. */
export const readUserAcl = get(
  '/auth/users/acl',
  {
    access: features['acl.manage'],
    reads: { kind: 'auth.user_acl', id: ({ query }) => query['userId'] },
    summary: 'What a user is allowed in the place of their roles.',
    query: z.object({ userId: z.uuid().toLowerCase() }),
    response: AclView.extend({ hasCustomAcl: z.boolean() }),
    errors: [400],
  },
  (ctx) =>
    administerOwner(ctx, { table: 'users', id: ctx.query.userId }, async ({ db, scope }) => {
      const { tenantId, organizationIds } = scope
      const { rows } = await sql<Acl>`
        select a.is_super_admin as "isSuperAdmin", a.features, a.organizations
        from user_acls a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
        where a.tenant_id = ${tenantId} and a.user_id = ${ctx.query.userId}
          and (${organizationIds}::uuid[] is null or u.organization_id = any (${organizationIds}::uuid[]))`.execute(db)
      const [stored] = rows
      return {
        hasCustomAcl: stored !== undefined,
        ...toView(stored ?? { isSuperAdmin: false, features: [], organizations: null }),
      }
    }),
)

/** PUT /auth/users/acl. */
export const putUserAcl = put(
  '/auth/users/acl',
  {
    access: features['acl.manage'],
    runs: updateUserAcl,
    summary: 'Give a user rights in the place of their roles, or take them away again.',
    body: updateUserAcl.input,
    response: updateUserAcl.output,
  },
  (ctx) => administerOwner(ctx, { table: 'users', id: ctx.body.userId }, ({ run }) => run(updateUserAcl, ctx.body)),
)
