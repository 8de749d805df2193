import { type CommandContext, sql } from '@plinth/core'
import { inTenant, type RevertedRow } from '@plinth/core/data'
import type { Action } from '@plinth/core/rules'
import { assertSeesAll, assertSetsNothingDeciding } from './author-policies.ts'
import { assertWithinLimits, lockRuleQuota, ruleUsage, type RuleUsage, sizeOf } from './rule-quota.ts'
import { settings } from './settings.ts'

type RuleImage = RevertedRow['after']

/**
 * Rows that undo and redo restore or enlarge are subject to the same limits as writes: 400 if a tenant or an entity type would
 * exceed its limit (decision: Limits per tenant). Rows that get smaller are always accepted. Whoever may not write what a rule tells
 * may not restore it either (403).
 */
export async function beforeRevert(
  ctx: CommandContext<unknown>,
  rows: readonly RevertedRow[],
): Promise<() => Promise<void>> {
  const all = rows.filter(({ table }) => table === 'business_rules')
  const told = all.filter(isTold).flatMap(({ before, after }) => [before, after])
  for (const type of new Set(told.flatMap((image) => (image ? [String(image['entity_type'])] : []))))
    await assertSeesAll(ctx, type)
  const enabled = all.filter(({ after }) => isLive(after) && after['enabled'] !== false)
  await assertSetsNothingDeciding(ctx, ...enabled.flatMap(({ before, after }) => [before, after].flatMap(settingOf)))
  const rules = all.filter(isGrowing)
  return async () => {
    if (rules.length === 0) return
    await lockRuleQuota(ctx)
    await assertRulesWithin(ctx, rules)
  }
}

const settingOf = (image: RuleImage) =>
  image
    ? {
        entityType: String(image['entity_type']),
        successActions: image['success_actions'] as readonly Action[] | null,
        failureActions: image['failure_actions'] as readonly Action[] | null,
      }
    : []

const isLive = (image: RuleImage): image is NonNullable<RuleImage> => image !== null && image['deleted_at'] === null

function isGrowing({ before, after }: Pick<RevertedRow, 'before' | 'after'>): boolean {
  if (!isLive(after)) return false
  return !isLive(before) || before['entity_type'] !== after['entity_type'] || bytesOf(after) > bytesOf(before)
}

/** The columns that decide what a rule tells, and of which records. */
const TOLD = ['entity_type', 'event_type', 'condition_expression', 'success_actions', 'failure_actions'] as const

/** Whether a live rule tells something else than before. */
const isTold = ({ before, after }: Pick<RevertedRow, 'before' | 'after'>): boolean =>
  isLive(after) &&
  (!isLive(before) || TOLD.some((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column])))

const bytesOf = ({
  condition_expression: conditionExpression,
  success_actions: successActions,
  failure_actions: failureActions,
}: NonNullable<RuleImage>) => sizeOf({ conditionExpression, successActions, failureActions })

/** Checks the tenant's current rules, and the largest group with the organization and entity type of a restored rule. */
async function assertRulesWithin(
  { widenScope, scope, inject }: CommandContext<unknown>,
  rows: readonly RevertedRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await widenScope('tenant', 'count the rules of a tenant', ({ db }) =>
    sql<RuleUsage & { readonly alike: number }>`
      with live as (select * from business_rules r where ${inTenant(scope, 'r')} and deleted_at is null)
      select (select count(*) from live)::float8 as rules, (select coalesce(sum(text_bytes), 0) from live)::float8 as bytes,
        (select coalesce(max(count), 0) from (
          select count(*) from live where (organization_id, entity_type) in (
            select organization_id, entity_type from live where id = any (${ids}::uuid[]))
          group by organization_id, entity_type) types)::float8 as alike`.execute(db),
  )
  const taken = counted[0]!
  assertWithinLimits(taken, inject(settings))
  inject(ruleUsage).put(scope.tenantId, taken)
}
