import { badInput, type CommandContext, defineCommand, Id, sql } from '@plinth/core'
import { rightsGuard } from '@plinth/core/acl'
import type { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, treeTag } from '../contract.ts'
import { OrganizationFields } from '../fields.ts'
import { findLineage, findVisible, hierarchyConstraints, lockHierarchy, reattach } from '../hierarchy.ts'
import { assertMayReachTop, assertWorkingTenant } from '../refusals.ts'
import { organizationRules } from '../rule-points.ts'
import { findFreeSlug, slugConstraints } from '../slug.ts'

/** Creates an organization, optionally between others. */
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
    const { input, db, scope, asSystem, emit, invalidate } = ctx
    assertWorkingTenant(scope, input.tenantId)
    await lockHierarchy(db, scope)
    await assertPlace(ctx)
    const id = crypto.randomUUID()
    const { childIds = [], parentId = null, isActive = true } = input
    const at = ctx.now()
    const settle = childIds.length > 0 ? await ctx.get(rightsGuard).watch({ isMove: true }) : undefined
    // A new id is within nobody's organizations yet, so the caller's own authority could not insert it.
    await asSystem('insert an organization', async (system) => {
      const slug = input.slug ?? (await findFreeSlug(system.db, scope, { name: input.name, at }))
      await sql`insert into organizations (tenant_id, id, parent_id, name, slug, is_active, created_at, updated_at)
        values (${scope.tenantId}, ${id}, ${parentId}, ${input.name}, ${slug}, ${isActive}, ${at.toISOString()},
          ${at.toISOString()})`.execute(system.db)
    })
    await reattach(db, scope, { ids: childIds, parentId: id, at })
    invalidate(treeTag(scope.tenantId))
    await settle?.()
    emit(events['organization.created'], { id, tenantId: scope.tenantId, organizationId: id })
    return { id }
  },
})

async function assertPlace({ input, db, scope, asSystem }: CommandContext<z.output<typeof OrganizationFields>>) {
  const { parentId = null, childIds = [] } = input
  if (parentId === null) assertMayReachTop(scope)
  if (parentId !== null && childIds.includes(parentId)) throw badInput('Child cannot equal parent')
  const found = await findVisible(db, scope, parentId === null ? childIds : [...childIds, parentId])
  if (parentId !== null && !found.has(parentId)) throw badInput('Parent not found')
  const above = await asSystem('look above an organization', (system) => findLineage(system.db, scope, parentId))
  if (childIds.some((id) => !found.has(id) || above.has(id))) throw badInput('Invalid child assignment')
}
