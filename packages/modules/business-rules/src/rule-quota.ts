import { type Context, defineService, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import type { BusinessRule } from './entities.ts'
import { invalidFields } from './errors.ts'
import { namesOf } from './rule-points.ts'
import { type BusinessRulesSettings, settings } from './settings.ts'

/** Resources that a tenant's rules use; `bytes` is the size of their conditions and actions. */
export interface RuleUsage {
  readonly rules: number
  readonly bytes: number
}

/**
 * Caches the last known usage of tenants, so that not every new rule requires a count. It misses writes of other hosts for up
 * to a second, and is not used near a limit.
 */
export class RuleUsageCache {
  readonly #known = new Map<string, RuleUsage & { readonly until: number }>()

  /** Whether a rule of this size certainly fits; if so, it is added to the count. */
  take(tenantId: string, bytes: number, limits: BusinessRulesSettings): boolean {
    const usage = this.#known.get(tenantId)
    if (!usage || usage.until < performance.now()) return false
    const taken = { rules: usage.rules + 1, bytes: usage.bytes + bytes }
    const most = Math.min(limits.maxRulesPerTenant, limits.maxRulesPerType)
    if (taken.rules > most * SURE || taken.bytes > limits.maxRuleBytes * SURE) return false
    this.#known.set(tenantId, { ...taken, until: usage.until })
    return true
  }

  put(tenantId: string, taken: RuleUsage): void {
    if (this.#known.size >= MAX_TENANTS) this.#known.clear()
    this.#known.set(tenantId, { ...taken, until: performance.now() + SEEN })
  }
}

/** Resolve with `inject(ruleUsage)`; the module provides it. */
export const ruleUsage = defineService<RuleUsageCache>('business_rules.counts')

/**
 * Share of a limit up to which a cached count is trusted, its lifetime in milliseconds, and the maximum number of cached
 * tenants.
 */
const SURE = 0.9
const SEEN = 1_000
const MAX_TENANTS = 10_000

type SizedRule = Pick<BusinessRule, 'conditionExpression' | 'successActions' | 'failureActions'> & {
  readonly organizationId: string
  readonly entityType: string
  /** Set for a rule that is already stored. */
  readonly id?: string
}
/** Throws 400 if a new or changed rule exceeds a limit of the tenant or its organization; the message names the limit. */
export async function assertWithinRuleQuota(
  ctx: Context,
  rule: Partial<SizedRule> & Pick<SizedRule, 'organizationId'>,
): Promise<void> {
  const limits = ctx.inject(settings)
  const { tenantId } = ctx.scope
  const size = sizeOf(rule)
  const counts = ctx.inject(ruleUsage)
  if (rule.id === undefined && counts.take(tenantId, size, limits)) return
  await lockRuleQuota(ctx)
  const { alike, rules, bytes } = await count(ctx, rule)
  const taken = { alike: alike + 1, rules: rules + 1, bytes: bytes + size }
  assertWithinLimits(taken, limits)
  counts.put(tenantId, taken)
}

/**
 * Near a limit, serializes the transactions that add to a tenant's rules, so that none of them misses what another one is
 * about to add.
 */
export async function lockRuleQuota({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`business_rules.room ${scope.tenantId}`}, 0))`.execute(db)
}

/** Throws 400 if the tenant has too many rules, or too many of the same kind; the message names the limit. */
export function assertWithinLimits(
  { alike, rules, bytes }: RuleUsage & { readonly alike: number },
  limits: BusinessRulesSettings,
): void {
  const { maxRulesPerType, maxRulesPerTenant, maxRuleBytes } = limits
  if (alike > maxRulesPerType)
    throw invalidFields({ entityType: `At most ${maxRulesPerType} rules may be about one entity type` })
  if (rules > maxRulesPerTenant) throw invalidFields({ ruleId: `A tenant may have at most ${maxRulesPerTenant} rules` })
  if (bytes > maxRuleBytes)
    throw invalidFields({
      conditionExpression: `The conditions and actions of all rules of a tenant may take at most ${maxRuleBytes} bytes`,
    })
}

/** Counts the tenant's other rules, and those for the same entity type in the same organization. */
async function count(ctx: Context, { id, organizationId, entityType = '' }: Partial<SizedRule>) {
  const { widenScope, scope } = ctx
  const names = namesOf(ctx, entityType)
  const { rows } = await widenScope('tenant', 'count the rules of a tenant', ({ db }) =>
    sql<RuleUsage & { readonly alike: number }>`
      select count(*) filter (where organization_id = ${organizationId} and entity_type = any (${names}::text[])) as alike,
        count(*) as rules, coalesce(sum(text_bytes), 0)::float8 as bytes
      from business_rules r where ${inTenant(scope, 'r')} and deleted_at is null
        and id is distinct from ${id ?? null}::uuid`.execute(db),
  )
  return rows[0]!
}

export function sizeOf({
  conditionExpression,
  successActions,
  failureActions,
}: { readonly [name in 'conditionExpression' | 'successActions' | 'failureActions']?: unknown }): number {
  const parts = [conditionExpression, successActions, failureActions]
  return Buffer.byteLength(parts.map((part) => (part ? JSON.stringify(part) : '')).join(''))
}
