import { type Context, inSlices, post } from '@plinth/core'
import {
  analyzeInSteps,
  compareRules,
  type Finding,
  findUnanswered,
  findUnknownTokens,
  findUnknownValues,
  type KnownFields,
  type Rule,
} from '@plinth/core/rules'
import { z } from 'zod'
import { features } from '../contract.ts'
import { EntityType, RuleFields } from '../fields.ts'
import { toInputRefusal, unreadableBody } from '../errors.ts'
import { assertReadsRules, mayBeTold } from '../field-rights.ts'
import { findIdleActions } from '../idle-actions.ts'
import { toFindingIn } from '../finding-texts.ts'
import { findRuleFaults } from '../write-checks.ts'
import { whyOnlyOnRequest } from '../unreachable-rules.ts'
import { canonicalName, knownFieldsOf } from '../rule-points.ts'
import { ruleIndexOf, visibleRules } from '../rule-index.ts'
import { requireContext } from './execute.ts'

/** Maximum number of rules per call; the cost grows with the number of pairs. */
const MAX_RULES = 500
const MAX_DRAFTS = 50

/** POST /business_rules/rules/analyze: detects faults in the organization's rules without running them. */
export const analyzeStoredRules = post(
  '/business_rules/rules/analyze',
  {
    operation: 'analyzeRules',
    access: features.view,
    summary:
      'Find contradictory, unreachable, shadowed and overlapping rules, fields that are unknown or may be missing, and actions that cannot act. Does not run any rule.',
    body: z.object({
      /** Only rules for this entity type. Default: all entity types. */
      entityType: EntityType.optional(),
      /** Unsaved rules; they replace stored rules with the same business id. */
      drafts: z.array(RuleFields).max(MAX_DRAFTS).default([]),
    }),
    response: z.object({
      rules: z.number().int(),
      /** False when the analysis hit a limit. */
      complete: z.boolean(),
      findings: z.array(
        z.object({
          code: z.string(),
          /** Business ids; the first is that of the rule to look at first. */
          rules: z.array(z.string()),
          /** Location within the rule's condition. */
          path: z.string().optional(),
          message: z.string(),
        }),
      ),
    }),
    errors: [400],
    onInvalid: toInputRefusal,
    onUnreadable: unreadableBody,
  },
  async (ctx) => {
    const { entityType, drafts } = ctx.body
    assertReadsRules(ctx)
    const owner = { tenantId: ctx.scope.tenantId, organizationId: requireContext(ctx) }
    const drafted = drafts.map((draft): Rule => toRule(draft, owner))
    const stored = await storedRules(ctx, owner.organizationId)
    const replaced = new Set(drafts.map(({ ruleId }) => ruleId))
    const about = entityType === undefined ? undefined : canonicalName(ctx, entityType)
    const all = [...drafted, ...stored.filter(({ ruleId }) => !replaced.has(ruleId))]
      .map((rule) => ({ ...rule, entityType: canonicalName(ctx, rule.entityType) }))
      .filter((rule) => about === undefined || rule.entityType === about)
    const looked = all.sort(compareRules).slice(0, MAX_RULES)
    const known = new Map<string, KnownFields | undefined>()
    for (const type of new Set(looked.map((rule) => rule.entityType))) known.set(type, await knownFieldsOf(ctx, type))
    const analysis = await inSlices(analyzeInSteps(looked, (type) => known.get(type)?.types))
    const unanswered = looked.flatMap((rule) => {
      const fields = known.get(rule.entityType)
      const tokens = findUnknownTokens(rule)
      if (!fields) return tokens
      const isTold = mayBeTold(ctx, rule.entityType)
      const values = new Map([...fields.values].filter(([path]) => isTold(path.replace(/^before\./, ''))))
      return [...findUnanswered(rule, fields), ...findUnknownValues(rule, { values }), ...tokens]
    })
    const idle: Finding[] = []
    for (const rule of looked) idle.push(...(await findIdleActions(ctx, rule)))
    const { language } = await ctx.locale()
    return {
      rules: looked.length,
      complete: looked.length === all.length && analysis.complete,
      findings: [...analysis.findings, ...unanswered, ...idle, ...(await findUnreachable(ctx, looked))].map(
        ({ message, rules, ...finding }) => ({
          ...finding,
          rules: [...rules],
          message: toFindingIn(language, message),
        }),
      ),
    }
  },
)

/** Finds rules that would be rejected if they were written today, and rules that no command runs. */
async function findUnreachable(ctx: Context, rules: readonly Rule[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { ruleId, effectiveFrom: _from, effectiveTo: _to, ...rule } of rules) {
    const faults = await findRuleFaults(ctx, rule)
    for (const [path, message] of Object.entries(faults))
      findings.push({ code: 'never-runs', rules: [ruleId], path, message })
    const why = Object.keys(faults).length === 0 ? await whyOnlyOnRequest(ctx, rule) : undefined
    if (why !== undefined) findings.push({ code: 'only-on-request', rules: [ruleId], message: why })
  }
  return findings
}

async function storedRules(ctx: Context, organizationId: string): Promise<Rule[]> {
  const index = await ruleIndexOf(ctx)
  const rules = [...index.rules()].filter((rule) => rule.organizationId === organizationId)
  return [...(await visibleRules(ctx, rules))]
}

function toRule(draft: z.output<typeof RuleFields>, owner: Pick<Rule, 'tenantId' | 'organizationId'>): Rule {
  const { eventType = null, conditionExpression = null, successActions = null, failureActions = null } = draft
  const { effectiveFrom = null, effectiveTo = null, enabled = true, priority = 100 } = draft
  const { ruleId, ruleName, ruleType, entityType } = draft
  return {
    ...owner,
    id: ruleId,
    ruleId,
    ruleName,
    ruleType,
    entityType,
    eventType,
    conditionExpression,
    successActions,
    failureActions,
    enabled,
    priority,
    effectiveFrom,
    effectiveTo,
  }
}
