import { assertMayGrant, loadRoles, lockGrants } from '@plinth/auth'
import { defineCommand, PlatformError, sql } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { beforeRevert, isMaker, NO_KEY, rightsOfKey } from '../key-rights.ts'
import { inReach, type StoredKey } from '../stored-keys.ts'

/**
 * Deletes a key softly: it is refused with the next request, on every host, and so are the keys that it made.
 * Others than its creator must hold what it may do (decision 40).
 */
export const deleteKey = defineCommand({
  id: 'api_keys.keys.delete',
  label: 'Delete API key',
  access: features.delete,
  resource: 'api_keys.key',
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: z.object({ success: z.literal(true) }),
  beforeRevert,
  async run(ctx) {
    const { input, db, scope, actor, now, invalidate, get } = ctx
    const time = now().toISOString()
    await lockGrants(ctx)
    const { rows } = await sql<Pick<StoredKey, 'roleIds' | 'organizationId' | 'isConfined' | 'createdBy'>>`
      update api_keys k set deleted_at = ${time}, updated_at = ${time}
      where ${inReach(scope)} and k.id = ${input.id}
      returning k.role_ids as "roleIds", k.organization_id as "organizationId", k.is_confined as "isConfined",
        k.created_by as "createdBy"`.execute(db)
    const [key] = rows
    if (!key) throw new PlatformError('not_found', 'Not found')
    if (!isMaker(actor, key.createdBy)) {
      const tree = await get(organizationTrees).of(scope.tenantId)
      const before = rightsOfKey({ ...key, roles: await loadRoles(ctx, key.roleIds), limit: null }, tree)
      assertMayGrant({ actor, before, after: NO_KEY, tree })
    }
    invalidate(keyTag(input.id))
    return { success: true as const }
  },
})
