import { assertMayAddMembers, assertMayGiveRoles, loadRoles, lockGrants } from '@plinth/auth'
import { type CommandContext, type Context, defineCommand, forbidden, notFound, Ok, sql } from '@plinth/core'
import { anyOf, type RevertedRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { invalidValue, scimError } from '../errors.ts'
import { serviceAccountOf } from '../principal.ts'
import { Change, type Step, toSteps, toStepsOfBody } from '../protocol/operations.ts'
import { GROUPS } from '../protocol/schema.ts'
import { keyOf } from '../resources/filter-columns.ts'
import {
  changedFields,
  type GroupFields,
  MAX_MEMBERS,
  memberChange,
  unknownMember,
} from '../resources/group-changes.ts'
import { groupVersion, isShown, lockGroup, NOBODY_GONE, type StoredGroup } from '../resources/groups.ts'
import { assertVersion } from '../resources/versions.ts'
import { adoptUser } from './adopt-user.ts'
import { beforeRevert, changeGrants, type GroupGrants } from './group-grants.ts'

const taken = () => scimError('conflict', 'A group with this name exists.', 'uniqueness')
const constraints = { scim_groups_display_name: taken }

/** A group after a command, without its members. */
const Written = z.custom<StoredGroup>()

/** Creates a group of the provider. It grants nothing until an administrator assigns it a role or a team. */
export const provisionGroup = defineCommand({
  id: 'scim.groups.create',
  label: 'Provision group',
  access: features.provision,
  resource: 'scim.group',
  input: z.object({ body: z.looseObject({}) }),
  output: z.object({ id: z.uuid(), group: Written }),
  constraints,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor } = ctx
    const steps = toStepsOfBody(GROUPS, input.body)
    const fields = changedFields({}, steps)
    const row = {
      serviceAccountId: serviceAccountOf(actor),
      ...columnsOf(fields),
      roleId: null,
      teamId: null,
      revision: 0,
    }
    const times = await from
      .insert(ScimGroup, row)
      .returning(['id', 'createdAt', 'updatedAt'])
      .executeTakeFirstOrThrow()
    const group = { ...row, ...times, gone: NOBODY_GONE }
    const { added } = await memberChange(steps, async () => [])
    await exchangeMembers(ctx, group, { added: [...added], removed: [] })
    return { id: group.id, group }
  },
})

/**
 * Changes a group. New members get its role and team and former members lose them, within what the service account may grant. A
 * synchronization of what has not changed writes nothing.
 */
export const changeGroup = defineCommand({
  id: 'scim.groups.update',
  logged: 'changes',
  label: 'Change provisioned group',
  access: features.provision,
  resource: 'scim.group',
  input: z.object({ id: z.uuid(), change: Change, expected: z.string().nullable().default(null) }),
  output: z.object({ id: z.uuid(), group: Written }),
  constraints,
  beforeRevert,
  async run(ctx) {
    const { input, from } = ctx
    const { id, change, expected } = input
    const { row, group } = await lockGroup(ctx, id)
    assertVersion(expected, groupVersion(group))
    const { fields, members } = await planChange(ctx, group, change)
    const isRenamed = fields.displayName !== group.displayName || fields.externalId !== group.externalId
    if (!isRenamed && members.added.length + members.removed.length === 0) return { id, group }
    await exchangeMembers(ctx, group, members)
    const changed = await from.change(ScimGroup, row, { ...columnsOf(fields), revision: row.revision + 1 })
    return { id, group: { ...changed, gone: group.gone } }
  },
})

/** Deletes a group; its members lose its role and team. */
export const removeGroup = defineCommand({
  id: 'scim.groups.delete',
  label: 'Deprovision group',
  access: features.provision,
  resource: 'scim.group',
  input: z.object({ id: z.uuid(), expected: z.string().nullable().default(null) }),
  output: z.object({ id: z.uuid() }),
  beforeRevert,
  async run(ctx) {
    const { input, from } = ctx
    const { id, expected } = input
    const { group } = await lockGroup(ctx, id)
    assertVersion(expected, groupVersion(group))
    await exchangeGrants(ctx, id, { before: group, after: NOTHING })
    await from.delete(ScimMember, 'm').where('m.groupId', '=', id).execute()
    await from.delete(ScimGroup, 'g').where('g.id', '=', id).execute()
    return { id }
  },
})

/**
 * Sets the role that members of a group have, or the team that they belong to, also for the current members. What is absent stays as
 * it is. Whoever sets a role must be able to give it themselves, and whoever sets a team to add members to it, even for a group that
 * nobody is in yet (decision: Grants through settings).
 */
export const mapGroup = defineCommand({
  id: 'scim.groups.map',
  label: 'Map group',
  access: { feature: features.manage, fresh: '10m' },
  resource: 'scim.group',
  entity: ScimGroup,
  input: z.object({
    id: z.uuid().toLowerCase(),
    roleId: z.uuid().toLowerCase().nullish(),
    teamId: z.uuid().toLowerCase().nullish(),
  }),
  output: Ok,
  beforeRevert: assertMayRevertMapping,
  async run(ctx) {
    const { input, from, actor } = ctx
    const { id } = input
    if (actor.allowedOrganizationIds !== null) throw forbidden('Groups apply to the whole tenant.')
    const group = await from(ScimGroup, 'g')
      .select(['g.id', 'g.roleId', 'g.teamId'])
      .where('g.id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!group) throw notFound('Group')
    await lockGrants(ctx, 'shared')
    const { roleId = group.roleId, teamId = group.teamId } = input
    if (input.roleId !== undefined) await assertMayGiveRoles(ctx, present(roleId, group.roleId))
    if (input.teamId !== undefined) await assertMayAddMembers(ctx, present(teamId), present(group.teamId))
    await exchangeGrants(ctx, id, { before: group, after: { roleId, teamId } })
    await from.update(ScimGroup, 'g').set({ roleId, teamId }).where('g.id', '=', id).execute()
    return { ok: true as const }
  },
})

const NOTHING: GroupGrants = { roleId: null, teamId: null }

const present = (...ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null)

/** Undo of a mapping asks what the mapping asks, also for a group that nobody is in. */
async function assertMayRevertMapping(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const assertUnharmed = await beforeRevert(ctx, rows)
  const groups = rows.filter(({ table }) => table === ScimGroup.meta.tableName)
  const changed = (column: string) =>
    groups
      .filter(({ before, after }) => before?.[column] !== after?.[column])
      .flatMap(({ before, after }) => [before?.[column], after?.[column]])
      .filter((id) => typeof id === 'string')
  // A role that was deleted since gives nothing.
  const known = await loadRoles(ctx, changed('role_id'))
  await assertMayGiveRoles(
    ctx,
    known.map(({ id }) => id),
  )
  await assertMayAddMembers(ctx, [], changed('team_id'))
  return assertUnharmed
}

const columnsOf = ({ displayName, externalId }: GroupFields) => ({
  displayName,
  displayNameKey: keyOf(displayName),
  externalId,
})

interface PlannedMembers {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** A group after a change, and who joins and leaves it. */
async function planChange(
  ctx: Pick<Context, 'from' | 'scope'>,
  group: StoredGroup,
  change: Change,
): Promise<{ readonly fields: GroupFields; readonly members: PlannedMembers }> {
  const steps = change.kind === 'patch' ? toSteps(GROUPS, change.operations) : toReplacement(change.body)
  const fields = changedFields(change.kind === 'patch' ? group : {}, steps)
  const { isReplaced, added, removed } = await memberChange(steps, () => membersOf(ctx, group.id))
  if (!isReplaced && added.size + removed.size === 0) return { fields, members: { added: [], removed: [] } }
  const concerned = isReplaced ? undefined : [...added, ...removed]
  const present = new Set(await membersOf(ctx, group.id, concerned))
  return {
    fields,
    members: {
      added: [...added].filter((id) => !present.has(id)),
      removed: [...present].filter((id) => (isReplaced ? !added.has(id) : removed.has(id))),
    },
  }
}

/** A body that names no members leaves them as they are, so that renaming a group takes nobody's role. */
const toReplacement = (body: object): Step[] =>
  toStepsOfBody(GROUPS, body).map((step) => ({ ...step, op: 'replace' as const }))

/** The members of a group, or those of them who are concerned. */
async function membersOf(
  ctx: Pick<Context, 'from' | 'scope'>,
  groupId: string,
  concerned?: readonly string[],
): Promise<string[]> {
  const rows = await ctx
    .from(ScimMember, 'm')
    .select('m.userId')
    .where('m.groupId', '=', groupId)
    .where(isShown(ctx, 'm'))
    .$if(concerned !== undefined, (all) => all.where('m.userId', '=', anyOf(concerned!)))
    .orderBy('m.userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/**
 * The members of a group, locked before their accounts, as `lockUser` does. Those whom the provider has deleted are locked as well, so
 * that nobody is deleted or comes back until the group gives something else.
 */
async function lockMembers({ from }: Pick<Context, 'from'>, groupId: string): Promise<string[]> {
  const rows = await from(ScimMember, 'm')
    .innerJoin(from.table(ScimUser, 's'), 's.userId', 'm.userId')
    .select(['m.userId', 's.deletedAt'])
    .where('m.groupId', '=', groupId)
    .orderBy('m.userId')
    .forShare('s')
    .execute()
  return rows.flatMap(({ userId, deletedAt }) => (deletedAt === null ? userId : []))
}

/** Lets people join and leave a group whose row is locked, and gives and takes its role and team. */
async function exchangeMembers(
  ctx: CommandContext,
  { id, ...grants }: Pick<StoredGroup, 'id'> & GroupGrants,
  { added, removed }: PlannedMembers,
): Promise<void> {
  const { db, from, actor, scope, now } = ctx
  if (added.length > 0) {
    const at = now().toISOString()
    // The share lock keeps people from being deleted meanwhile.
    const join = (userIds: readonly string[]) => sql<{ userId: string }>`with known as (
        select s."userId" from ${from.table(ScimUser, 's')} where s."userId" = any (${[...userIds]}::uuid[])
          and s."serviceAccountId" = ${serviceAccountOf(actor)} and s."deletedAt" is null for share)
      insert into scim_members (id, tenant_id, group_id, user_id, created_at, updated_at)
      select gen_random_uuid(), ${scope.tenantId}::uuid, ${id}::uuid, known."userId", ${at}::timestamptz, ${at}::timestamptz
      from known returning user_id as "userId"`
    let [{ rows }, hasRoom] = await Promise.all([join(added).execute(db), readRoom(ctx, id)])
    if (rows.length < added.length) {
      const known = new Set(rows.map(({ userId }) => userId))
      const others = added.filter((userId) => !known.has(userId))
      await adoptMembers(ctx, others)
      await join(others).execute(db)
      hasRoom = await readRoom(ctx, id)
    }
    if (!hasRoom) throw invalidValue(`A group has at most ${MAX_MEMBERS} members.`)
  }
  if (removed.length > 0)
    await from.delete(ScimMember, 'm').where('m.groupId', '=', id).where('m.userId', '=', anyOf(removed)).execute()
  const { roleId, teamId } = grants
  const toGrant = (userId: string) => ({ userId, roleId, teamId })
  await changeGrants(ctx, id, { give: added.map(toGrant), take: removed.map(toGrant) })
}

/** Takes over the accounts of people whom the provider adds before it has written them. Throws 400 for anybody else. */
async function adoptMembers(ctx: CommandContext, userIds: readonly string[]): Promise<void> {
  if (userIds.length > MAX_ADOPTED) throw unknownMember()
  for (const userId of userIds) if (!(await adoptUser(ctx, userId)).adopted) throw unknownMember()
}

/** Maximum accounts that a change of a group takes over, as each is looked at by itself. */
const MAX_ADOPTED = 100

/** Whether a group has no more members than it may have. Those who have left do not count, and are counted only if there are many. */
async function readRoom(ctx: CommandContext, groupId: string): Promise<boolean> {
  const { db, from } = ctx
  const members = sql`from ${from.table(ScimMember, 'm')} where m."groupId" = ${groupId}`
  const { rows: many } = await sql`select ${members} offset ${MAX_MEMBERS} limit 1`.execute(db)
  if (many.length === 0) return true
  const { rows } = await sql`select ${members} and ${isShown(ctx, 'm')} offset ${MAX_MEMBERS} limit 1`.execute(db)
  return rows.length === 0
}

/** Gives the members of a group another role and another team. */
async function exchangeGrants(
  ctx: CommandContext,
  id: string,
  { before, after }: { readonly before: GroupGrants; readonly after: GroupGrants },
): Promise<void> {
  const [isRole, isTeam] = [before.roleId !== after.roleId, before.teamId !== after.teamId]
  if (!isRole && !isTeam) return
  const members = await lockMembers(ctx, id)
  const toGrants = ({ roleId, teamId }: GroupGrants) =>
    members.map((userId) => ({ userId, roleId: isRole ? roleId : null, teamId: isTeam ? teamId : null }))
  await changeGrants(ctx, id, { give: toGrants(after), take: toGrants(before) })
}
