import { composition, get } from '@plinth/core'
import { fieldPolicies, rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, findExtensions } from '@plinth/core/data'
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
      items: z.array(
        z.object({
          kind: z.string(),
          fields: z.array(
            z.object({
              name: z.string(),
              type: z.string(),
              /** What the tenant calls a custom field. */
              label: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  },
  async ({ inject, actor }) => {
    const [compiler, fields] = [inject(rowPolicies), inject(fieldPolicies)]
    const extensions = findExtensions(inject(composition).modules)
    const items = []
    for (const kind of compiler.kinds) {
      const entityId = extensions.get(kind)?.entityId
      const custom = entityId && (await inject(customValues)?.fields({ entityId, organizationId: null }))
      const named = (custom ? custom.described : []).map(({ key, label }) => ({
        name: CUSTOM_PREFIX + key,
        type: 'custom',
        label,
      }))
      const isReadable = ({ name }: { readonly name: string }) =>
        compiler
          .columnsIn(kind, { field: name, operator: 'IS_EMPTY' })
          .every(({ table, column }) => fields.mayReadColumn(actor, table, column))
      const all = [...compiler.fieldsOf(kind), ...named]
      items.push({ kind, fields: fields.restricts(actor) ? all.filter(isReadable) : all })
    }
    return { items }
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
