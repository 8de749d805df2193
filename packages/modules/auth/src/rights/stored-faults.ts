import { type Actor, composition, type Context, isUuid } from '@plinth/core'
import { fieldPolicies } from '@plinth/core/acl'
import { anyOf } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { type FieldUse, fieldUses, MOST_USES } from '@plinth/points'
import { z } from 'zod'
import { Role, RoleAcl, User, UserAcl } from '../entities.ts'
import { loadAccount } from '../users/account.ts'
import { toActor } from './explain-access.ts'
import { customFaultsOf, toFieldPoliciesView } from './field-policy-input.ts'
import { toPoliciesView } from './policy-input.ts'

/** What is stored and names a field that is gone, or that its owner may not read any more. */
export const StoredFault = z.object({
  /** What is stored: `auth.role` for the policies of a role, `transfer.export`. */
  source: z.object({ kind: z.string(), id: z.uuid(), name: z.string().nullable() }),
  /** With whose rights it reads, or who has saved it. */
  owner: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  /** The kind of resource that it is about. */
  kind: z.string(),
  reason: z.enum(['gone', 'hidden']).meta({
    description: '`gone` if nobody can read the field any more, `hidden` if policies hide it from the owner.',
  }),
  message: z.string(),
})
export type StoredFault = z.input<typeof StoredFault>

/** All that the caller may be told of in their tenant and organizations. */
export async function findStoredFaults(ctx: Context): Promise<StoredFault[]> {
  const uses: FieldUse[] = []
  for (const { value } of fieldUses.from(ctx.inject(composition).modules))
    // Keys own things too, and are no persons.
    for (const use of await value.find(ctx)) uses.push({ ...use, userId: isUuid(use.userId) ? use.userId : null })
  const faults = await faultsOfPolicies(ctx)
  const owners = await readOwners(ctx, uses)
  const actorOf = actorsOf(ctx)
  for (const use of uses) {
    const actor = use.userId === null ? undefined : await actorOf(use.userId)
    faults.push(...(await faultsOfUse(ctx, use, { actor, owner: owners.get(use.userId ?? '') ?? null })))
  }
  return faults
}

interface Owned {
  /** What the owner may do; undefined if nobody owns it any more. */
  readonly actor: Actor | undefined
  /** As far as the caller may see them. */
  readonly owner: StoredFault['owner']
}

async function faultsOfUse(ctx: Context, use: FieldUse, { actor, owner }: Owned): Promise<StoredFault[]> {
  const { kind, id, name, of, fields } = use
  const policies = ctx.inject(fieldPolicies)
  const faults: StoredFault[] = []
  for (const field of fields) {
    // Names of fields that are hidden from the caller are not told either.
    const told = of.filter((one) => policies.ofKind(ctx.actor, one)?.may('read', field) !== false)
    const having: string[] = []
    for (const one of told) if (await hasField(ctx, one, field)) having.push(one)
    const hidden = having.find((one) => actor && policies.ofKind(actor, one)?.may('read', field) === false)
    const [reason, about, message] =
      having.length === 0 && told.length === of.length
        ? (['gone', of[0], `'${field}' does not exist`] as const)
        : (['hidden', hidden, `The owner may not read '${field}'`] as const)
    if (about !== undefined) faults.push({ source: { kind, id, name }, owner, kind: about, reason, message })
  }
  return faults
}

/** Whether records of a kind have a field. Of kinds without policies, only custom fields are known. */
async function hasField(ctx: Context, kind: string, field: string): Promise<boolean> {
  const policies = ctx.inject(fieldPolicies)
  if (policies.kinds.includes(kind) && policies.faultOf(kind, field) !== undefined) return false
  return (await customFaultsOf(ctx, { [kind]: { read: [field] } })).length === 0
}

/** What somebody may do now; undefined for those who are gone or belong to others. Each is looked up once. */
function actorsOf(ctx: Context): (userId: string) => Promise<Actor | undefined> {
  const known = new Map<string, Promise<Actor | undefined>>()
  const load = async (userId: string) => {
    const account = await loadAccount(ctx, userId)
    if (!account || account.tenantId !== ctx.scope.tenantId) return undefined
    const { userAcl, roleAcls, isSuperAdmin: superAdmin } = account
    const tree = await ctx.inject(organizationTrees).of(account.tenantId)
    return toActor(ctx, account, { userAcl, roleAcls, superAdmin, tree })
  }
  return (userId) => {
    if (!known.has(userId)) known.set(userId, load(userId))
    return known.get(userId)!
  }
}

async function readOwners({ from }: Context, uses: readonly FieldUse[]) {
  const ids = [...new Set(uses.flatMap(({ userId }) => userId ?? []))]
  const rows = await from(User, 'u').select(['u.id', 'u.email']).where('u.id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What policies themselves name. */
async function faultsOfPolicies(ctx: Context): Promise<StoredFault[]> {
  const { from } = ctx
  const ofRoles = await from(RoleAcl, 'a')
    .innerJoin(from.table(Role, 'r'), 'r.id', 'a.roleId')
    .select(['r.id', 'r.name', 'a.policies', 'a.updatedAt'])
    .where('a.policies', 'is not', null)
    .orderBy('r.id')
    .limit(MOST_USES)
    .execute()
  const ofUsers = await from(UserAcl, 'a')
    .innerJoin(from.table(User, 'u'), 'u.id', 'a.userId')
    .select(['u.id', 'u.email as name', 'a.policies', 'a.updatedAt'])
    .where('a.policies', 'is not', null)
    .orderBy('u.id')
    .limit(MOST_USES)
    .execute()
  const stored = [
    ...ofRoles.map((row) => ({ ...row, of: 'auth.role' })),
    ...ofUsers.map((row) => ({ ...row, of: 'auth.user' })),
  ]
  const faults: StoredFault[] = []
  for (const { of, id, name, ...row } of stored) {
    const found = [...(await toPoliciesView(ctx, row)).faults, ...(await toFieldPoliciesView(ctx, row)).faults]
    for (const { kind, message } of found)
      faults.push({ source: { kind: of, id, name }, owner: null, kind, reason: 'gone', message })
  }
  return faults
}
