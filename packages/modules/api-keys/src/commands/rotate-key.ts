import { loadRoles } from '@plinth/auth'
import { defineCommand, forbidden, notFound } from '@plinth/core'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { ApiKey } from '../entities.ts'
import { beforeRevert, isMaker } from '../key-rights.ts'
import { keyInReach } from '../stored-keys.ts'
import { createKey } from './create-key.ts'
import { createServiceKey } from './create-service-key.ts'
import { deleteKey } from './delete-key.ts'

const HOUR = 3_600_000

/**
 * Creates a key like another one, which ends at once or some hours later. A key acts for its creator, so nobody else can have one
 * like it; that of a service account is replaced by whoever may create one.
 */
export const rotateKey = defineCommand({
  id: 'api_keys.keys.rotate',
  label: 'Rotate API key',
  access: [features.create, features.delete],
  resource: 'api_keys.key',
  entity: ApiKey,
  input: z.object({
    id: z.uuid().toLowerCase(),
    /** How long the former key still works. */
    keepHours: z.int().min(0).max(168).default(0),
  }),
  output: z.object({ id: z.uuid(), name: z.string(), keyPrefix: z.string(), secret: z.string() }),
  target: ({ input }) => ({ id: input.id }),
  beforeRevert,
  async run(ctx) {
    const { input, from, scope, actor, now, run, invalidate } = ctx
    const key = await from(ApiKey, 'k')
      .selectAll('k')
      .where(keyInReach(scope, actor.allowedOrganizationIds === null))
      .where('k.id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw notFound('API key')
    const { name, description, organizationId, isConfined, roleIds, serviceAccountId, expiresAt } = key
    if (serviceAccountId === null && !isMaker(actor, key.createdBy))
      throw forbidden('Only the person for whom a key acts can rotate it.')
    if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) throw forbidden('The key has expired.')
    // A role that was deleted since grants nothing.
    const roles = (await loadRoles(ctx, roleIds)).map((role) => role.id)
    const { id, keyPrefix, secret } =
      serviceAccountId === null
        ? await run(createKey, { name, description, organizationId, isConfined, roles, expiresAt })
        : await run(createServiceKey, { serviceAccountId, name, expiresAt })
    if (input.keepHours === 0) await run(deleteKey, { id: input.id })
    else {
      const end = new Date(now().getTime() + input.keepHours * HOUR).toISOString()
      if (expiresAt === null || Date.parse(end) < Date.parse(expiresAt))
        await from.update(ApiKey, 'k').set({ expiresAt: end }).where('k.id', '=', input.id).execute()
      invalidate(keyTag(input.id))
    }
    return { id, name, keyPrefix, secret }
  },
})
