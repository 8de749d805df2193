import { assertMayGrant, type HeldRole, loadRoles, lockGrants } from '@plinth/auth'
import {
  type Acl,
  type CommandContext,
  effectiveAcl,
  forbidden,
  type OrganizationTree,
  type RevertedRow,
} from '@plinth/core'
import { organizationTrees } from '@plinth/directory'

/** What the roles of a key allow within its organization, whoever made it. */
export function rightsOfKey(
  { roles, organizationId }: { readonly roles: readonly HeldRole[]; readonly organizationId: string | null },
  tree: OrganizationTree,
): Acl {
  return effectiveAcl({
    userAcl: null,
    roleAcls: roles.flatMap(({ id, name, acl }) => (acl ? [{ ...acl, source: { kind: 'role', id, name } }] : [])),
    superAdmin: false,
    key: { organizationId, creator: null },
    tree,
  })
}

/** The rights of a key that does not count. */
export const NO_KEY: Acl = { isSuperAdmin: false, features: [], organizations: [] }

type Image = RevertedRow['before']

/** Holds undo and redo to the boundary of grants: a key that works again is granted, one that ends is taken away. */
export async function beforeRevert(ctx: CommandContext<unknown>, rows: readonly RevertedRow[]): Promise<void> {
  const { actor } = ctx
  await lockGrants(ctx)
  for (const { table, before, after } of rows) {
    if (table !== 'api_keys') continue
    const isWhole = [before, after].some((image) => image?.['organization_id'] === null)
    if (isWhole && actor.allowedOrganizationIds !== null) throw forbidden('Organization out of scope')
    const tree = await ctx.get(organizationTrees).of(ctx.scope.tenantId)
    const rights = async (image: Image) => (isLive(image) ? rightsOfKey(await toKey(ctx, image), tree) : NO_KEY)
    assertMayGrant({ actor, before: await rights(before), after: await rights(after), tree })
  }
}

type LiveImage = NonNullable<Image>

const isLive = (image: Image): image is LiveImage => image !== null && image['deleted_at'] === null

const toKey = async (ctx: CommandContext<unknown>, image: LiveImage) => ({
  roles: await loadRoles(ctx, image['role_ids'] as readonly string[]),
  organizationId: image['organization_id'] as string | null,
})
