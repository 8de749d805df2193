import { assertMayGrant, type HeldRole, loadRoles, lockGrants } from '@plinth/auth'
import { type Actor, type CommandContext, forbidden } from '@plinth/core'
import { type Acl, effectiveAcl, type OrganizationTree } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { boundOf } from './stored-keys.ts'

/** What a key is made of, as far as it says what the key may do. */
interface KeyParts {
  readonly roles: readonly HeldRole[]
  readonly organizationId: string | null
  readonly isConfined: boolean
  /** The organizations of its creator, where they are known; null for any. */
  readonly limit: readonly string[] | null
}

/** What the roles of a key allow in the organizations that it reaches, whatever features its creator has. */
export function rightsOfKey({ roles, limit, ...key }: KeyParts, tree: OrganizationTree): Acl {
  return effectiveAcl({
    userAcl: null,
    roleAcls: roles.flatMap(({ id, name, acl }) => (acl ? [{ ...acl, source: { kind: 'role', id, name } }] : [])),
    superAdmin: false,
    key: { organizationId: boundOf(key), creator: { isSuperAdmin: true, features: ['*'], organizations: limit } },
    tree,
  })
}

/** Whether a person made the key. One who has made keys with a key has not. */
export const isMaker = ({ kind, userId }: Actor, createdBy: unknown): boolean => kind === 'user' && userId === createdBy

/** The rights of a key that does not count. */
export const NO_KEY: Acl = { isSuperAdmin: false, features: [], organizations: [] }

type Image = RevertedRow['before']

/** Holds undo and redo to the boundary of grants: a key that works again is granted, one that ends is taken away. */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { actor } = ctx
  await lockGrants(ctx)
  for (const { table, before, after } of rows) {
    if (table !== 'api_keys') continue
    const isWhole = [before, after].some((image) => image?.['organization_id'] === null)
    if (isWhole && actor.allowedOrganizationIds !== null) throw forbidden('Organization out of scope')
    const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
    const rights = async (image: Image) => (isLive(image) ? rightsOfKey(await toKey(ctx, image), tree) : NO_KEY)
    assertMayGrant({ actor, before: await rights(before), after: await rights(after), tree })
  }
}

type LiveImage = NonNullable<Image>

const isLive = (image: Image): image is LiveImage => image !== null && image['deleted_at'] === null

const toKey = async (ctx: CommandContext, image: LiveImage) => ({
  roles: await loadRoles(ctx, image['role_ids'] as readonly string[]),
  organizationId: image['organization_id'] as string | null,
  isConfined: image['is_confined'] !== false,
  limit: isMaker(ctx.actor, image['created_by']) ? ctx.actor.allowedOrganizationIds : null,
})
