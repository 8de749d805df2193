import { spans } from '@plinth/core/http'
import { bytesOf, composition, type Context, defineService, inSlices } from '@plinth/core'
import {
  amountsOf,
  type CompiledRule,
  type Evaluated,
  type Evaluation,
  evaluateInSteps,
  findRulePoint,
  type RuleContext,
} from '@plinth/core/rules'
import { type RuleEffect, executionLog } from './execution-log.ts'
import { type LogIds, logIdAt } from './log-ids.ts'
import type { Subject } from './effects/perform-outcomes.ts'
import { toExecutionRow } from './execution-row.ts'
import type { RuleReport } from './rule-report.ts'
import { settings } from './settings.ts'

/** Resolve with `inject(logIds)`; the module provides it. */
export const logIds = defineService<LogIds>('business_rules.log-ids')

/** Rules to evaluate, and the data to evaluate them on. */
export interface RuleEvaluation {
  readonly rules: readonly CompiledRule[]
  readonly data: unknown
  readonly subject: Subject
  readonly user: RuleUser
  readonly explain?: boolean
  /** Whether conditions have the verdict of the published operators even if a field is missing (decision: Guards). */
  readonly isLenient?: boolean
  /** Whether policies hide a field of the data from the caller, who is told the messages of rules. */
  readonly isHidden?: RuleContext['isHidden']
  /** Explains why SET_FIELD fails for a field, where it changes a command. */
  readonly whyNotSet?: WhyNotSet | undefined
}

export type WhyNotSet = NonNullable<Evaluation['whyNotSet']>

/** The user as exposed to rules. */
export interface RuleUser {
  readonly id: string
  readonly email?: string | undefined
}

/** The caller as exposed to rules as `user`. */
export function userOf({ actor: { id, email, userId, kind } }: Pick<Context, 'actor'>): RuleUser {
  const subject = kind === 'system' && userId !== null ? userId : id
  return email === null ? { id: subject } : { id: subject, email }
}

/** Evaluates rules within the host's limits, yielding to the event loop in between. Performs no actions. */
export async function evaluateWithinLimits(
  ctx: Pick<Context, 'inject' | 'now' | 'locale'>,
  { rules, data, subject, user, explain, isLenient = false, whyNotSet, isHidden }: RuleEvaluation,
): Promise<Evaluated> {
  const { maxRules, maxRuleSteps, maxTotalSteps, explainLogs } = ctx.inject(settings)
  const { entityType, entityId, eventType } = subject
  const { timeZone, language } = await ctx.locale()
  const context: RuleContext = {
    now: ctx.now(),
    timeZone,
    language,
    entityType,
    entityId,
    eventType,
    user: { ...user },
    isHidden,
  }
  const point = findRulePoint(ctx.inject(composition).modules, entityType)
  const steps = evaluateInSteps({
    ...(point && { amounts: amountsOf(point) }),
    rules,
    data,
    context,
    limits: { rules: maxRules, ruleSteps: maxRuleSteps, totalSteps: maxTotalSteps },
    explain: explain || explainLogs === 'all' || (explainLogs === 'failed' && 'failed'),
    isLenient,
    whyNotSet,
    elapsed: now,
  })
  return ctx.inject(spans).run(
    {
      name: 'run rules',
      kind: 'internal',
      attributes: {
        'plinth.rules.entity_type': entityType,
        'plinth.rules.event_type': eventType ?? undefined,
        'plinth.rules.count': rules.length,
      },
      duration: { name: 'plinth.rules.duration', attributes: { 'plinth.rules.entity_type': entityType } },
    },
    async (end) => {
      const evaluated = await inSlices(steps)
      if (evaluated.failure !== undefined) end.fail('limit')
      return evaluated
    },
  )
}

/** The data to log about an execution. */
export interface ExecutionRecord {
  readonly organizationId: string
  readonly subject: Subject
  readonly user: RuleUser
  readonly data: unknown
  readonly reports: readonly RuleReport[]
  /** Effects to enqueue together with the log, unless something else enqueues them. */
  readonly effects?: readonly RuleEffect[]
}

type ExecutionContext = Pick<Context, 'inject' | 'now' | 'record' | 'scope' | 'actor' | 'requestId'>

/** Logs an execution and returns the ids of its logs, which are readable once the response is sent. */
export async function recordExecution(ctx: ExecutionContext, record: ExecutionRecord): Promise<string[]> {
  const { organizationId, subject, user, data, reports, effects = [] } = record
  if (reports.length === 0) return []
  const { scope, actor, requestId } = ctx
  const executedAt = ctx.now()
  const firstId = ctx.inject(logIds).take(reports.length, executedAt)
  const { depth, ...about } = subject
  const execution = { ...about, tenantId: scope.tenantId, organizationId, firstId, executedAt, data, reports }
  const row = await inSlices(toExecutionRow({ ...execution, executedBy: user.id }))
  const origin = { scope, userId: actor.userId, requestId, depth }
  ctx.record(executionLog, { row, effects, origin, bytes: row.length + bytesOf(effects.map(toPayload)) })
  return reports.map((_, index) => logIdAt(firstId, index))
}

const toPayload = ({ payload }: RuleEffect) => payload
const now = () => performance.now()
