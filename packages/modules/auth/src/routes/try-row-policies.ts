import { badInput, type Context, notFound, post } from '@plinth/core'
import { type AclEntry, rehearseRows, type StoredPolicies } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Role } from '../entities.ts'
import { assertCallerFields } from '../rights/caller-values.ts'
import { toActor } from '../rights/explain-access.ts'
import { assertComparable, assertEntities, PoliciesInput, toStoredPolicies } from '../rights/policy-input.ts'
import { loadAccount } from '../users/account.ts'
import { findUser } from '../users/user-rows.ts'
import { inTenantOfRole, RoleAclTarget } from './role-acl.ts'

const MOST_PEOPLE = 5
/** Rows are counted for each kind and person. */
const MOST_KINDS = 20

const Ids = z.array(z.uuid())

/** POST /auth/roles/row-policies/try: what policies would leave of the caller's rows, for some people. Saves nothing. */
export const tryRolePolicies = post(
  '/auth/roles/row-policies/try',
  {
    operation: 'tryRoleRowPolicies',
    access: features['acl.manage'],
    inView: true,
    summary: 'Try row policies of a role before they are saved: how many rows they would leave, for up to five people.',
    body: RoleAclTarget.extend({
      policies: PoliciesInput,
      userIds: z.array(z.uuid().toLowerCase()).min(1).max(MOST_PEOPLE),
    }),
    response: z.object({
      items: z.array(
        z.object({
          userId: z.uuid(),
          email: z.string(),
          kind: z.string(),
          /** Rows that the caller sees, 10,000 at most. */
          total: z.number().int(),
          /** Those of them that the user would see. */
          visible: z.number().int(),
          examples: z.object({ visible: Ids, hidden: Ids }),
          /** What the examples are called, by id. */
          names: z.record(z.string(), z.string()),
        }),
      ),
    }),
    errors: [400, 404],
  },
  (ctx) =>
    inTenantOfRole(ctx, ctx.body, async (own) => {
      const { roleId, userIds } = ctx.body
      const role = await own.from(Role, 'r').select(['r.id', 'r.name']).where('r.id', '=', roleId).executeTakeFirst()
      if (!role) throw notFound('Role')
      const policies = toStoredPolicies(own, ctx.body.policies)
      assertComparable(own, policies)
      await assertEntities(own, policies)
      await assertCallerFields(own, policies)
      if (Object.keys(policies).length > MOST_KINDS) throw badInput(`At most ${MOST_KINDS} kinds can be tried at once`)
      const items = []
      for (const userId of new Set(userIds)) items.push(...(await rehearse(own, { userId, role, policies })))
      return { items }
    }),
)

interface Rehearsal {
  readonly userId: string
  readonly role: { readonly id: string; readonly name: string }
  readonly policies: StoredPolicies
}

/** As if the role had these policies, and the user the role. */
async function rehearse(ctx: Context, { userId, role, policies }: Rehearsal) {
  const user = await findUser(ctx, userId)
  const account = user && (await loadAccount(ctx, userId))
  if (!user || !account) throw notFound('User')
  const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
  const isOfRole = ({ source }: AclEntry) => source.kind === 'role' && source.id === role.id
  const { userAcl, isSuperAdmin: superAdmin } = account
  const held = account.roleAcls.find(isOfRole)
  const base = held ?? { features: [], organizations: null, isSuperAdmin: false }
  const changed: AclEntry = { ...base, source: { kind: 'role', ...role }, policies }
  const roleAcls = [...account.roleAcls.filter((entry) => !isOfRole(entry)), changed]
  const actor = await toActor(ctx, account, { userAcl, roleAcls, superAdmin, tree })
  const items = []
  for (const kind of Object.keys(policies)) {
    const found = await rehearseRows(ctx, { actor, kind })
    if (found) items.push({ userId, email: user.email, kind, ...found, examples: toLists(found.examples) })
  }
  return items
}

const toLists = ({ visible, hidden }: { readonly visible: readonly string[]; readonly hidden: readonly string[] }) => ({
  visible: [...visible],
  hidden: [...hidden],
})
