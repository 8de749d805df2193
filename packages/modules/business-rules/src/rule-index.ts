import {
  compareRules,
  type CompiledRule,
  type Context,
  defineCache,
  inTurns,
  MIB,
  type Rule,
  RuleIndex,
  sql,
} from '@plinth/core'
import { tags } from './contract.ts'
import { governingOrganization } from './working-organization.ts'

/** The rules of a tenant, compiled. A cold index is read in one statement; whoever writes rules makes it stale. */
export const ruleIndexes = defineCache<RuleIndex>('business_rules.indexes', {
  bytes: 160 * MIB,
  weigh: ({ bytes }) => bytes,
})

/** The rules of the caller's tenant, those of all organizations: who may meet which is said when they are looked up. */
export function ruleIndexOf({ cached, asSystem, scope }: Context): Promise<RuleIndex> {
  const { tenantId } = scope
  return cached(ruleIndexes, tenantId, () =>
    asSystem('read the rules of a tenant', async ({ db }) => {
      const { rows } = await sql<StoredRule>`
        select id, rule_id as "ruleId", rule_name as "ruleName", rule_type as "ruleType", tenant_id as "tenantId",
          organization_id as "organizationId", entity_type as "entityType", event_type as "eventType",
          condition_expression as "conditionExpression", success_actions as "successActions",
          failure_actions as "failureActions", enabled, priority, effective_from as "effectiveFrom",
          effective_to as "effectiveTo"
        from business_rules where tenant_id = ${tenantId} and deleted_at is null`.execute(db)
      return { value: await inTurns(toIndex(rows)), tags: [tags.rules(tenantId)] }
    }),
  )
}

function* toIndex(rows: readonly StoredRule[]): Generator<void, RuleIndex> {
  const index = new RuleIndex()
  for (const row of rows) {
    index.put(toRule(row))
    yield
  }
  return index
}

type StoredRule = Omit<Rule, 'effectiveFrom' | 'effectiveTo'> & {
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
}

function toRule({ effectiveFrom, effectiveTo, ...rule }: StoredRule): Rule {
  return { ...rule, effectiveFrom: toDate(effectiveFrom), effectiveTo: toDate(effectiveTo) }
}

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** What is asked of the rules that apply now. */
export interface RuleWish {
  readonly entityType: string
  /** Rules of any of these; of all event types when none is given. */
  readonly eventTypes: readonly string[]
}

/** The rules of the caller's organization that apply, in the order of execution. */
export async function findRules(ctx: Context, { entityType, eventTypes }: RuleWish): Promise<readonly CompiledRule[]> {
  const organizationId = governingOrganization(ctx)
  if (organizationId === null) return []
  const index = await ruleIndexOf(ctx)
  const query = { tenantId: ctx.scope.tenantId, organizationId, entityType, now: ctx.now() }
  const [eventType, ...others] = eventTypes
  const found = index.find({ ...query, eventType })
  const more = others.flatMap((other) => index.find({ ...query, eventType: other }))
  return more.length === 0 ? found : [...found, ...more].sort((a, b) => compareRules(a.rule, b.rule))
}
