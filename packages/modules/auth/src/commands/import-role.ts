import { defineCommand, forbidden } from '@plinth/core'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { features } from '../contract.ts'
import { PolicyWarnings } from '../rights/policy-warnings.ts'
import { resolveDocument, RoleDocument } from '../rights/role-document.ts'
import { nameInUse } from '../roles/role-names.ts'
import { createRole } from './create-role.ts'
import { updateRoleFields, updateRolePolicies } from './update-policies.ts'
import { updateRoleAcl } from './update-role-acl.ts'

/**
 * Creates a role of the tenant from a document, or gives an existing one, whose name stays, what the document says. Nothing is granted
 * that the actor could not grant one by one, and nothing is left out: 403 if something may not be granted.
 */
export const importRole = defineCommand({
  id: 'auth.roles.import',
  label: 'Import role',
  access: [features['roles.manage'], features['acl.manage']],
  resource: 'auth.role',
  input: z.object({ document: RoleDocument, roleId: z.uuid().toLowerCase().optional() }),
  output: z.object({ id: z.uuid(), warnings: PolicyWarnings }),
  target: ({ result }) => ({ id: result.id }),
  constraints: { roles_name_unique: nameInUse },
  beforeRevert,
  async run(ctx) {
    const { input, run, scope } = ctx
    const { name, isSuperAdmin, features: granted, rowPolicies, fieldPolicies } = input.document
    const { organizations } = await resolveDocument(ctx, input.document)
    const id = input.roleId ?? (await run(createRole, { name, tenantId: scope.tenantId })).id
    // The policies first: with rights before policies, more would be granted for a moment than in the end.
    const { warnings } = await run(updateRolePolicies, { roleId: id, policies: rowPolicies })
    await run(updateRoleFields, { roleId: id, policies: fieldPolicies })
    const { sanitized } = await run(updateRoleAcl, { roleId: id, isSuperAdmin, features: granted, organizations })
    // Without them, the role would not be what the document says.
    if (sanitized) throw forbidden('The role has permissions that only super administrators may grant.')
    return { id, warnings }
  },
})
