import { badInput, type CommandContext, defineCommand, Id } from '@plinth/core'
import { rightsWatcher } from '@plinth/core/acl'
import type { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, treeTag } from '../contract.ts'
import { Organization } from '../entities.ts'
import { OrganizationFields } from '../fields.ts'
import { findLineage, findVisible, hierarchyConstraints, lockHierarchy, reattach } from '../hierarchy.ts'
import { assertWithinLimit } from '../organization-limit.ts'
import { assertMayReachTop, assertWorkingTenant } from '../errors.ts'
import { organizationRules } from '../rule-points.ts'
import { findFreeSlug, slugConstraints } from '../slug.ts'

/** Creates an organization, optionally with a parent and children. */
export const createOrganization = defineCommand({
  id: 'directory.organizations.create',
  label: 'Create organization',
  access: features['organizations.manage'],
  resource: 'directory.organization',
  rules: organizationRules.create,
  constraints: { ...slugConstraints, ...hierarchyConstraints },
  input: OrganizationFields,
  output: Id,
  beforeRevert,
  async run(ctx) {
    const { input, db, scope, widenScope, emit, invalidate } = ctx
    assertWorkingTenant(scope, input.tenantId)
    await lockHierarchy(db, scope)
    await assertRelatives(ctx)
    const id = crypto.randomUUID()
    const { childIds = [], parentId = null, isActive = true } = input
    const at = ctx.now()
    const assertUnharmed = childIds.length > 0 ? await ctx.inject(rightsWatcher).watch({ isMove: true }) : undefined
    // A new id is not among the caller's organizations yet, so the caller's own scope could not insert it.
    await widenScope('tenant', 'insert an organization', async (tenant) => {
      const slug = input.slug ?? (await findFreeSlug(tenant, { name: input.name, at }))
      await tenant.from.create(Organization, { id, parentId, name: input.name, slug, isActive })
    })
    await assertWithinLimit(ctx)
    await reattach(ctx, { ids: childIds, parentId: id })
    invalidate(treeTag(scope.tenantId))
    await assertUnharmed?.()
    emit(events['organization.created'], { id, tenantId: scope.tenantId, organizationId: id })
    return { id }
  },
})

async function assertRelatives(ctx: CommandContext<z.output<typeof OrganizationFields>>) {
  const { input, scope } = ctx
  const { parentId = null, childIds = [] } = input
  if (parentId === null) assertMayReachTop(scope)
  if (parentId !== null && childIds.includes(parentId)) throw badInput('Child cannot equal parent')
  const found = await findVisible(ctx, parentId === null ? childIds : [...childIds, parentId])
  if (parentId !== null && !found.has(parentId)) throw badInput('Parent not found')
  const above = await findLineage(ctx, parentId)
  if (childIds.some((id) => !found.has(id) || above.has(id))) throw badInput('Invalid child assignment')
}
