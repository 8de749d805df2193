import { get } from '@plinth/core'
import { fieldPolicies, rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX } from '@plinth/core/data'
import { z } from 'zod'
import { updateRolePolicies, updateUserPolicies } from '../commands/update-policies.ts'
import { features } from '../contract.ts'
import { comparableValues } from '../rights/caller-values.ts'
import { customFieldsOf, restrictableKinds } from '../rights/restrictable-kinds.ts'
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
          /** What the tenant calls a custom entity. */
          label: z.string().optional(),
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
      /** What conditions can know of the caller beside `me.id`, `me.organizationId`, `me.roles` and `me.teams`. */
      caller: z.array(z.object({ name: z.string(), label: z.string(), isList: z.boolean() })),
    }),
  },
  async (ctx) => {
    const { inject, actor } = ctx
    const [compiler, fields] = [inject(rowPolicies), inject(fieldPolicies)]
    const items = []
    for (const { kind, label, entityId } of await restrictableKinds(ctx)) {
      const named = (await customFieldsOf(ctx, entityId)).map((field) => ({
        name: CUSTOM_PREFIX + field.key,
        type: 'custom',
        label: field.label,
      }))
      const isReadable = ({ name }: { readonly name: string }) =>
        compiler
          .columnsIn(kind, { field: name, operator: 'IS_EMPTY' })
          .every((compared) => fields.mayCompare(actor, kind, compared))
      const all = [...compiler.fieldsOf(kind), ...named]
      const shown = fields.restricts(actor) ? all.filter(isReadable) : all
      items.push({ kind, ...(label !== undefined && { label }), fields: shown })
    }
    return { items, caller: await comparableValues(ctx) }
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
