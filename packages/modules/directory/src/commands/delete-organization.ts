import { badInput, defineCommand, Ok } from '@plinth/core'
import { rightsWatcher } from '@plinth/core/acl'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, treeTag } from '../contract.ts'
import { Organization } from '../entities.ts'
import { hierarchyConstraints, lockHierarchy } from '../hierarchy.ts'
import { EntityId } from '../entity-id.ts'
import { assertWorkingTenant, organizationNotFound } from '../errors.ts'
import { organizationRules } from '../rule-points.ts'

/**
 * Soft-deletes an organization. Its children move up to its parent; its users are kept. If that leaves accounts unusable, it is
 * rejected with their number unless confirmed (decision: Deactivated accounts).
 */
export const deleteOrganization = defineCommand({
  id: 'directory.organizations.delete',
  label: 'Delete organization',
  access: features['organizations.manage'],
  resource: 'directory.organization',
  entity: Organization,
  rules: organizationRules.delete,
  constraints: hierarchyConstraints,
  input: z.object({
    id: EntityId,
    /** True to delete it although people are confined to it. */
    confirm: z
      .boolean()
      .or(z.enum(['true', 'false']))
      .optional(),
  }),
  output: Ok,
  beforeRevert,
  async run({ input: { id, confirm }, from, db, actor, scope, now, inject, widenScope, emit, invalidate }) {
    assertWorkingTenant(scope, undefined)
    await lockHierarchy(db, scope)
    const organization = await from.lock(Organization, { id, deletedAt: null }, organizationNotFound)
    if (id === actor.homeOrganizationId) throw badInput('You cannot delete the organization you belong to')
    const { parentId } = organization
    const assertUnharmed = await inject(rightsWatcher).watch({ organizationIds: [id], isMove: true })
    const people = String(confirm) === 'true' ? 0 : await inject(rightsWatcher).countConfined(id)
    await from.change(Organization, organization, { isActive: false, deletedAt: now() })
    // Includes children created after the caller's organizations were looked up.
    await widenScope('tenant', 'move children up', (tenant) =>
      tenant.from
        .update(Organization, 'o')
        .set({ parentId })
        .where('o.parentId', '=', id)
        .where('o.deletedAt', 'is', null)
        .execute(),
    )
    invalidate(treeTag(scope.tenantId))
    await assertUnharmed()
    if (people > 0) throw confirmationNeeded(people)
    emit(events['organization.deleted'], { id, tenantId: scope.tenantId, organizationId: id })
    return { ok: true as const }
  },
})

function confirmationNeeded(people: number) {
  const whose = people === 1 ? '1 account is' : `${people} accounts are`
  const message = `${whose} confined to this organization and would be locked out. Send confirm=true to delete it.`
  return badInput(message, { confinedAccounts: people, details: [{ code: 'custom', path: ['confirm'], message }] })
}
