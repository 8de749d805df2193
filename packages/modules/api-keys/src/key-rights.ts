import { assertMayGrant, type HeldRole, loadRoles, lockGrants } from '@plinth/auth'
import { type Actor, type CommandContext, forbidden } from '@plinth/core'
import { type Acl, effectiveAcl, type OrganizationTree } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { ServiceAccount } from './entities.ts'
import { boundOf } from './stored-keys.ts'

/** The parts of a key that determine its rights. */
interface KeyParts {
  readonly roles: readonly HeldRole[]
  readonly organizationId: string | null
  readonly isConfined: boolean
  /** The organizations of its creator, if known; null for any. */
  readonly limit: readonly string[] | null
}

/** What the roles of a key grant in the organizations it can reach, regardless of its creator's features. */
export function rightsOfKey({ roles, limit, ...key }: KeyParts, tree: OrganizationTree): Acl {
  return effectiveAcl({
    userAcl: null,
    roleAcls: roles.flatMap(({ id, name, acl }) => (acl ? [{ ...acl, source: { kind: 'role', id, name } }] : [])),
    superAdmin: false,
    key: { organizationId: boundOf(key), creator: { isSuperAdmin: true, features: ['*'], organizations: limit } },
    tree,
  })
}

/** Whether the actor is the person who created the key. False for an actor that is an API key. */
export const isMaker = ({ kind, userId }: Actor, createdBy: unknown): boolean => kind === 'user' && userId === createdBy

/** The rights of a key that has no effect. */
export const NO_KEY: Acl = { isSuperAdmin: false, features: [], organizations: [] }

/** The roles of a key, or of the service account it belongs to. */
export async function rolesOfKey(
  { from }: Pick<CommandContext, 'from'>,
  { roleIds, serviceAccountId }: { readonly roleIds: readonly string[]; readonly serviceAccountId: string | null },
): Promise<readonly string[]> {
  if (serviceAccountId === null) return roleIds
  const account = await from(ServiceAccount, 'a')
    .select('a.roleIds')
    .where('a.id', '=', serviceAccountId)
    .executeTakeFirst()
  return account?.roleIds ?? []
}

type Image = RevertedRow['before']

/**
 * Applies the grant boundary to undo and redo: a key that becomes valid again counts as granted, and one that becomes invalid
 * counts as revoked.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { actor } = ctx
  await lockGrants(ctx)
  for (const { table, before, after } of rows) {
    if (table !== 'api_keys' && table !== 'service_accounts') continue
    const isWhole = [before, after].some((image) => image?.['organization_id'] === null)
    if (isWhole && actor.allowedOrganizationIds !== null) throw forbidden('Organization out of scope')
    const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
    const rights = async (image: Image) => (isLive(image) ? rightsOfKey(await toKey(ctx, image), tree) : NO_KEY)
    assertMayGrant({ actor, before: await rights(before), after: await rights(after), tree })
    // The roles of an account that is not active count when it is.
    if (table === 'service_accounts' && before && after && !isLive(before) && !isLive(after)) {
      const [had, has] = [await toKey(ctx, before), await toKey(ctx, after)]
      assertMayGrant({ actor, before: rightsOfKey(had, tree), after: rightsOfKey(has, tree), tree })
    }
  }
}

type LiveImage = NonNullable<Image>

const isLive = (image: Image): image is LiveImage =>
  image !== null && image['deleted_at'] === null && image['is_active'] !== false

const toKey = async (ctx: CommandContext, image: LiveImage) => ({
  roles: await loadRoles(
    ctx,
    await rolesOfKey(ctx, {
      roleIds: image['role_ids'] as readonly string[],
      serviceAccountId: (image['service_account_id'] ?? null) as string | null,
    }),
  ),
  organizationId: image['organization_id'] as string | null,
  isConfined: image['is_confined'] !== false,
  limit:
    image['service_account_id'] == null && isMaker(ctx.actor, image['created_by'])
      ? ctx.actor.allowedOrganizationIds
      : null,
})
