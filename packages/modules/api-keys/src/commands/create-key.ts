import { assertMayGrant, findRoles, type HeldRole, lockGrants } from '@plinth/auth'
import { type Actor, badInput, type CommandContext, conflict, defineCommand, forbidden, nameText } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { ApiKey } from '../entities.ts'
import { beforeRevert, NO_KEY, rightsOfKey } from '../key-rights.ts'
import { createSecret, hashSecret, toPrefix } from '../key-secrets.ts'
import { findServiceAccount } from '../service-accounts.ts'
import { findKeyById, MAX_KEY_DEPTH, type StoredKey } from '../stored-keys.ts'

const RoleReference = z.object({ id: z.uuid(), name: z.string() })

/** A new key. `secret` is only shown here and never stored. */
export const NewKey = z.object({
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string(),
  secret: z.string(),
  tenantId: z.uuid(),
  organizationId: z.uuid().nullable(),
  roles: z.array(RoleReference),
})

/**
 * Creates a key of the current tenant, with or without an organization as its home. It acts for its creator, who must hold
 * everything its roles grant (decision: Grant boundary).
 */
export const createKey = defineCommand({
  id: 'api_keys.keys.create',
  label: 'Create API key',
  access: features.create,
  resource: 'api_keys.key',
  input: z.object({
    name: nameText().min(1).max(120),
    description: z.string().max(1000).nullable(),
    organizationId: z.uuid().nullable(),
    /** Whether the key is confined to its organization, or merely has it as its home (decision: API keys). */
    isConfined: z.boolean().default(true),
    /** Ids or names. */
    roles: z.array(z.string()),
    /** ISO 8601. */
    expiresAt: z.iso.datetime().nullable(),
  }),
  output: NewKey,
  constraints: { api_keys_by_key_prefix_pkey: () => noPrefix() },
  beforeRevert,
  async run(ctx) {
    const { input, scope, actor, invalidate } = ctx
    const { name, organizationId, isConfined } = input
    const maker = keyOf(actor)
    // A key acts for its creator, and a service account must not leave keys behind.
    if (maker !== null && (await findServiceAccount(ctx, maker)))
      throw forbidden('Service accounts cannot create keys.')
    await assertReach(ctx)
    const expiresAt = earliest(input.expiresAt, await endOfMaker(ctx))
    if (input.roles.length > 0) await lockGrants(ctx, 'shared')
    const { roles, unknown } = await findRoles(ctx, input.roles)
    if (unknown.length > 0) throw badInput(`Role ${unknown[0]} not found`)
    const tree = await ctx.inject(organizationTrees).of(scope.tenantId)
    const limit = actor.allowedOrganizationIds
    const after = rightsOfKey({ roles, organizationId, isConfined, limit }, tree)
    assertMayGrant({ actor, before: NO_KEY, after, tree })
    const roleIds = roles.map((role) => role.id)
    const { id, secret } = await insert(ctx, { roleIds, expiresAt })
    invalidate(keyTag(id))
    const keyPrefix = toPrefix(secret)
    return { id, name, keyPrefix, secret, tenantId: scope.tenantId, organizationId, roles: roles.map(toRole) }
  },
})

type CreateKeyContext = CommandContext<z.output<typeof createKey.input>>

const toRole = ({ id, name }: HeldRole) => ({ id, name })

/** Throws 403 unless the caller may choose the key's organization or, without one, all organizations. */
async function assertReach({ input, scope, inject }: CreateKeyContext): Promise<void> {
  const { organizationId } = input
  const { tenantId, organizationIds } = scope
  const outside = () => forbidden('Organization out of scope')
  if (organizationId === null) {
    if (organizationIds !== null) throw outside()
    return
  }
  const tree = await inject(organizationTrees).of(tenantId)
  if (!tree.has(organizationId) || organizationIds?.includes(organizationId) === false) throw outside()
}

/** The expiry of the acting key. Throws 403 if that key is already at the maximum depth of keys created by keys. */
async function endOfMaker(ctx: CreateKeyContext): Promise<string | null> {
  let end: string | null = null
  let id = keyOf(ctx.actor)
  for (let depth = 1; id !== null; depth++) {
    if (depth >= MAX_KEY_DEPTH)
      throw forbidden(`A chain of keys created by keys can have at most ${MAX_KEY_DEPTH} keys`)
    const key: StoredKey | null = await findKeyById(ctx, id)
    end = earliest(end, key?.expiresAt ?? null)
    id = key?.createdByKey ?? null
  }
  return end
}

function earliest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) < Date.parse(other) ? one : other
}

/** The id of the acting key, if the actor is one. */
const keyOf = ({ id, kind }: Actor) => (kind === 'api_key' ? id.slice('api_key:'.length) : null)

async function insert(
  ctx: CreateKeyContext,
  { roleIds, expiresAt }: { readonly roleIds: readonly string[]; readonly expiresAt: string | null },
): Promise<{ id: string; secret: string }> {
  const { input, from, actor } = ctx
  const { name, description, organizationId, isConfined } = input
  const id = crypto.randomUUID()
  const secret = await findFreeSecret(ctx)
  const stored = { keyPrefix: toPrefix(secret), keyHash: hashSecret(ctx, secret) }
  const maker = { createdBy: actor.userId, createdByKey: keyOf(actor), serviceAccountId: null }
  const fields = { name, description, organizationId, isConfined, roleIds, expiresAt }
  await from.insert(ApiKey, { id, ...fields, ...stored, ...maker }).execute()
  return { id, secret }
}

const ATTEMPTS = 10

/** Prefixes have 32 bits, so they can collide; another attempt finds a free one. */
export async function findFreeSecret({ widenScope }: Pick<CommandContext, 'widenScope'>): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const secret = createSecret()
    if (
      (await widenScope('allTenants', 'find a free prefix of a key', ({ findUnique }) =>
        findUnique(ApiKey, { keyPrefix: toPrefix(secret) }, ['id']),
      )) === null
    )
      return secret
  }
  throw noPrefix()
}

/** Also thrown when two keys with the same prefix are created concurrently. */
export const noPrefix = () => conflict('No key could be created. Please try again')
