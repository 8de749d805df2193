import { badInput, type Context, forbidden, isUuid } from '@plinth/core'
import { normalizeOrganizations, type OrganizationTree } from '@plinth/core/acl'
import type { Comparison, Group } from '@plinth/core/rules'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { knownGrants } from '../known-features.ts'
import { RoleFields } from '../roles/role-fields.ts'
import { AclInput } from './acl-input.ts'
import { fieldFaultsOf, FieldPoliciesInput } from './field-policy-input.ts'
import { PoliciesInput, rowFaultsOf } from './policy-input.ts'

/** A role as a file: what it allows and which policies restrict it. Everything is named, so that it means the same in another tenant. */
export const RoleDocument = z.strictObject({
  format: z.literal('plinth.role.v1'),
  name: RoleFields.shape.name,
  isSuperAdmin: z.boolean().default(false),
  features: AclInput.shape.features.unwrap(),
  /** Paths of names from the root: `["Acme", "Berlin"]`; null for all organizations. */
  organizations: z
    .array(z.array(z.string().max(200)).min(1).max(50))
    .max(10_000)
    .nullable()
    .default(null),
  rowPolicies: PoliciesInput.default({}),
  fieldPolicies: FieldPoliciesInput.default({}),
})
export type RoleDocument = z.output<typeof RoleDocument>

type Fault = { readonly path: readonly (string | number)[]; readonly message: string }

/**
 * Throws 400 for whatever a document names that is not here, all at once: features, organizations, kinds, fields, custom fields. Ids
 * in conditions are refused as well, since they mean nothing in another tenant. Returns the ids of the organizations.
 */
export async function resolveDocument(
  ctx: Pick<Context, 'inject' | 'scope' | 'actor'>,
  { features, organizations, rowPolicies: sent, fieldPolicies }: RoleDocument,
): Promise<{ readonly organizations: string[] | null }> {
  const known = knownGrants(ctx)
  const rowPolicies = withoutNulls(sent)
  const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
  const { allowedOrganizationIds: allowed } = ctx.actor
  // Those that the importer may not see are as if they did not exist.
  const found =
    organizations?.map((path) => findByNames(tree, path).filter((id) => allowed?.includes(id) !== false)) ?? null
  const faults: Fault[] = [
    ...features.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: ['features', index], message: `The feature '${id}' does not exist` }],
    ),
    ...(found ?? []).flatMap((ids, index) =>
      ids.length === 1
        ? []
        : [{ path: ['organizations', index], message: organizationFault(organizations![index]!, ids) }],
    ),
    ...rowFaultsOf(ctx, rowPolicies).map(({ kind, action, message }) => ({
      path: ['rowPolicies', kind, action],
      message,
    })),
    ...idsIn(rowPolicies),
    ...(await fieldFaultsOf(ctx, { fields: fieldPolicies, rows: rowPolicies })).map(
      ({ kind, action, message, isRow }) => ({
        path: [isRow ? 'rowPolicies' : 'fieldPolicies', kind, action],
        message,
      }),
    ),
  ]
  if (faults.length > 0) {
    const details = faults.map(({ path, message }) => ({ code: 'custom', path: ['document', ...path], message }))
    throw badInput('The role names what does not exist here', { details })
  }
  return { organizations: found?.flat() ?? null }
}

/**
 * The names that lead to each organization; null for all organizations. Deleted ones have no names, and are left out. Throws 403 for
 * organizations that the actor may not see.
 */
export async function namesOf(
  { inject, scope, actor }: Pick<Context, 'inject' | 'scope' | 'actor'>,
  ids: readonly string[] | null,
): Promise<string[][] | null> {
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const { allowedOrganizationIds: allowed } = actor
  const listed = normalizeOrganizations(ids)?.filter((id) => tree.has(id)) ?? null
  if (allowed && listed?.some((id) => !allowed.includes(id)))
    throw forbidden('The role is about organizations that you do not see.')
  return listed && listed.map((id) => [...tree.ancestors(id), id].map((one) => tree.get(one)!.name))
}

function findByNames(tree: OrganizationTree, [first, ...names]: readonly string[]): readonly string[] {
  const named = (ids: readonly string[], name: string | undefined) => ids.filter((id) => tree.get(id)?.name === name)
  return names.reduce((above, name) => above.flatMap((id) => named(tree.children(id), name)), named(tree.roots, first))
}

const organizationFault = (path: readonly string[], ids: readonly string[]) =>
  ids.length === 0
    ? `The organization '${path.join(' / ')}' does not exist`
    : `${ids.length} organizations are called '${path.join(' / ')}'`

/** Conditions that are there. Null is no condition, as when policies are replaced. */
const withoutNulls = (policies: RoleDocument['rowPolicies']): RoleDocument['rowPolicies'] =>
  Object.fromEntries(
    Object.entries(policies).map(([kind, actions]) => [
      kind,
      Object.fromEntries(Object.entries(actions).filter(([, condition]) => condition != null)),
    ]),
  )

function idsIn(policies: RoleDocument['rowPolicies']): Fault[] {
  return Object.entries(policies).flatMap(([kind, actions]) =>
    Object.entries(actions).flatMap(([action, condition]) =>
      fieldsWithIds(condition).map((field) => ({
        path: ['rowPolicies', kind, action],
        message: `'${field}' is compared with an id, which means nothing in another tenant; compare names, or me.id`,
      })),
    ),
  )
}

function fieldsWithIds(condition: unknown): readonly string[] {
  const node = condition as Group | Comparison
  if ('rules' in node) return node.rules.flatMap(fieldsWithIds)
  return [node.value].flat().some(isUuid) ? [node.field] : []
}
