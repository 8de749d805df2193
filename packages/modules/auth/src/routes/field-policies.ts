import { get } from '@plinth/core'
import { fieldPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX } from '@plinth/core/data'
import { z } from 'zod'
import { updateRoleFields, updateUserFields } from '../commands/update-policies.ts'
import { features } from '../contract.ts'
import { FieldPoliciesInput, FieldPoliciesView, toFieldPoliciesView } from '../rights/field-policy-input.ts'
import { customFieldsOf, restrictableKinds } from '../rights/restrictable-kinds.ts'
import { policyRoutes } from './policy-routes.ts'

/** GET /auth/field-policies: what can be restricted. */
const listFieldKinds = get(
  '/auth/field-policies',
  {
    operation: 'listFieldPolicyKinds',
    access: features['acl.manage'],
    summary: 'List the kinds of resources whose fields can be restricted, and the names that policies can list.',
    response: z.object({
      items: z.array(
        z.object({
          kind: z.string(),
          /** What the tenant calls a custom entity. */
          label: z.string().optional(),
          fields: z.array(z.string()),
          /** What the tenant calls fields of a custom entity, by name. */
          labels: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  },
  async (ctx) => {
    const policies = ctx.inject(fieldPolicies)
    const items = []
    for (const { kind, label, entityId } of await restrictableKinds(ctx)) {
      const own = [...policies.namesOf(kind)]
      if (label === undefined) items.push({ kind, fields: own.toSorted() })
      else {
        const custom = await customFieldsOf(ctx, entityId)
        const labels = Object.fromEntries(custom.map((field) => [CUSTOM_PREFIX + field.key, field.label]))
        items.push({ kind, label, fields: [...own, ...Object.keys(labels)].toSorted(), labels })
      }
    }
    return { items }
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
