import { assertMayRevertRights, createUser, isEmailTaken, updateUser, User } from '@plinth/auth'
import { type CommandContext, defineCommand } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ScimMember, ScimUser } from '../entities.ts'
import { noResource, scimError } from '../errors.ts'
import { keyOf } from '../filter.ts'
import { homeOf, serviceAccountOf } from '../principal.ts'

const Fields = z.object({
  userName: z.string(),
  externalId: z.string().nullable(),
  email: z.string(),
  name: z.string().nullable(),
  isActive: z.boolean(),
  attributes: z.record(z.string(), z.unknown()),
})

const taken = () => scimError('conflict', 'A user with this name or address exists.', 'uniqueness')
/**
 * Reports another account with the same address as SCIM requires. There is no look-up beforehand, because the index detects it.
 */
const explainTaken = (error: unknown): never => {
  throw isEmailTaken(error) ? taken() : error
}
const constraints = { scim_users_user_name: taken, users_email_unique: taken, scim_users_tenant_id_user_id_key: taken }

/** Creates an account for a user of the provider, or takes back one that the provider had deleted. */
export const provisionUser = defineCommand({
  id: 'scim.users.create',
  label: 'Provision user',
  access: features.provision,
  resource: 'auth.user',
  input: Fields,
  output: z.object({ id: z.uuid() }),
  constraints,
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, em, from, run, actor } = ctx
    const { userName, externalId, email, name, isActive, attributes } = input
    const serviceAccountId = serviceAccountOf(actor)
    const known = await from(ScimUser, 's')
      .select(['s.userId', 's.deletedAt'])
      .where('s.serviceAccountId', '=', serviceAccountId)
      .where('s.userNameKey', '=', keyOf(userName))
      .executeTakeFirst()
    if (known && known.deletedAt === null) throw taken()
    if (known) {
      await save(ctx, known.userId, input)
      return { id: known.userId }
    }
    const account = { email, name, isActive, organizationId: await homeOf(ctx) }
    const { id: userId } = await run(createUser, account).catch(explainTaken)
    em.create(ScimUser, {
      userId,
      serviceAccountId,
      userName,
      userNameKey: keyOf(userName),
      externalId,
      attributes,
      deactivatedAt: null,
      deletedAt: null,
    })
    return { id: userId }
  },
})

/** Changes an account to what the provider says. Deactivation ends its sessions on the next request. */
export const changeUser = defineCommand({
  id: 'scim.users.update',
  label: 'Change provisioned user',
  access: features.provision,
  resource: 'auth.user',
  input: Fields.extend({ id: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  constraints,
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { id } = ctx.input
    await save(ctx, id, ctx.input)
    return { id }
  },
})

/** Deactivates the account of a user whom the provider has deleted. Nothing that the account has written is lost. */
export const removeUser = defineCommand({
  id: 'scim.users.delete',
  label: 'Deprovision user',
  access: features.provision,
  resource: 'auth.user',
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, run, now, from } = ctx
    const { id } = input
    const stored = await lock(ctx, id)
    if (stored.deletedAt !== null) throw noResource(id)
    await run(updateUser, { id, isActive: false })
    const at = now().toISOString()
    await from.update(ScimUser, 's').set({ deletedAt: at, deactivatedAt: at }).where('s.userId', '=', id).execute()
    await from.delete(ScimMember, 'm').where('m.userId', '=', id).execute()
    return { id }
  },
})

/**
 * Reactivates everybody whom a provider has deactivated or deleted since a given time, so that a mistaken deprovisioning can be
 * corrected with one action.
 */
export const reprovision = defineCommand({
  id: 'scim.users.reactivate',
  label: 'Reactivate deprovisioned users',
  access: { feature: features.manage, fresh: '10m' },
  resource: 'scim.provisioning',
  input: z.object({ serviceAccountId: z.uuid().toLowerCase(), since: z.iso.datetime({ offset: true }) }),
  output: z.object({ reactivated: z.int() }),
  target: ({ input }) => ({ id: input.serviceAccountId }),
  beforeRevert: assertMayRevertRights,
  async run(ctx) {
    const { input, from, run } = ctx
    const gone = await from(ScimUser, 's')
      .select('s.userId')
      .where('s.serviceAccountId', '=', input.serviceAccountId)
      .where('s.deactivatedAt', '>=', new Date(input.since).toISOString())
      .orderBy('s.userId')
      .limit(MOST)
      .execute()
    const ids = gone.map(({ userId }) => userId)
    for (const id of ids) await run(updateUser, { id, isActive: true })
    await from
      .update(ScimUser, 's')
      .set({ deactivatedAt: null, deletedAt: null })
      .where('s.userId', '=', anyOf(ids))
      .execute()
    return { reactivated: ids.length }
  },
})

/** Maximum accounts per call, so that its transaction does not take too long. */
const MOST = 2_000

async function lock({ from, actor }: CommandContext, id: string) {
  const stored = await from(ScimUser, 's')
    .select(['s.id', 's.deletedAt', 's.deactivatedAt'])
    .where('s.userId', '=', id)
    .where('s.serviceAccountId', '=', serviceAccountOf(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw noResource(id)
  return stored
}

async function save(ctx: CommandContext, id: string, fields: z.output<typeof Fields>): Promise<void> {
  const { from, run, now } = ctx
  const { userName, externalId, email, name, isActive, attributes } = fields
  const stored = await lock(ctx, id)
  const account = await from(User, 'u').select(['u.email', 'u.isActive']).where('u.id', '=', id).executeTakeFirst()
  const changes = {
    ...(account?.email !== email && { email }),
    ...(account?.isActive !== isActive && { isActive }),
  }
  await run(updateUser, { id, name, ...changes }).catch(explainTaken)
  await from
    .update(ScimUser, 's')
    .set({
      userName,
      userNameKey: keyOf(userName),
      externalId,
      attributes,
      deletedAt: null,
      deactivatedAt: isActive ? null : (stored.deactivatedAt ?? now().toISOString()),
    })
    .where('s.userId', '=', id)
    .execute()
}
