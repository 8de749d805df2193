import { resource } from '@plinth/core'
import { toIdRefusal } from '@plinth/core/http'
import { createOrganization } from '../commands/create-organization.ts'
import { deleteOrganization } from '../commands/delete-organization.ts'
import { updateOrganization } from '../commands/update-organization.ts'
import { features } from '../contract.ts'
import { Organization } from '../entities.ts'
import { OrganizationFields } from '../fields.ts'
import { listOrganizations } from '../routes/organization-list.ts'
import { organizationRules } from '../rule-points.ts'

// The directory is where users find organizations that are not selected.
const scope = 'allowed'

/**
 * Organizations. Their list is a separate route, because its rows are read from the cached tree: each shows its place in the
 * part of the tree that the caller may see, and one view nests them.
 */
export const organizationResource = resource('/directory/organizations', Organization, {
  kind: 'directory.organization',
  access: { read: features['organizations.view'], write: features['organizations.manage'] },
  input: OrganizationFields,
  replace: { create: createOrganization, update: updateOrganization, delete: deleteOrganization },
  rules: organizationRules,
  list: listOrganizations,
  routes: {
    create: { scope, summary: 'Create an organization, at the top level or below another one.' },
    update: {
      scope,
      summary: 'Rename, move or deactivate an organization.',
      onInvalid: toIdRefusal('Invalid id'),
    },
    delete: {
      scope,
      summary:
        'Delete an organization. Its children move to its parent. If users are restricted to it, `confirm` is required.',
      onInvalid: toIdRefusal('Organization id required'),
    },
  },
})
