import { assertMayGrant, loadRoles, lockGrants } from '@plinth/auth'
import { defineCommand, forbidden, nameText, notFound } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { ApiKey } from '../entities.ts'
import { beforeRevert, NO_KEY } from '../key-rights.ts'
import { hashSecret, toPrefix } from '../key-secrets.ts'
import { lockServiceAccount, rightsOfServiceAccount } from '../service-accounts.ts'
import { findFreeSecret, noPrefix } from './create-key.ts'

/** Creates a key of a service account. It remains valid when the person who created it is gone, and has the account's rights. */
export const createServiceKey = defineCommand({
  id: 'api_keys.keys.create_for_service_account',
  label: 'Create key of service account',
  access: features['service_accounts.manage'],
  resource: 'api_keys.key',
  entity: ApiKey,
  input: z.object({
    serviceAccountId: z.uuid().toLowerCase(),
    name: nameText().min(1).max(120),
    /** ISO 8601. */
    expiresAt: z.iso.datetime().nullable(),
  }),
  output: z.object({
    id: z.uuid(),
    name: z.string(),
    keyPrefix: z.string(),
    secret: z.string(),
    serviceAccountId: z.uuid(),
  }),
  constraints: { api_keys_by_key_prefix_pkey: () => noPrefix() },
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, inject, invalidate } = ctx
    const { serviceAccountId, name, expiresAt } = input
    // Otherwise a program could permanently keep access that its key was given only for a while.
    if (actor.kind === 'api_key') throw forbidden('Only users can create keys for service accounts.')
    await lockGrants(ctx, 'shared')
    const account = await lockServiceAccount(ctx, serviceAccountId)
    if (!account) throw notFound('Service account')
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const after = rightsOfServiceAccount({ ...account, roles: await loadRoles(ctx, account.roleIds) }, tree)
    assertMayGrant({ actor, before: NO_KEY, after, tree })
    const { organizationId, isConfined } = account
    const id = crypto.randomUUID()
    const secret = await findFreeSecret(ctx)
    const keyPrefix = toPrefix(secret)
    const hashes = { keyPrefix, keyHash: hashSecret(ctx, secret) }
    const owner = { serviceAccountId, organizationId, isConfined, roleIds: [], createdBy: actor.userId }
    await from
      .insert(ApiKey, { id, name, description: null, expiresAt, createdByKey: null, ...owner, ...hashes })
      .execute()
    invalidate(keyTag(id))
    return { id, name, keyPrefix, secret, serviceAccountId }
  },
})
