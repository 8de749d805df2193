import { get, put } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { rowOwner } from '@plinth/core/http'
import { z } from 'zod'
import { AclView, toAclView } from '../rights/acl-input.ts'
import { administerOwner } from '../rights/administered-scope.ts'
import { updateUserAcl } from '../commands/update-user-acl.ts'
import { features } from '../contract.ts'
import { User, UserAcl } from '../entities.ts'

/** GET /auth/users/acl, in the user's own tenant. An unknown user has no individual rights. */
export const readUserAcl = get(
  '/auth/users/acl',
  {
    operation: 'getUserAcl',
    access: features['acl.manage'],
    reads: { kind: 'auth.user_acl', id: ({ query }) => query['userId'] },
    summary: 'Get the permissions that a user has instead of those of their roles.',
    query: z.object({ userId: z.uuid().toLowerCase() }),
    response: AclView.extend({ hasCustomAcl: z.boolean() }),
    errors: [400],
  },
  (ctx) =>
    administerOwner(ctx, { table: 'users', id: ctx.query.userId }, async ({ from, scope: { organizationIds } }) => {
      const stored = await from(UserAcl, 'a')
        .innerJoin(from.table(User, 'u'), 'u.id', 'a.userId')
        .select(['a.isSuperAdmin', 'a.features', 'a.organizations', 'a.updatedAt'])
        .where('a.userId', '=', ctx.query.userId)
        .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
        .executeTakeFirst()
      return {
        hasCustomAcl: stored !== undefined,
        ...toAclView(stored),
      }
    }),
)

export const putUserAcl = put('/auth/users/acl', updateUserAcl, {
  scope: rowOwner(User, 'userId'),
  summary: 'Set permissions that a user has instead of those of their roles, or remove them.',
})
