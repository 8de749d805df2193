import {
  createUser,
  isEmailTaken,
  lockGrants,
  releaseAddress,
  releasedAddress,
  tags,
  toEmailKey,
  updateUser,
  User,
} from '@plinth/auth'
import { type CommandContext, dateTime, defineCommand, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { scimError } from '../errors.ts'
import { adoptUser, leaveGroups, lockOrAdoptUser } from './adopt-user.ts'
import { beforeRevert, changeGrants, type Grant } from './group-grants.ts'
import { homeOf, serviceAccountOf } from '../principal.ts'
import { Change } from '../protocol/operations.ts'
import type { Attributes } from '../protocol/values.ts'
import { whyBeyond } from '../resources/adoption.ts'
import { keyOf } from '../resources/filter-columns.ts'
import { accountOf, attributesOf, changed, contentOf, created, versionOf } from '../resources/user-content.ts'
import type { FoundUser, LockedUser } from '../resources/users.ts'
import { assertVersion } from '../resources/versions.ts'

const taken = (why?: string | null) =>
  scimError('conflict', ['A user with this name or address exists.', why].filter(Boolean).join(' '), 'uniqueness')
/** Reports another account with the same address as SCIM requires. The index detects it. */
const explainTaken = (error: unknown): never => {
  throw isEmailTaken(error) ? taken() : error
}
const constraints = {
  scim_users_by_name: () => taken(),
  users_email_unique: () => taken(),
  scim_users_tenant_id_user_id_key: () => taken(),
}

/** A person after a command, as they are read. */
const Written = z.custom<FoundUser>()

/**
 * Creates an account for a user of the provider, or takes over the one that single sign-on has made for them (decision: Adopted
 * accounts). One whom the provider has deactivated or deleted, and now sends again, gets the same account back; an address whose former
 * owner was deleted makes a new account (decision: Unclaimed accounts).
 */
export const provisionUser = defineCommand({
  id: 'scim.users.create',
  label: 'Provision user',
  access: features.provision,
  resource: 'auth.user',
  takesCustomValues: false,
  input: z.object({ body: z.looseObject({}) }),
  output: z.object({ id: z.uuid(), user: Written }),
  constraints,
  beforeRevert,
  async run(ctx) {
    const { input, from, run, actor } = ctx
    const content = created(input.body)
    const { email, name } = accountOf(content)!
    const known = await findFormer(ctx, content, email)
    if (known.same) return comeBack(ctx, known.same, content)
    if (known.isTaken) throw taken()
    if (known.account) return takeOver(ctx, known.account, content)
    for (const userId of known.formerOwners) await run(releaseAddress, { userId })
    const serviceAccountId = serviceAccountOf(actor)
    const isActive = content['active'] !== false
    const account = { email, name, isActive, isClaimed: false, organizationId: await homeOf(ctx) }
    const { id: userId } = await run(createUser, account).catch(explainTaken)
    const row = { userId, serviceAccountId, ...columnsOf(content), deactivatedAt: null, deletedAt: null }
    const { createdAt, updatedAt } = await from
      .insert(ScimUser, row)
      .returning(['createdAt', 'updatedAt'])
      .executeTakeFirstOrThrow()
    return { id: userId, user: { ...row, email, name, isActive, createdAt, updatedAt, content, groups: [] } }
  },
})

/**
 * Changes an account to what the provider says. Deactivation ends its sessions on the next request. A synchronization of what has not
 * changed writes nothing.
 */
export const changeUser = defineCommand({
  id: 'scim.users.update',
  logged: 'changes',
  label: 'Change provisioned user',
  access: features.provision,
  resource: 'auth.user',
  takesCustomValues: false,
  input: z.object({
    id: z.uuid(),
    change: Change,
    /** The `If-Match` header of the request. */
    expected: z.string().nullable().default(null),
  }),
  output: z.object({ id: z.uuid(), user: Written }),
  constraints,
  beforeRevert,
  async run(ctx) {
    const { id, change, expected } = ctx.input
    const stored = await lockOrAdoptUser(ctx, id)
    const before = contentOf(stored.user)
    assertVersion(expected, versionOf(id, before, stored.user.groups))
    const after = changed(before, change)
    if (isDeepStrictEqual(after, before)) return { id, user: stored.user }
    return { id, user: await save(ctx, stored, after) }
  },
})

/**
 * Deactivates the account of a user whom the provider has deleted, and takes the roles and teams of their groups. Nothing that the account
 * has written is lost.
 */
export const removeUser = defineCommand({
  id: 'scim.users.delete',
  label: 'Deprovision user',
  access: features.provision,
  resource: 'auth.user',
  input: z.object({ id: z.uuid(), expected: z.string().nullable().default(null) }),
  output: z.object({ id: z.uuid() }),
  beforeRevert,
  async run(ctx) {
    const { input, run, now, from } = ctx
    const { id, expected } = input
    // An undo may be restoring memberships: whether these are shown depends on who has left.
    await lockGrants(ctx, 'shared')
    const { row, user } = await lockOrAdoptUser(ctx, id)
    if (expected !== null) assertVersion(expected, versionOf(id, contentOf(user), user.groups))
    const at = now().toISOString()
    if (user.isActive) await run(updateUser, { id, isActive: false })
    await from.change(ScimUser, row, { deletedAt: at, deactivatedAt: at })
    for (const { groupId, ...grant } of await groupGrantsOf(ctx, [id]))
      await changeGrants(ctx, groupId, { take: [grant] })
    return { id }
  },
})

/**
 * Reactivates everybody whom a provider has deactivated or deleted since a given time, with the groups they had, so that a
 * mistaken deprovisioning can be corrected with one action. Whoever's name or address somebody else has by now is left out.
 */
export const reprovision = defineCommand({
  id: 'scim.users.reactivate',
  label: 'Reactivate deprovisioned users',
  access: { feature: features.manage, fresh: '10m' },
  resource: 'scim.provisioning',
  input: z.object({ serviceAccountId: z.uuid().toLowerCase(), since: dateTime() }),
  output: z.object({ reactivated: z.int() }),
  target: ({ input }) => ({ id: input.serviceAccountId }),
  beforeRevert,
  async run(ctx) {
    const { input, from, run } = ctx
    // As in `removeUser`.
    await lockGrants(ctx, 'shared')
    const found = await from(ScimUser, 's')
      .innerJoin(from.table(User, 'u'), 'u.id', 's.userId')
      .select(['s.userId', 's.deletedAt', 'u.email'])
      .where('s.serviceAccountId', '=', input.serviceAccountId)
      .where('s.deactivatedAt', '>=', new Date(input.since).toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(from.table(ScimUser, 'o'))
              .select('o.id')
              .whereRef('o.serviceAccountId', '=', 's.serviceAccountId')
              .whereRef('o.userNameKey', '=', 's.userNameKey')
              .whereRef('o.id', '<>', 's.id')
              .where('o.deletedAt', 'is', null),
          ),
        ),
      )
      .orderBy('s.userId')
      .limit(MOST)
      .execute()
    const gone = found.filter(({ userId, email }) => email !== releasedAddress(userId))
    const ids = gone.map(({ userId }) => userId)
    await from
      .update(ScimUser, 's')
      .set({ deactivatedAt: null, deletedAt: null })
      .where('s.userId', '=', anyOf(ids))
      .execute()
    for (const id of ids) await run(updateUser, { id, isActive: true })
    const deleted = gone.filter(({ deletedAt }) => deletedAt !== null).map(({ userId }) => userId)
    const byGroup = Map.groupBy(await groupGrantsOf(ctx, deleted), ({ groupId }) => groupId)
    for (const [groupId, give] of byGroup) await changeGrants(ctx, groupId, { give })
    return { reactivated: ids.length }
  },
})

/** Maximum accounts per call, so that its transaction does not take too long. */
const MOST = 2_000

/** What people have from their groups. */
async function groupGrantsOf({ db, from }: CommandContext, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const { rows } = await sql<Grant & { groupId: string }>`
    select m."userId", m."groupId", g."roleId", g."teamId" from ${from.table(ScimMember, 'm')}
    join ${from.table(ScimGroup, 'g')} on g.id = m."groupId"
    where m."userId" = any (${[...userIds]}::uuid[]) and coalesce(g."roleId", g."teamId") is not null order by m."groupId", m."userId"`.execute(
    db,
  )
  return rows
}

interface Former {
  /** The person themselves, whom the provider has deactivated or deleted. */
  readonly same?: { readonly userId: string; readonly isDeleted: boolean }
  /** Whether the name belongs to somebody else. */
  readonly isTaken: boolean
  /** The account that has the address, if no provider manages it. */
  readonly account: string | null
  /** Deleted people who had the address. */
  readonly formerOwners: readonly string[]
}

/**
 * Who had the name, the id at the provider or the address of a new user before. Somebody is the same person if the provider uses
 * the same id for them and has deleted them, or deactivated them with this address; or if neither side names one and they were not
 * deleted.
 */
async function findFormer({ db, from, actor }: CommandContext, content: Attributes, email: string): Promise<Former> {
  const externalId = (content['externalId'] as string | undefined) ?? null
  const serviceAccountId = serviceAccountOf(actor)
  const columns = sql`s."userId", s."externalId", s."deletedAt" is not null as "isDeleted", s."serviceAccountId", u."isActive"`
  const rows = sql`${from.table(ScimUser, 's')} join ${from.table(User, 'u')} on u.id = s."userId"`
  const own = sql`s."serviceAccountId" = ${serviceAccountId}`
  const { rows: found } = await sql<FormerRow>`
    select 'name' as by, ${columns} from ${rows} where ${own} and s."userNameKey" = ${keyOf(content['userName'] as string)}
      and s."deletedAt" is null
    union all select 'id', ${columns} from ${rows} where ${own} and s."externalId" = ${externalId}
      and (s."deletedAt" is not null or not u."isActive" and u."emailKey" = ${toEmailKey(email)})
    union all select 'address', u.id, s."externalId", s."deletedAt" is not null, s."serviceAccountId", u."isActive"
      from ${from.table(User, 'u')} left join ${from.table(ScimUser, 's')} on s."userId" = u.id
      where u."emailKey" = ${toEmailKey(email)}`.execute(db)
  const named = found.find(({ by }) => by === 'name')
  const isSame = named && !named.isActive && (named.externalId ?? externalId) === (externalId ?? named.externalId)
  // An id that several people had says nothing about who it is.
  const [deleted, ...others] = named ? [] : found.filter(({ by }) => by === 'id')
  const returned = others.length === 0 ? deleted : undefined
  const same = isSame ? named : returned
  const owner = found.find(({ by, userId }) => by === 'address' && userId !== same?.userId)
  const isFree = owner?.isDeleted === true && !owner.isActive
  const isManaged =
    owner != null &&
    owner.serviceAccountId !== null &&
    (!owner.isDeleted || owner.serviceAccountId !== serviceAccountId)
  return {
    ...(same && { same }),
    isTaken: named !== undefined && !isSame,
    account: owner && !isFree && !isManaged ? owner.userId : null,
    formerOwners: isFree ? [owner.userId] : [],
  }
}

interface FormerRow {
  readonly by: 'name' | 'id' | 'address'
  readonly userId: string
  readonly externalId: string | null
  readonly isDeleted: boolean
  /** Null for an account that no provider has ever managed. */
  readonly serviceAccountId: string | null
  readonly isActive: boolean
}

/** Gives an account that no provider manages to this one. Throws 409 if the provider may not have it. */
async function takeOver(ctx: CommandContext, userId: string, content: Attributes) {
  const adoption = await adoptUser(ctx, userId)
  if (!adoption.adopted) throw taken(adoption.why)
  return { id: userId, user: await save(ctx, adoption.adopted, content) }
}

/**
 * Gives somebody their account back. They are in no group until the provider says so. Throws 409 if the account may do more than the
 * service account by now.
 */
async function comeBack(ctx: CommandContext, { userId, isDeleted }: NonNullable<Former['same']>, content: Attributes) {
  const { from, invalidate } = ctx
  if (isDeleted) {
    // As in `removeUser`.
    await lockGrants(ctx, 'shared')
    // Meanwhile, administrators may have reactivated them and raised their rights.
    invalidate(tags.user(userId))
    const why = await whyBeyond(ctx, userId)
    if (why !== null) throw taken(why)
    // Somebody else may have brought them back, with their groups.
    const [row] = await from.lockAll(ScimUser, { userId })
    if (row?.deletedAt != null) {
      await leaveGroups(ctx, userId)
      await from.update(ScimUser, 's').set({ deletedAt: null }).where('s.userId', '=', userId).execute()
    }
  }
  return { id: userId, user: await save(ctx, await lockOrAdoptUser(ctx, userId), content) }
}

const columnsOf = (content: Attributes) => {
  const userName = content['userName'] as string
  const externalId = (content['externalId'] as string | undefined) ?? null
  return { userName, userNameKey: keyOf(userName), externalId, attributes: attributesOf(content) }
}

/** Writes a person whose rows are locked. The account comes first, as nothing has been written yet that could have changed it. */
async function save(ctx: CommandContext, { row, user }: LockedUser, content: Attributes): Promise<FoundUser> {
  const { from, run, now } = ctx
  const { userId: id } = row
  const { email, name } = accountOf(content)!
  const isActive = content['active'] !== false
  const changes = {
    ...(email !== user.email && { email }),
    ...(name !== user.name && { name }),
    ...(isActive !== user.isActive && { isActive }),
  }
  const deactivation = isActive !== user.isActive && { deactivatedAt: isActive ? null : now().toISOString() }
  if (Object.keys(changes).length > 0) await run(updateUser, { id, ...changes }).catch(explainTaken)
  const written = await from.change(ScimUser, row, { ...columnsOf(content), ...deactivation })
  return { ...written, email, name, isActive, content, groups: user.groups }
}
