import { badInput, defineCommand, Ok } from '@plinth/core'
import { rightsGuard } from '@plinth/core/acl'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, treeTag } from '../contract.ts'
import { Organization } from '../entities.ts'
import { hierarchyConstraints, lockHierarchy } from '../hierarchy.ts'
import { EntityId } from '../id.ts'
import { assertWorkingTenant, organizationNotFound } from '../refusals.ts'
import { organizationRules } from '../rule-points.ts'

/** Deletes an organization softly; its children move up to its parent, its users stay. */
export const deleteOrganization = defineCommand({
  id: 'directory.organizations.delete',
  label: 'Delete organization',
  access: features['organizations.manage'],
  resource: 'directory.organization',
  entity: Organization,
  rules: organizationRules.delete,
  constraints: hierarchyConstraints,
  input: z.object({ id: EntityId }),
  output: Ok,
  beforeRevert,
  async run({ input: { id }, em, db, actor, scope, now, inject, asTenant, emit, invalidate }) {
    assertWorkingTenant(scope, undefined)
    await lockHierarchy(db, scope)
    const organization = await em.findOneOrFail(
      Organization,
      { id, deletedAt: null },
      { failHandler: organizationNotFound },
    )
    if (id === actor.homeOrganizationId) throw badInput('You cannot delete the organization you belong to')
    const { parentId = null } = organization
    const assertUnharmed = await inject(rightsGuard).watch({ organizationIds: [id], isMove: true })
    em.assign(organization, { isActive: false, deletedAt: now() })
    await em.flush()
    // Every child, also one that was created after the caller's organizations were looked up.
    await asTenant('move children up', ({ from }) =>
      from
        .update(Organization, 'o')
        .set({ parentId, updatedAt: now().toISOString() })
        .where('o.parentId', '=', id)
        .where('o.deletedAt', 'is', null)
        .execute(),
    )
    invalidate(treeTag(scope.tenantId))
    await assertUnharmed()
    emit(events['organization.deleted'], { id, tenantId: scope.tenantId, organizationId: id })
    return { ok: true as const }
  },
})
