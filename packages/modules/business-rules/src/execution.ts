import {
  type CompiledRule,
  type Context,
  defineService,
  type Evaluated,
  evaluateRules,
  type RuleContext,
} from '@plinth/core'
import { type Errand, executionJournal } from './execution-journal.ts'
import { type LogIds, logIdAt } from './log-ids.ts'
import type { Subject } from './errands.ts'
import type { RuleReport } from './report.ts'
import { settings } from './settings.ts'

/** Resolve with `get(logIds)`; the module provides it. */
export const logIds = defineService<LogIds>('business_rules.log-ids')

/** Rules to evaluate on some data. */
export interface Judgement {
  readonly rules: readonly CompiledRule[]
  readonly data: unknown
  readonly subject: Subject
  readonly user: RuleUser
  readonly explain?: boolean
}

/** Whom rules see as `user` (section 4.5). */
export interface RuleUser {
  readonly id: string
  readonly email?: string | undefined
}

/** The caller as rules see them. */
export function userOf({ actor: { id, email, userId, kind } }: Pick<Context, 'actor'>): RuleUser {
  const subject = kind === 'system' && userId !== null ? userId : id
  return email === null ? { id: subject } : { id: subject, email }
}

/** Evaluates rules within the limits of the host and performs nothing. */
export function judge(
  ctx: Pick<Context, 'get' | 'now'>,
  { rules, data, subject, user, explain }: Judgement,
): Evaluated {
  const { maxRules, maxRuleSteps, maxTotalSteps, explainLogs } = ctx.get(settings)
  const { entityType, entityId, eventType } = subject
  const context: RuleContext = { now: ctx.now(), entityType, entityId, eventType, user: { ...user } }
  return evaluateRules({
    rules,
    data,
    context,
    limits: { rules: maxRules, ruleSteps: maxRuleSteps, totalSteps: maxTotalSteps },
    explain: explain || explainLogs === 'all' || (explainLogs === 'failed' && 'failed'),
    elapsed: now,
  })
}

/** What is logged of an execution. */
export interface ExecutionRecord {
  readonly organizationId: string
  readonly subject: Subject
  readonly user: RuleUser
  readonly data: unknown
  readonly reports: readonly RuleReport[]
  /** What a refused command's rules asked for, which its own transaction cannot queue. */
  readonly errands?: readonly Errand[]
}

/** Logs an execution behind the request and answers the ids of its logs. */
export function record(
  ctx: Pick<Context, 'get' | 'now' | 'append' | 'scope' | 'actor' | 'requestId'>,
  { organizationId, subject, user, data, reports, errands }: ExecutionRecord,
): string[] {
  const { scope, actor, requestId } = ctx
  const executedAt = ctx.now()
  const firstId = ctx.get(logIds).take(reports.length, executedAt)
  const session = { scope, userId: actor.userId, requestId, depth: subject.depth }
  const { depth: _depth, ...about } = subject
  if (reports.length > 0)
    ctx.append(executionJournal, {
      ...about,
      tenantId: scope.tenantId,
      organizationId,
      firstId,
      executedAt,
      executedBy: user.id,
      data,
      reports,
      ...(errands && errands.length > 0 && { errands: { list: errands, session } }),
    })
  return reports.map((_, index) => logIdAt(firstId, index))
}

const now = () => performance.now()
