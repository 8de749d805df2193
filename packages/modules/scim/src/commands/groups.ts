import { assertMayRevertRights, loadRoles, lockGrants, updateUser, UserRole } from '@plinth/auth'
import { badInput, type CommandContext, defineCommand, forbidden, notFound, Ok } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { noResource, scimError } from '../errors.ts'
import { keyOf } from '../filter.ts'
import { serviceAccountOf } from '../principal.ts'

const taken = () => scimError('conflict', 'A group with this name exists.', 'uniqueness')
const constraints = { scim_groups_display_name: taken }

const Fields = z.object({
  displayName: z.string(),
  externalId: z.string().nullable(),
  /** Ids of users of the same provider. */
  members: z.array(z.uuid()).max(10_000),
})

/** Creates a group of the provider. It grants nothing until an administrator assigns it a role. */
export const provisionGroup = defineCommand({
  id: 'scim.groups.create',
  label: 'Provision group',
  access: features.provision,
  resource: 'scim.group',
  entity: ScimGroup,
  input: Fields,
  output: z.object({ id: z.uuid() }),
  constraints,
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, em, actor } = ctx
    const { displayName, externalId, members } = input
    const { id } = em.create(ScimGroup, {
      serviceAccountId: serviceAccountOf(actor),
      displayName,
      displayNameKey: keyOf(displayName),
      externalId,
      roleId: null,
    })
    await em.flush()
    await setMembers(ctx, { id, roleId: null }, members)
    return { id }
  },
})

/** Changes a group. New members get its role and former members lose it, within what the service account itself may grant. */
export const changeGroup = defineCommand({
  id: 'scim.groups.update',
  label: 'Change provisioned group',
  access: features.provision,
  resource: 'scim.group',
  entity: ScimGroup,
  input: Fields.extend({ id: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  constraints,
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, from } = ctx
    const { id, displayName, externalId, members } = input
    const group = await lock(ctx, id)
    await from
      .update(ScimGroup, 'g')
      .set({ displayName, displayNameKey: keyOf(displayName), externalId })
      .where('g.id', '=', id)
      .execute()
    await setMembers(ctx, group, members)
    return { id }
  },
})

/** Deletes a group; its members lose its role. */
export const removeGroup = defineCommand({
  id: 'scim.groups.delete',
  label: 'Deprovision group',
  access: features.provision,
  resource: 'scim.group',
  entity: ScimGroup,
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, from } = ctx
    const group = await lock(ctx, input.id)
    await setMembers(ctx, group, [])
    await from.delete(ScimGroup, 'g').where('g.id', '=', group.id).execute()
    return { id: group.id }
  },
})

/** Sets the role that members of a group have, and gives it to the current members. */
export const mapGroup = defineCommand({
  id: 'scim.groups.map',
  label: 'Map group to role',
  access: { feature: features.manage, fresh: '10m' },
  resource: 'scim.group',
  entity: ScimGroup,
  input: z.object({ id: z.uuid().toLowerCase(), roleId: z.uuid().toLowerCase().nullable() }),
  output: Ok,
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, from, actor } = ctx
    const { id, roleId } = input
    if (actor.allowedOrganizationIds !== null) throw forbidden('Groups apply to the whole tenant.')
    await lockGrants(ctx, 'shared')
    const group = await from(ScimGroup, 'g')
      .select(['g.id', 'g.roleId'])
      .where('g.id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!group) throw notFound('Group')
    if (roleId !== null && (await loadRoles(ctx, [roleId])).length === 0) throw badInput('Role not found')
    const members = await membersOf(ctx, id)
    for (const userId of members) await exchangeRole(ctx, userId, { before: group.roleId, after: roleId })
    await from.update(ScimGroup, 'g').set({ roleId }).where('g.id', '=', id).execute()
    return { ok: true as const }
  },
})

interface Group {
  readonly id: string
  readonly roleId: string | null
}

async function lock({ from, actor }: CommandContext, id: string): Promise<Group> {
  const group = await from(ScimGroup, 'g')
    .select(['g.id', 'g.roleId'])
    .where('g.id', '=', id)
    .where('g.serviceAccountId', '=', serviceAccountOf(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw noResource(id)
  return group
}

async function membersOf({ from }: CommandContext, groupId: string): Promise<string[]> {
  const rows = await from(ScimMember, 'm')
    .select('m.userId')
    .where('m.groupId', '=', groupId)
    .orderBy('m.userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

async function setMembers(ctx: CommandContext, group: Group, wanted: readonly string[]): Promise<void> {
  const { from, em, actor } = ctx
  const before = await membersOf(ctx, group.id)
  const added = [...new Set(wanted)].filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  if (added.length > 0) {
    const known = await from(ScimUser, 's')
      .select('s.userId')
      .where('s.userId', '=', anyOf(added))
      .where('s.serviceAccountId', '=', serviceAccountOf(actor))
      .where('s.deletedAt', 'is', null)
      .execute()
    if (known.length < added.length)
      throw scimError('bad_input', 'A member is not a user of this provider.', 'invalidValue')
  }
  if (removed.length > 0)
    await from
      .delete(ScimMember, 'm')
      .where('m.groupId', '=', group.id)
      .where('m.userId', '=', anyOf(removed))
      .execute()
  for (const userId of added) em.create(ScimMember, { groupId: group.id, userId })
  await em.flush()
  if (group.roleId === null) return
  for (const userId of added) await exchangeRole(ctx, userId, { before: null, after: group.roleId })
  for (const userId of removed) await exchangeRole(ctx, userId, { before: group.roleId, after: null })
}

/** The grant boundary of whoever acts decides whether the role may be given or taken (decisions 13 and 93). */
async function exchangeRole(
  ctx: CommandContext,
  id: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  if (before === after) return
  const rows = await ctx.from(UserRole, 'h').select('h.roleId').where('h.userId', '=', id).execute()
  const held = rows.map(({ roleId }) => roleId)
  const roles = [...held.filter((role) => role !== before), ...(after === null || held.includes(after) ? [] : [after])]
  if (roles.length !== held.length || roles.some((role) => !held.includes(role)))
    await ctx.run(updateUser, { id, roles })
}
