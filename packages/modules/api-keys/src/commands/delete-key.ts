import { assertMayGrant, loadRoles, lockGrants } from '@plinth/auth'
import { defineCommand, PlatformError } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { ApiKey } from '../entities.ts'
import { beforeRevert, isMaker, NO_KEY, rightsOfKey, rolesOfKey } from '../key-rights.ts'
import { keyInReach } from '../stored-keys.ts'

/**
 * Soft-deletes a key. From the next request on it is rejected on every host, and so are the keys created with it. Anyone but
 * its creator must hold every right of the key (decision: Revocation boundary).
 */
export const deleteKey = defineCommand({
  id: 'api_keys.keys.delete',
  label: 'Delete API key',
  access: features.delete,
  resource: 'api_keys.key',
  entity: ApiKey,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: z.object({ success: z.literal(true) }),
  beforeRevert,
  async run(ctx) {
    const { input, from, scope, actor, now, invalidate, inject } = ctx
    await lockGrants(ctx, 'shared')
    const key = await from
      .update(ApiKey, 'k')
      .set({ deletedAt: now().toISOString() })
      .where(keyInReach(scope))
      .where('k.id', '=', input.id)
      .returning(['k.roleIds', 'k.organizationId', 'k.isConfined', 'k.createdBy', 'k.serviceAccountId'])
      .executeTakeFirst()
    if (!key) throw new PlatformError('not_found', 'Not found')
    if (!isMaker(actor, key.createdBy) || key.serviceAccountId !== null) {
      const tree = await inject(organizationTrees).of(scope.tenantId)
      const roleIds = await rolesOfKey(ctx, key)
      const before = rightsOfKey({ ...key, roles: await loadRoles(ctx, roleIds), limit: null }, tree)
      assertMayGrant({ actor, before, after: NO_KEY, tree })
    }
    invalidate(keyTag(input.id))
    return { success: true as const }
  },
})
