import { badInput, type CommandContext, defineCommand, Ok, partial } from '@plinth/core'
import { rightsWatcher } from '@plinth/core/acl'
import type { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, treeTag } from '../contract.ts'
import { Organization } from '../entities.ts'
import { OrganizationFields } from '../fields.ts'
import { findChildren, findLineage, findVisible, hierarchyConstraints, lockHierarchy, reattach } from '../hierarchy.ts'
import { EntityId } from '../entity-id.ts'
import { assertMayReachTop, assertWorkingTenant, organizationNotFound } from '../errors.ts'
import { organizationRules } from '../rule-points.ts'
import { findFreeSlug, slugConstraints } from '../slug.ts'

const Input = partial(OrganizationFields).extend({ id: EntityId })

/** Updates the given properties of an organization. Absent properties keep their values, including parent and children. */
export const updateOrganization = defineCommand({
  id: 'directory.organizations.update',
  label: 'Update organization',
  access: features['organizations.manage'],
  resource: 'directory.organization',
  entity: Organization,
  rules: organizationRules.update,
  constraints: { ...slugConstraints, ...hierarchyConstraints },
  input: Input,
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, db, actor, scope, emit, invalidate } = ctx
    const { id } = input
    assertWorkingTenant(scope, input.tenantId)
    await lockHierarchy(db, scope)
    const organization = await from.lock(Organization, { id, deletedAt: null }, organizationNotFound)
    if (input.isActive === false && id === actor.homeOrganizationId)
      throw badInput('You cannot deactivate the organization you belong to')
    const current = organization.parentId
    const parentId = await findNewParent(ctx, current)
    const children = input.childIds && (await planChildren(ctx, { current, parentId }))
    const isState = input.isActive !== undefined && input.isActive !== organization.isActive
    const isMove = parentId !== current || children !== undefined
    const watched = { isMove, organizationIds: isState ? [id] : [] }
    const assertUnharmed = isState || isMove ? await ctx.inject(rightsWatcher).watch(watched) : undefined
    const { name = organization.name, isActive } = input
    const slug = await slugOf(ctx, { current: organization.slug, name })
    await from.change(Organization, organization, { name, isActive, slug, parentId })
    await reattach(ctx, { ids: children?.added ?? [], parentId: id })
    await reattach(ctx, { ids: children?.removed ?? [], parentId: null })
    invalidate(treeTag(scope.tenantId))
    await assertUnharmed?.()
    emit(events['organization.updated'], { id, tenantId: scope.tenantId, organizationId: id })
    return { ok: true as const }
  },
})

type UpdateContext = CommandContext<z.output<typeof Input>>

/** The new parent of the organization. */
async function findNewParent(ctx: UpdateContext, current: string | null) {
  const { input, scope } = ctx
  const { id, parentId: newParentId } = input
  if (newParentId === undefined) return current
  if (newParentId === id) throw badInput('Organization cannot be its own parent')
  const found = await findVisible(
    ctx,
    [newParentId, current].filter((parent) => parent !== null),
  )
  // A hidden parent is presented to callers as none, so sending that back changes nothing.
  const visibleParent = current !== null && found.has(current) ? current : null
  if (newParentId === visibleParent) return current
  if (newParentId === null) {
    assertMayReachTop(scope)
    return null
  }
  if (!found.has(newParentId)) throw badInput('Parent not found')
  const above = await findLineage(ctx, newParentId)
  if (above.has(id)) throw badInput('Cannot assign descendant as parent')
  return newParentId
}

/** The children to add and to remove. Removed ones move to the top of the hierarchy, as published. */
async function planChildren(
  ctx: UpdateContext,
  { current, parentId }: { current: string | null; parentId: string | null },
) {
  const { input, scope } = ctx
  const { id, childIds = [] } = input
  if (parentId !== null && childIds.includes(parentId)) throw badInput('Child cannot equal parent')
  const found = await findVisible(ctx, childIds)
  if (childIds.some((child) => child === id || !found.has(child))) throw badInput('Invalid child assignment')
  const above = await findLineage(ctx, current)
  if (childIds.some((child) => above.has(child))) throw badInput('Cannot assign ancestor as child')
  const aboveParent = await findLineage(ctx, parentId)
  if (childIds.some((child) => aboveParent.has(child))) throw badInput('Cannot assign descendant cycle')
  const children = await findChildren(ctx, id)
  const before = new Set(children)
  const newChildIds = new Set(childIds)
  const removed = children.filter((child) => !newChildIds.has(child))
  if (removed.length > 0) assertMayReachTop(scope)
  return { added: [...newChildIds].filter((child) => !before.has(child)), removed }
}

/** An explicit null requests a slug derived from the name. */
async function slugOf({ input, widenScope, now }: UpdateContext, { current, name }: { current: string; name: string }) {
  if (input.slug !== null) return input.slug ?? current
  return widenScope('tenant', 'find a free slug', (tenant) =>
    findFreeSlug(tenant, { name, at: now(), exceptId: input.id }),
  )
}
