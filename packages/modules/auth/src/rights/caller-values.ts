import { type CommandContext, type Context, forbidden, provide, sql } from '@plinth/core'
import { callerKeysIn, decidingFields, type PolicyLayer, type StoredPolicies } from '@plinth/core/acl'
import {
  CUSTOM_PREFIX,
  type CustomFields,
  type CustomRecord,
  customValues,
  inTenant,
  type RevertedRow,
} from '@plinth/core/data'
import type { LookUpContext } from '@plinth/core/security'
import { isDeepStrictEqual } from 'node:util'
import { assertFaultless } from './assert-faultless.ts'
import { User } from '../entities.ts'
import type { Account } from '../users/account.ts'

const ENTITY_ID = 'auth:user'

/** The keys of custom fields of accounts that conditions of policies name: `me.cf_region`. */
const keysIn = (all: readonly (StoredPolicies | null)[]): readonly string[] => [
  ...new Set(
    all.flatMap((policies) =>
      Object.values(policies ?? {}).flatMap((kind) => [kind.read, kind.update, kind.delete].flatMap(callerKeysIn)),
    ),
  ),
]

/** The keys that conditions of these layers name. */
export const callerKeysOf = (layers: readonly PolicyLayer[]): readonly string[] =>
  keysIn(layers.flatMap((layer) => layer.map(({ policies }) => policies)))

/**
 * The custom values of an account that its policies compare, for `Actor.custom`; empty without any. Those of fields that are gone or
 * encrypted are left out, so that the policy permits nothing.
 */
export async function callerValues(
  ctx: Pick<LookUpContext, 'widenScope' | 'inject'> & Partial<Pick<Context, 'scope'>>,
  { id, tenantId, organizationId }: Pick<Account, 'id' | 'tenantId' | 'organizationId'>,
  layers: readonly PolicyLayer[] | undefined,
): Promise<{ readonly custom?: CustomRecord }> {
  const keys = callerKeysOf(layers ?? [])
  if (keys.length === 0) return {}
  const fields = await fieldsOf(ctx, { tenantId, organizationId })
  const known = keys.filter((key) => isComparable(fields, key))
  const row = await ctx.widenScope('allTenants', 'read what policies compare of an account', ({ findUnique }) =>
    findUnique(User, { tenantId, id }, ['custom']),
  )
  return { custom: Object.fromEntries(known.map((key) => [key, row?.custom[key] ?? null])) }
}

/** Whoever looks an account up, by themselves in a tenant or before it is known who they are. */
type Asking = Pick<LookUpContext, 'widenScope' | 'inject'> & Partial<Pick<Context, 'scope'>>

/** The fields of accounts of an organization. Commands, which cannot act as others, ask for those of their own tenant. */
async function fieldsOf(
  { widenScope, inject, scope }: Asking,
  { tenantId, organizationId }: Pick<Account, 'tenantId' | 'organizationId'>,
): Promise<CustomFields | undefined> {
  const place = { entityId: ENTITY_ID, organizationId }
  if (scope?.tenantId === tenantId) return inject(customValues)?.fields(place)
  const acting = { actor: 'platform', reason: 'policies', scope: { tenantId, organizationId } } as const
  return widenScope('allTenants', 'find the fields of an account', ({ actAs }) =>
    actAs(acting, async (own) => own.inject(customValues)?.fields(place)),
  )
}

/** Whether there is such a field, and its values are not encrypted: these have no order. */
const isComparable = (fields: CustomFields | undefined, key: string) =>
  fields?.orderOf(key, { row: 'u', language: 'en' }) !== undefined

/** The custom fields of accounts that conditions can compare: `me.cf_region`. */
export async function comparableValues({ inject }: Pick<Context, 'inject'>) {
  const fields = await inject(customValues)?.fields({ entityId: ENTITY_ID, organizationId: null })
  return (fields?.described ?? [])
    .filter(({ key }) => isComparable(fields, key))
    .map(({ key, label, multi }) => ({ name: `me.${CUSTOM_PREFIX}${key}`, label, isList: multi }))
}

/** Conditions that compare a custom field of accounts which is gone or encrypted, and so permit nothing. */
export async function callerFaultsOf(
  { inject }: Pick<Context, 'inject'>,
  policies: StoredPolicies,
): Promise<{ kind: string; action: string; message: string }[]> {
  if (keysIn([policies]).length === 0) return []
  const fields = await inject(customValues)?.fields({ entityId: ENTITY_ID, organizationId: null })
  return Object.entries(policies).flatMap(([kind, actions]) =>
    Object.entries(actions).flatMap(([action, condition]) => {
      const gone = callerKeysIn(condition).find((key) => !isComparable(fields, key))
      return gone === undefined ? [] : [{ kind, action, message: `'me.${CUSTOM_PREFIX}${gone}' does not exist` }]
    }),
  )
}

/** Throws 400 for conditions that compare such a field, unless they are stored already. */
export async function assertCallerFields(
  ctx: Pick<Context, 'inject'>,
  policies: StoredPolicies,
  stored: StoredPolicies = {},
): Promise<void> {
  const isStored = ({ kind, action }: { readonly kind: string; readonly action: string }) =>
    isDeepStrictEqual(conditionOf(policies, kind, action), conditionOf(stored, kind, action))
  const faults = (await callerFaultsOf(ctx, policies)).filter((fault) => !isStored(fault))
  assertFaultless(faults)
}

const conditionOf = (policies: StoredPolicies, kind: string, action: string) =>
  (policies[kind] as Readonly<Record<string, unknown>> | undefined)?.[action]

/** The custom fields of accounts by which policies of the tenant decide. */
export const decidingFieldService = provide(decidingFields, ({ db, scope }) => async () => {
  const { rows } = await sql<{ policies: StoredPolicies }>`
    select a.policies from role_acls a where ${inTenant(scope, 'a')} and a.policies::text like ${NAMED}
    union all select a.policies from user_acls a where ${inTenant(scope, 'a')} and a.policies::text like ${NAMED}`.execute(
    db,
  )
  return new Set(keysIn(rows.map(({ policies }) => policies)))
})

const NAMED = `%"me.${CUSTOM_PREFIX}%`

/** Throws 403 if undo or redo would change such values for somebody whom policies restrict. */
export async function assertDecidingKept(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  if (!ctx.actor.layers) return
  const changed = rows.flatMap(({ table, before, after }) => {
    if (table !== 'users') return []
    const [from, to] = [before, after].map((image) => (image?.['custom'] ?? {}) as CustomRecord)
    return Object.keys({ ...from, ...to }).filter((key) => !isDeepStrictEqual(from![key] ?? null, to![key] ?? null))
  })
  if (changed.length === 0) return
  const deciding = await ctx.inject(decidingFields)()
  if (changed.some((key) => deciding.has(key)))
    throw forbidden('Policies restrict you, so you cannot change values of accounts by which row policies decide.')
}
