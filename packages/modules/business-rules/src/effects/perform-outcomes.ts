import { bytesOf, type Context, createPace, refused } from '@plinth/core'
import { toWebhookDestination } from '@plinth/core/http'
import { type EffectHandlers, performActions, type RuleOutcome } from '@plinth/core/rules'
import { findEventFault } from '../event-policy.ts'
import type { RuleEffect } from '../execution-log.ts'
import { callWebhook, HEADER_VALUE } from './call-webhook.ts'
import { emitEvent } from './emit-event.ts'
import { sendNotice } from './send-notice.ts'
import { planned, type RuleReport } from '../rule-report.ts'
import { settings, type BusinessRulesSettings } from '../settings.ts'

/** What an execution is about; passed along with its effects. */
export interface Subject {
  readonly entityType: string
  readonly entityId: string | undefined
  readonly eventType: string | undefined
  /** How many times rules have triggered other rules so far. */
  readonly depth: number
}

/**
 * Performs the actions of executed rules: log messages are written directly, effects beyond the process are returned as jobs
 * for the caller to enqueue, with or without a transaction. An action that cannot be performed is reported.
 */
export async function performOutcomes(
  ctx: Pick<Context, 'inject' | 'log' | 'scope' | 'requestId'>,
  outcomes: readonly RuleOutcome[],
  subject: Subject,
): Promise<{ reports: RuleReport[]; effects: RuleEffect[] }> {
  const done: CollectedEffects = { effects: [], bytes: 0, lines: 0 }
  const reports: RuleReport[] = []
  const pace = createPace()
  for (const outcome of outcomes) {
    const pause = pace()
    if (pause) await pause
    const isQuiet = !outcome.actions?.some(({ effect }) => effect && OUTSIDE.has(effect.kind))
    if (isQuiet) reports.push(planned(outcome))
    else {
      const handlers = handlersOf({ ctx, outcome, subject, done, limits: ctx.inject(settings) })
      reports.push({ outcome, actions: await performActions(outcome.actions!, handlers) })
    }
  }
  return { reports, effects: done.effects }
}

/** Effects that one execution has requested so far. */
interface CollectedEffects {
  readonly effects: RuleEffect[]
  bytes: number
  lines: number
}

interface EffectContext {
  readonly ctx: Pick<Context, 'log' | 'scope' | 'requestId'>
  readonly outcome: RuleOutcome
  readonly subject: Subject
  readonly done: CollectedEffects
  readonly limits: BusinessRulesSettings
}

function handlersOf({ ctx, outcome, subject, done, limits }: EffectContext): EffectHandlers {
  const { ruleId, ruleName } = outcome.rule
  const push = (effect: RuleEffect) => {
    if (subject.depth >= limits.maxDepth) throw refused('Rules have triggered each other too often')
    if (done.effects.length >= MAX_EFFECTS) throw refused(`More than ${MAX_EFFECTS} effects of one execution`)
    done.bytes += bytesOf(effect.payload)
    if (done.bytes > MAX_BYTES) throw refused(`More than ${MAX_BYTES} bytes of effects of one execution`)
    done.effects.push(effect)
  }
  return {
    log({ level, message }) {
      if (++done.lines > MAX_LINES) throw refused(`More than ${MAX_LINES} log lines of one execution`)
      const { tenantId } = ctx.scope
      ctx.log[level === 'debug' ? 'info' : level]({ tenantId, ruleId, level, requestId: ctx.requestId }, message)
    },
    notification({ recipients, subject: title = ruleName, message }) {
      if (recipients.length > MAX_RECIPIENTS) throw refused(`More than ${MAX_RECIPIENTS} recipients`)
      for (const to of new Set(recipients)) push({ job: sendNotice, payload: { to, subject: title, message } })
    },
    webhook({ url, method, headers, body }) {
      toWebhookDestination(url, limits)
      const unsendable = Object.keys(headers).find((name) => !HEADER_VALUE.test(headers[name]!))
      if (unsendable !== undefined)
        throw refused(`The header ${unsendable.slice(0, 100)} holds characters that headers cannot hold`)
      const { entityType, entityId, eventType } = subject
      const payload = body ?? { ruleId, ruleName, entityType, entityId, eventType }
      const text = method === 'GET' ? null : JSON.stringify(payload)
      if (text !== null && text.length > MAX_BODY) throw refused(`The body has more than ${MAX_BODY} characters`)
      push({ job: callWebhook, payload: { url, method, headers, body: text } })
    },
    event({ event: id, payload }) {
      const fault = findEventFault({ event: id, payload }, limits)
      if (fault) throw refused(fault)
      push({ job: emitEvent, payload: { event: id, payload: payload ?? {} } })
    },
  }
}

const OUTSIDE: ReadonlySet<string> = new Set(['log', 'notification', 'webhook', 'event'])
const MAX_RECIPIENTS = 50
const MAX_EFFECTS = 1_000
const MAX_BYTES = 4_000_000
const MAX_LINES = 1_000
const MAX_BODY = 64_000
