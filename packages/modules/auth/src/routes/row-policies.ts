import { get } from '@plinth/core'
import { rowPolicies } from '@plinth/core/acl'
import { z } from 'zod'
import { updateRolePolicies, updateUserPolicies } from '../commands/update-policies.ts'
import { features } from '../contract.ts'
import { PoliciesInput, PoliciesView, toPoliciesView } from '../rights/policy-input.ts'
import { policyRoutes } from './policy-routes.ts'

/** GET /auth/row-policies: what can be restricted. */
const listPolicyKinds = get(
  '/auth/row-policies',
  {
    operation: 'listRowPolicyKinds',
    access: features['acl.manage'],
    summary: 'List the kinds of resources whose rows can be restricted, and the fields that conditions can compare.',
    response: z.object({
      items: z.array(z.object({ kind: z.string(), fields: z.array(z.object({ name: z.string(), type: z.string() })) })),
    }),
  },
  ({ inject }) => {
    const compiler = inject(rowPolicies)
    return { items: compiler.kinds.map((kind) => ({ kind, fields: [...compiler.fieldsOf(kind)] })) }
  },
)

/** The row policies of roles and users. */
export const rowPolicyRoutes = [
  ...policyRoutes({
    of: 'row',
    decides: 'which rows its permissions are about',
    input: PoliciesInput,
    view: PoliciesView,
    toView: toPoliciesView,
    updateRole: updateRolePolicies,
    updateUser: updateUserPolicies,
  }),
  listPolicyKinds,
]
