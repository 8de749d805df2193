import { isDeepStrictEqual } from 'node:util'
import { badInput, type Context } from '@plinth/core'
import { fieldPolicies, rowPolicies, type StoredPolicies } from '@plinth/core/acl'
import { customValues } from '@plinth/core/data'
import { ConditionExpression, StoredCondition } from '@plinth/core/rules'
import { z } from 'zod'
import { assertFaultless } from './assert-faultless.ts'
import { callerFaultsOf } from './caller-values.ts'
import { customRowFaultsOf } from './custom-faults.ts'

export const MOST_KINDS = 100
/** Characters of a kind: ids of custom entities have up to 100. */
export const MOST_OF_KIND = 120
export const MOST_BYTES = 32_768

/** Row policies in requests: conditions by kind of resource (`catalog.product`) and action. They replace the stored ones. */
export const PoliciesInput = z
  .record(
    z.string().max(MOST_OF_KIND),
    z.strictObject({
      read: ConditionExpression.optional(),
      update: ConditionExpression.optional(),
      delete: ConditionExpression.optional(),
    }),
  )
  .refine((policies) => Object.keys(policies).length <= MOST_KINDS, `At most ${MOST_KINDS} kinds`)
  .refine((policies) => JSON.stringify(policies).length <= MOST_BYTES, `At most ${MOST_BYTES} bytes`)

/** Row policies in responses. */
export const PoliciesView = z.object({
  policies: z.record(
    z.string(),
    z.object({
      read: StoredCondition.optional(),
      update: StoredCondition.optional(),
      delete: StoredCondition.optional(),
    }),
  ),
  /** Conditions that cannot be evaluated any more, and why. They permit nothing. */
  faults: z.array(z.object({ kind: z.string(), action: z.string(), message: z.string() })),
  /** Null if no rights are stored. */
  updatedAt: z.string().nullable(),
})

interface StoredRow {
  readonly policies: StoredPolicies | null
  readonly updatedAt: string
}

/** The policies of a stored row of rights, or none. */
export async function toPoliciesView({ inject }: Pick<Context, 'inject'>, stored: StoredRow | undefined) {
  const policies = rowsIn(stored?.policies ?? {})
  const faults = [
    ...rowFaultsOf({ inject }, policies),
    ...(await entityFaultsOf({ inject }, policies)),
    ...(await customRowFaultsOf({ inject }, policies)),
    ...(await callerFaultsOf({ inject }, policies)),
  ]
  return { policies, faults, updatedAt: stored?.updatedAt ?? null }
}

/** Policies without those of fields, which are stored beside them. */
export const rowsIn = (policies: StoredPolicies): StoredPolicies =>
  Object.fromEntries(
    Object.entries(policies).flatMap(([kind, all]) => {
      const actions = Object.entries(all).filter(([name]) => name !== 'fields')
      return actions.length > 0 ? [[kind, Object.fromEntries(actions)] as const] : []
    }),
  )

/**
 * The row policies to store, beside stored field policies. Throws 400 for kinds, fields and comparisons that cannot be policies, all at
 * once.
 */
export function toStoredPolicies(ctx: Pick<Context, 'inject'>, sent: z.output<typeof PoliciesInput>): StoredPolicies {
  assertNamedOnce(sent)
  const kinds = Object.entries(sent).map(([kind, actions]) => {
    const conditions = Object.entries(actions).filter(([, condition]) => condition != null)
    return [dotted(kind), Object.fromEntries(conditions)] as const
  })
  const policies = Object.fromEntries(kinds.filter(([, actions]) => Object.keys(actions).length > 0)) as StoredPolicies
  const faults = rowFaultsOf(ctx, policies)
  assertFaultless(faults)
  return policies
}

/** Throws 400 if one kind has several names (`catalog.product` and `catalog:product`), of which the last would count. */
export function assertNamedOnce(sent: object): void {
  const kinds = Object.keys(sent)
  const twice = kinds.filter((kind, at) => kinds.findIndex((other) => dotted(other) === dotted(kind)) < at)
  if (twice.length === 0) return
  const details = twice.map((kind) => ({
    code: 'custom',
    path: ['policies', kind],
    message: `'${kind}' is named twice`,
  }))
  throw badInput('Invalid input', { details })
}

/** A kind as it is stored, also by the name that rules use. */
export const dotted = (kind: string): string => kind.replace(':', '.')

/**
 * Throws 400 for conditions on fields that the caller may not read, as if there were none: the rows that a condition leaves would tell
 * the values. Conditions that are stored already may stay.
 */
export function assertComparable(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  policies: StoredPolicies,
  stored: StoredPolicies = {},
): void {
  const fields = inject(fieldPolicies)
  if (!fields.restricts(actor)) return
  const compiler = inject(rowPolicies)
  const isStored = (kind: string, action: string, condition: unknown) =>
    isDeepStrictEqual(condition, (stored[kind] as Readonly<Record<string, unknown>> | undefined)?.[action])
  const details = Object.entries(policies).flatMap(([kind, actions]) =>
    Object.entries(actions).flatMap(([action, condition]) => {
      if (isStored(kind, action, condition)) return []
      const compared = compiler.columnsIn(kind, condition)
      const hidden = compared.find((one) => !fields.mayCompare(actor, kind, one))
      if (!hidden) return []
      const message = `'${hidden.column}' does not exist`
      return [{ code: 'custom', path: ['policies', kind, action], message }]
    }),
  )
  if (details.length > 0) throw badInput('Invalid input', { details })
}

/** Kinds of custom entities that nobody has defined. Their records, if there are any, are restricted all the same. */
export async function entityFaultsOf(
  { inject }: Pick<Context, 'inject'>,
  policies: Readonly<Record<string, object>>,
): Promise<{ kind: string; action: string; message: string }[]> {
  const compiler = inject(rowPolicies)
  const faults: { kind: string; action: string; message: string }[] = []
  for (const [kind, actions] of Object.entries(policies)) {
    const entityId = compiler.entityIdOf(kind)
    if (entityId === undefined || (await inject(customValues)?.hasEntity(entityId))) continue
    const message = `The entity '${entityId}' does not exist`
    faults.push(...Object.keys(actions).map((action) => ({ kind, action, message })))
  }
  return faults
}

/** Throws 400 for kinds of custom entities that nobody has defined, unless there are policies of them already. */
export async function assertEntities(
  ctx: Pick<Context, 'inject'>,
  policies: StoredPolicies,
  stored: StoredPolicies = {},
): Promise<void> {
  const faults = (await entityFaultsOf(ctx, policies)).filter(({ kind }) => !Object.hasOwn(stored, kind))
  assertFaultless(faults)
}

/** Conditions that cannot be policies, and why. */
export function rowFaultsOf(
  { inject }: Pick<Context, 'inject'>,
  policies: Readonly<Record<string, object>>,
): { kind: string; action: string; message: string }[] {
  const compiler = inject(rowPolicies)
  return Object.entries(policies).flatMap(([kind, actions]) =>
    Object.entries(actions).flatMap(([action, condition]) => {
      const message = compiler.faultOf(kind, condition)
      return message === undefined ? [] : [{ kind, action, message }]
    }),
  )
}
