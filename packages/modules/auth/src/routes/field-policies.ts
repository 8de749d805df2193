import { get } from '@plinth/core'
import { fieldPolicies } from '@plinth/core/acl'
import { z } from 'zod'
import { updateRoleFields, updateUserFields } from '../commands/update-policies.ts'
import { features } from '../contract.ts'
import { FieldPoliciesInput, FieldPoliciesView, toFieldPoliciesView } from '../rights/field-policy-input.ts'
import { policyRoutes } from './policy-routes.ts'

/** GET /auth/field-policies: what can be restricted. */
const listFieldKinds = get(
  '/auth/field-policies',
  {
    operation: 'listFieldPolicyKinds',
    access: features['acl.manage'],
    summary: 'List the kinds of resources whose fields can be restricted, and the names that policies can list.',
    response: z.object({ items: z.array(z.object({ kind: z.string(), fields: z.array(z.string()) })) }),
  },
  ({ inject }) => {
    const policies = inject(fieldPolicies)
    return { items: policies.kinds.map((kind) => ({ kind, fields: [...policies.namesOf(kind)].toSorted() })) }
  },
)

/** The field policies of roles and users. */
export const fieldPolicyRoutes = [
  ...policyRoutes({
    of: 'field',
    decides: 'which properties it may read and write',
    input: FieldPoliciesInput,
    view: FieldPoliciesView,
    toView: toFieldPoliciesView,
    updateRole: updateRoleFields,
    updateUser: updateUserFields,
  }),
  listFieldKinds,
]
