import { badInput, type CommandContext, defineCommand, inSlices, notFound, sql } from '@plinth/core'
import { anyOf, inTenant } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { mayAdminister, takesAdministration } from '../rights/administrators.ts'
import { beforeRevert } from '../before-revert.ts'
import { assertMayAssign, lockGrants, unionOf } from '../rights/grant-boundary.ts'
import { keepWithinLimit } from '../rights-limit.ts'
import { assertMayChangeRights } from '../rights/super-admins.ts'
import { watchLoss } from '../rights/watch-rights.ts'
import { events, features, tags } from '../contract.ts'
import { User } from '../entities.ts'
import { loadAllRoles } from '../roles/held-roles.ts'

/** Assignments that one command gives, and that it takes. */
const MOST = 20_000

/** Above this number of accounts, the rights of the whole tenant are read again. */
const MANY_ACCOUNTS = 100

const Assignment = z.object({ userId: z.uuid().toLowerCase(), roleId: z.uuid().toLowerCase() })
type Assignment = z.output<typeof Assignment>

/**
 * Gives roles from a source other than an administrator, such as a group of an identity provider, and takes roles that it gave
 * (decision: Sources of roles and memberships). Somebody keeps a role until no source gives it any more. Assignments that exist already, or no
 * longer, are left alone. Every role that is given or lost must be within the actor's grant boundary.
 */
export const changeRoleSources = defineCommand({
  id: 'auth.users.change_role_sources',
  label: 'Change roles by group',
  access: features['users.edit'],
  resource: 'auth.user',
  input: z.object({
    /** `scim:<group id>` or `sso:<connection id>`. */
    source: z.string().min(1).max(200),
    give: z.array(Assignment).max(MOST).default([]),
    take: z.array(Assignment).max(MOST).default([]),
  }),
  /** The number of assignments that were added and removed. */
  output: z.object({ given: z.number().int(), taken: z.number().int() }),
  target: ({ input: { give, take } }) => {
    const [one, ...others] = new Set([...give, ...take].map(({ userId }) => userId))
    return { id: one !== undefined && others.length === 0 ? one : null }
  },
  beforeRevert,
  async run(ctx) {
    const { input, scope, emit, invalidate } = ctx
    const { source } = input
    const [give, take] = [distinct(input.give), distinct(input.take)]
    if ([...take.keys()].some((key) => give.has(key)))
      throw badInput('A role cannot be granted and removed in the same request.')
    const named = [...new Set([...input.give, ...input.take].map(({ userId }) => userId))]
    if (named.length === 0) return { given: 0, taken: 0 }
    // In this order, in one message.
    const [accounts, , held] = await Promise.all([
      lockAccounts(ctx, named),
      lockGrants(ctx, 'shared'),
      readHeld(ctx, named),
    ])
    const given = [...give.values()].filter((one) => held.get(one.userId)?.get(one.roleId)?.has(source) !== true)
    const taken = [...take.values()].filter((one) => held.get(one.userId)?.get(one.roleId)?.has(source) === true)
    if (given.some(({ userId }) => !accounts.has(userId))) throw badInput('User not found')
    if (taken.some(({ userId }) => !accounts.has(userId))) throw notFound('User')
    const changes = toChanges(held, { given, taken, source })
    const loss = await assertWithin(ctx, { changes, given })
    const assertUnharmed = await watchLoss(ctx, loss)
    await keepWithinLimit(ctx, [...new Set(given.map(({ userId }) => userId))], () =>
      Promise.all([takeRoles(ctx, taken, source), giveRoles(ctx, given, source)]),
    )
    const changed = changes.map(({ userId }) => userId)
    const { tenantId } = scope
    invalidate(tags.users(tenantId), tags.allUsers)
    invalidate(...(changed.length > MANY_ACCOUNTS ? [tags.acl(tenantId)] : changed.map(tags.user)))
    await assertUnharmed()
    for (const id of changed)
      emit(events['user.updated'], { id, organizationId: accounts.get(id)!.organizationId, tenantId })
    return { given: given.length, taken: taken.length }
  },
})

async function giveRoles({ db, scope, now }: CommandContext, given: readonly Assignment[], source: string) {
  if (given.length === 0) return
  const at = now().toISOString()
  await sql`insert into user_roles (id, tenant_id, user_id, role_id, source, created_at, updated_at)
    select gen_random_uuid(), ${scope.tenantId}::uuid, user_id, role_id, ${source}, ${at}::timestamptz, ${at}::timestamptz
    from ${pairs(given)} on conflict do nothing`.execute(db)
}

async function takeRoles({ db, scope }: CommandContext, taken: readonly Assignment[], source: string) {
  if (taken.length === 0) return
  await sql`delete from user_roles h using ${pairs(taken)} where ${inTenant(scope, 'h')} and h.source = ${source}
    and h.user_id = pair.user_id and h.role_id = pair.role_id`.execute(db)
}

const keyOf = ({ userId, roleId }: Assignment) => `${userId} ${roleId}`

const distinct = (assignments: readonly Assignment[]): ReadonlyMap<string, Assignment> =>
  new Map(assignments.map((one) => [keyOf(one), one]))

const pairs = (assignments: readonly Assignment[]) =>
  sql`unnest(${assignments.map(({ userId }) => userId)}::uuid[], ${assignments.map(({ roleId }) => roleId)}::uuid[])
    as pair (user_id, role_id)`

/** The accounts that the actor may see, locked in a fixed order, so that two such changes do not block each other. */
async function lockAccounts(
  { from, scope: { organizationIds } }: CommandContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly organizationId: string | null }>> {
  const rows = await from(User, 'u')
    .select(['u.id', 'u.organizationId'])
    .where('u.id', '=', anyOf(ids))
    .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By account and role, the sources that give it. */
type Held = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

async function readHeld({ db, scope }: CommandContext, userIds: readonly string[]): Promise<Held> {
  const { rows } = await sql<{ userId: string; roleId: string; sources: string[] }>`
    select h.user_id as "userId", h.role_id as "roleId", array_agg(h.source) as sources from user_roles h
    where ${inTenant(scope, 'h')} and h.user_id = any (${[...userIds]}::uuid[])
    group by h.user_id, h.role_id order by h.user_id, h.role_id`.execute(db)
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    [...byUser].map(([id, roles]) => [id, new Map(roles.map(({ roleId, sources }) => [roleId, new Set(sources)]))]),
  )
}

/** The roles of an account that gains or loses one. */
interface RoleChange {
  readonly userId: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

function toChanges(
  held: Held,
  { given, taken, source }: Record<'given' | 'taken', readonly Assignment[]> & { readonly source: string },
): readonly RoleChange[] {
  const added = Map.groupBy(given, ({ userId }) => userId)
  const removed = Map.groupBy(taken, ({ userId }) => userId)
  const changes: RoleChange[] = []
  for (const userId of new Set([...added.keys(), ...removed.keys()])) {
    const roles = held.get(userId) ?? new Map<string, ReadonlySet<string>>()
    const lost = new Set(
      removed
        .get(userId)
        ?.flatMap(({ roleId }) => ([...roles.get(roleId)!].some((one) => one !== source) ? [] : roleId)),
    )
    const gained = (added.get(userId) ?? []).map(({ roleId }) => roleId).filter((id) => !roles.has(id))
    if (lost.size + gained.length === 0) continue
    const before = [...roles.keys()]
    changes.push({ userId, before, after: [...before.filter((id) => !lost.has(id)), ...gained].toSorted() })
  }
  return changes
}

/**
 * Throws 403 beyond the grant boundary. Each given role is checked by itself, because it may outlast the others that its holder
 * has now, and so is every combination that changes. Returns whether somebody loses what makes administrators.
 */
async function assertWithin(
  ctx: CommandContext,
  { changes, given }: { readonly changes: readonly RoleChange[]; readonly given: readonly Assignment[] },
): Promise<{ readonly isTaken: boolean; readonly isFlagTouched: boolean }> {
  const { actor, scope, inject } = ctx
  const givenIds = [...new Set(given.map(({ roleId }) => roleId))]
  const lostIds = [...new Set(changes.flatMap(({ before, after }) => before.filter((id) => !after.includes(id))))]
  // Many people who change alike are checked once.
  const combinations = new Map(changes.map((change) => [`${change.before.join()} ${change.after.join()}`, change]))
  const named = [...combinations.values()].flatMap(({ before, after }) => [...before, ...after])
  const [roles] = await Promise.all([
    loadAllRoles(ctx, [...givenIds, ...named]),
    assertMayChangeRights(ctx, ...changes.map(({ userId }) => userId)),
  ])
  const unknown = givenIds.filter((id) => !roles.has(id))
  if (unknown.length > 0) throw badInput(`Role(s) not found: ${unknown.map((id) => `"${id}"`).join(', ')}`)
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const toRoles = (ids: readonly string[]) => ids.flatMap((id) => roles.get(id) ?? [])
  assertMayAssign(actor, { before: [], after: toRoles(givenIds), tree })
  assertMayAssign(actor, { before: toRoles(lostIds), after: [], tree })
  const loss = { isTaken: false, isFlagTouched: false }
  await inSlices(
    (function* () {
      for (const combination of combinations.values()) {
        const [before, after] = [toRoles(combination.before), toRoles(combination.after)]
        assertMayAssign(actor, { before, after, tree })
        const [had, has] = [unionOf(before, tree), unionOf(after, tree)]
        // Most roles make nobody an administrator, and looking for another one reads the rights of all.
        loss.isTaken ||= mayAdminister(had) && takesAdministration(had, has)
        loss.isFlagTouched ||= had.isSuperAdmin && !has.isSuperAdmin
        yield
      }
    })(),
  )
  return loss
}
