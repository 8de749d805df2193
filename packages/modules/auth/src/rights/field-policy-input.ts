import { badInput, composition, type Context } from '@plinth/core'
import { type FieldLists, fieldPolicies, type KindPolicies, rowPolicies, type StoredPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, findExtensions } from '@plinth/core/data'
import { z } from 'zod'
import { assertFaultless } from './assert-faultless.ts'
import { callerFaultsOf } from './caller-values.ts'
import { assertNamedOnce, dotted, entityFaultsOf, MOST_BYTES, MOST_KINDS, MOST_OF_KIND } from './policy-input.ts'

const MOST_NAMES = 500

const Names = z.array(z.string().regex(/^[\w.]{1,110}$/)).max(MOST_NAMES)

/** Field policies in requests: the fields that may be read and written, by kind of resource. They replace the stored ones. */
export const FieldPoliciesInput = z
  .record(z.string().max(MOST_OF_KIND), z.strictObject({ read: Names.optional(), write: Names.optional() }))
  .refine((policies) => Object.keys(policies).length <= MOST_KINDS, `At most ${MOST_KINDS} kinds`)
  .refine((policies) => JSON.stringify(policies).length <= MOST_BYTES, `At most ${MOST_BYTES} bytes`)

/** Field policies in responses. */
export const FieldPoliciesView = z.object({
  policies: z.record(
    z.string(),
    z.object({ read: z.array(z.string()).optional(), write: z.array(z.string()).optional() }),
  ),
  /** Names of fields that do not exist any more. They permit nothing. */
  faults: z.array(z.object({ kind: z.string(), action: z.string(), message: z.string() })),
  /** Null if no rights are stored. */
  updatedAt: z.string().nullable(),
})

interface StoredRow {
  readonly policies: StoredPolicies | null
  readonly updatedAt: string
}

/** The field policies of a stored row of rights, or none. */
export async function toFieldPoliciesView(ctx: Pick<Context, 'inject'>, stored: StoredRow | undefined) {
  const policies = fieldListsIn(stored?.policies ?? {})
  const faults = [
    ...faultsOf(ctx, policies),
    ...(await entityFaultsOf(ctx, policies)),
    ...(await customFaultsOf(ctx, policies)),
  ]
  return {
    policies: policies as z.input<typeof FieldPoliciesView>['policies'],
    faults,
    updatedAt: stored?.updatedAt ?? null,
  }
}

/**
 * The field policies to store. Throws 400 for kinds and properties that do not exist, all at once. Custom fields may be defined later,
 * or in another organization.
 */
export function toStoredFields(
  ctx: Pick<Context, 'inject'>,
  sent: z.output<typeof FieldPoliciesInput>,
): StoredPolicies {
  assertNamedOnce(sent)
  const lists = Object.entries(sent).map(([kind, { read, write }]) => [
    dotted(kind),
    { ...(read && { read: [...new Set(read)] }), ...(write && { write: [...new Set(write)] }) },
  ]) as [string, FieldLists][]
  const fields = Object.fromEntries(lists.filter(([, { read, write }]) => read || write))
  const faults = faultsOf(ctx, fields)
  assertFaultless(faults)
  return Object.fromEntries(Object.entries(fields).map(([kind, one]) => [kind, { fields: one }]))
}

/** Policies of rows and of fields together; null for none. Throws 400 if they are too large to be checked at every request. */
export function joinPolicies(rows: StoredPolicies, fields: StoredPolicies): StoredPolicies | null {
  const kinds = [...new Set([...Object.keys(rows), ...Object.keys(fields)])]
  const joined = Object.fromEntries(
    kinds.map((kind): [string, KindPolicies] => [kind, { ...rows[kind], ...fields[kind] }]),
  )
  if (kinds.length > MOST_KINDS) throw badInput(`At most ${MOST_KINDS} kinds`)
  if (JSON.stringify(joined).length > MOST_BYTES) throw badInput(`At most ${MOST_BYTES} bytes`)
  return kinds.length > 0 ? joined : null
}

/** The lists of fields among stored policies. */
export const fieldListsIn = (policies: StoredPolicies): Fields =>
  Object.fromEntries(
    Object.entries(policies).flatMap(([kind, { fields }]) => (fields ? [[kind, fields] as const] : [])),
  )

/** The field policies among stored ones. */
export const fieldsIn = (policies: StoredPolicies): StoredPolicies =>
  Object.fromEntries(
    Object.entries(policies).flatMap(([kind, { fields }]) => (fields ? [[kind, { fields }] as const] : [])),
  )

type Fields = Readonly<Record<string, FieldLists>>

const ACTIONS = ['read', 'write'] as const

function faultsOf({ inject }: Pick<Context, 'inject'>, fields: Fields) {
  const policies = inject(fieldPolicies)
  return Object.entries(fields).flatMap(([kind, lists]) =>
    ACTIONS.flatMap((action) =>
      (lists[action] ?? []).flatMap((name) => {
        const message = policies.faultOf(kind, name)
        return message === undefined ? [] : [{ kind, action, message }]
      }),
    ),
  )
}

/** Fields that policies of fields name and that do not exist, and custom fields that conditions compare and the tenant does not have. */
export async function fieldFaultsOf(
  ctx: Pick<Context, 'inject'>,
  { fields, rows }: { readonly fields: Fields; readonly rows: Readonly<Record<string, object>> },
) {
  const compared = Object.entries(rows).map(([kind, actions]) => {
    const names = Object.values(actions).flatMap((condition) =>
      ctx
        .inject(rowPolicies)
        .columnsIn(kind, condition)
        .map(({ column }) => column),
    )
    return [kind, { read: [...new Set(names)] }] as const
  })
  const own = [...faultsOf(ctx, fields), ...(await entityFaultsOf(ctx, fields)), ...(await customFaultsOf(ctx, fields))]
  const others = [
    ...(await entityFaultsOf(ctx, rows)),
    ...(await customFaultsOf(ctx, Object.fromEntries(compared))),
    ...(await callerFaultsOf(ctx, rows as StoredPolicies)),
  ]
  return [...own.map((one) => ({ ...one, isRow: false })), ...others.map((one) => ({ ...one, isRow: true }))]
}

/** Custom fields that the tenant does not have. */
export async function customFaultsOf({ inject }: Pick<Context, 'inject'>, fields: Fields) {
  const service = inject(customValues)
  const extensions = findExtensions(inject(composition).modules)
  const compiler = inject(rowPolicies)
  const faults: { kind: string; action: string; message: string }[] = []
  for (const [kind, lists] of Object.entries(fields)) {
    const entityId = extensions.get(kind)?.entityId ?? compiler.entityIdOf(kind)
    const named = ACTIONS.flatMap((action) =>
      (lists[action] ?? []).filter((name) => name.startsWith(CUSTOM_PREFIX)).map((name) => ({ action, name })),
    )
    if (entityId === undefined || named.length === 0) continue
    const described = (await service?.fields({ entityId, organizationId: null }))?.described ?? []
    const keys = new Set(described.map(({ key }) => CUSTOM_PREFIX + key))
    for (const { action, name } of named)
      if (!keys.has(name)) faults.push({ kind, action, message: `'${name}' does not exist` })
  }
  return faults
}
