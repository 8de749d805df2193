import { type Command, type Context, get, put } from '@plinth/core'
import type { StoredPolicies } from '@plinth/core/acl'
import { rowOwner, texts } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { RoleAcl, User, UserAcl } from '../entities.ts'
import { administerOwner } from '../rights/administered-scope.ts'
import { inTenantOfRole, RoleAclTarget } from './role-acl.ts'

interface StoredRow {
  readonly policies: StoredPolicies | null
  readonly updatedAt: string
}

interface PoliciesView {
  readonly faults: readonly { readonly message: string }[]
}

/** Policies that are stored with rights. */
interface PolicySort<I extends z.ZodType, V extends z.ZodType<unknown, PoliciesView>> {
  readonly of: 'row' | 'field'
  /** What the policies of a role decide, in a few words. */
  readonly decides: string
  readonly input: I
  readonly view: V
  toView(ctx: Pick<Context, 'inject'>, stored: StoredRow | undefined): z.input<V> | Promise<z.input<V>>
  readonly updateRole: Command
  readonly updateUser: Command
}

/** What cannot be evaluated any more, in the caller's language. */
async function withToldFaults<V extends PoliciesView>(
  { inject, locale }: Pick<Context, 'inject' | 'locale'>,
  view: V,
): Promise<V> {
  const { language } = await locale()
  const faults = view.faults.map((one) => ({ ...one, message: inject(texts).message(language, one.message) }))
  return { ...view, faults }
}

/** `GET` and `PUT` of the policies of a role in its tenant, or in the named one, and of a user in theirs. */
export function policyRoutes<I extends z.ZodType, V extends z.ZodType<unknown, PoliciesView>>(sort: PolicySort<I, V>) {
  const { of, decides, input, view, toView, updateRole, updateUser } = sort
  const named = of === 'row' ? 'Row' : 'Field'
  const ofUser = `the ${of} policies of the permissions that a user has instead of those of their roles.`
  return [
    get(
      `/auth/users/${of}-policies`,
      {
        operation: `getUser${named}Policies`,
        access: features['acl.manage'],
        reads: { kind: 'auth.user_acl', id: ({ query }) => query['userId'] },
        summary: `Get ${ofUser}`,
        query: z.object({ userId: z.uuid().toLowerCase() }),
        response: view,
        errors: [400],
      },
      (ctx) =>
        administerOwner(ctx, { table: 'users', id: ctx.query.userId }, async ({ from, inject, locale }) => {
          const stored = await from(UserAcl, 'a')
            .innerJoin(from.table(User, 'u'), 'u.id', 'a.userId')
            .select(['a.policies', 'a.updatedAt'])
            .where('a.userId', '=', ctx.query.userId)
            .executeTakeFirst()
          return withToldFaults({ inject, locale }, await toView({ inject }, stored))
        }),
    ),
    put(`/auth/users/${of}-policies`, updateUser, { scope: rowOwner(User, 'userId'), summary: `Replace ${ofUser}` }),
    get(
      `/auth/roles/${of}-policies`,
      {
        operation: `getRole${named}Policies`,
        access: features['acl.manage'],
        reads: { kind: 'auth.role_acl', id: ({ query }) => query['roleId'] },
        summary: `Get the ${of} policies of a role.`,
        query: RoleAclTarget,
        response: view,
        errors: [400, 404],
      },
      (ctx) =>
        inTenantOfRole(ctx, ctx.query, async ({ from, inject, locale }) => {
          const stored = await from(RoleAcl, 'a')
            .select(['a.policies', 'a.updatedAt'])
            .where('a.roleId', '=', ctx.query.roleId)
            .executeTakeFirst()
          return withToldFaults({ inject, locale }, await toView({ inject }, stored))
        }),
    ),
    put(
      `/auth/roles/${of}-policies`,
      {
        access: features['acl.manage'],
        runs: updateRole,
        summary: `Replace the ${of} policies of a role: ${decides}.`,
        body: RoleAclTarget.extend({ policies: input }),
        response: updateRole.output,
        errors: [404],
      },
      (ctx) => inTenantOfRole(ctx, ctx.body, ({ run }) => run(updateRole, ctx.body as never) as never),
    ),
  ] as const
}
