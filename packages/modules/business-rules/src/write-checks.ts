import type { Context } from '@plinth/core'
import type { Row } from '@plinth/core/data'
import type { Action, Rule } from '@plinth/core/rules'
import type { BusinessRule } from './entities.ts'
import { findEventActionFault } from './event-policy.ts'
import { findWebhookFault } from './outbound/policy.ts'
import { type Faults, findTriggerFaults } from './unreachable-rules.ts'
import { addressesOf } from './recipients.ts'
import { invalidFields } from './errors.ts'
import { settings } from './settings.ts'

type RuleFields = Partial<
  Pick<Rule, 'entityType' | 'eventType' | 'successActions' | 'failureActions' | 'effectiveFrom' | 'effectiveTo'>
>

type StoredFields = Partial<Pick<Row<BusinessRule>, 'entityType' | 'eventType' | 'effectiveFrom' | 'effectiveTo'>>

/**
 * Throws 400, naming the place and the correct form, for anything that can never run on this host (decision: Rules that could never
 * run). Only the submitted properties are checked, so that an older rule can still be renamed, disabled and repaired step by step.
 */
export async function assertCanRun(
  ctx: Pick<Context, 'inject'>,
  sent: RuleFields,
  stored: StoredFields = {},
): Promise<void> {
  const faults = await findRuleFaults(ctx, sent, stored)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

/** Reasons why a rule can never run on this host, by field. */
export async function findRuleFaults(
  ctx: Pick<Context, 'inject'>,
  sent: RuleFields,
  stored: StoredFields = {},
): Promise<Faults> {
  return {
    ...(await triggerFaults(ctx, sent, stored)),
    ...(await actionFaults(ctx, sent)),
    ...periodFaults(sent, stored),
  }
}

async function triggerFaults(ctx: Pick<Context, 'inject'>, sent: RuleFields, stored: StoredFields): Promise<Faults> {
  if (sent.entityType === undefined && !sent.eventType) return {}
  const { entityType, eventType = null } = { ...stored, ...withoutAbsent(sent) }
  return entityType === undefined ? {} : findTriggerFaults(ctx, { entityType, eventType })
}

function periodFaults(sent: RuleFields, stored: StoredFields): Faults {
  if (!sent.effectiveFrom && !sent.effectiveTo) return {}
  const { effectiveFrom, effectiveTo } = { ...stored, ...withoutAbsent(sent) }
  if (!effectiveFrom || !effectiveTo) return {}
  const [begin, end] = [new Date(effectiveFrom), new Date(effectiveTo)]
  return begin > end ? { effectiveTo: `It must not be before effectiveFrom, which is ${begin.toISOString()}` } : {}
}

async function actionFaults(ctx: Pick<Context, 'inject'>, sent: RuleFields): Promise<Faults> {
  const lists = (['successActions', 'failureActions'] as const).map((name) => [name, sent[name] ?? []] as const)
  const names = lists.flatMap(([, list]) => list.flatMap(recipientsOf))
  const reached = names.length > 0 ? await addressesOf(ctx, [...new Set(names)]) : new Map<string, readonly string[]>()
  const faultOf = (action: Action): string | undefined => {
    if (action.type === 'EMIT_EVENT') return findEventActionFault(action.config ?? {}, ctx.inject(settings))
    if (action.type === 'CALL_WEBHOOK') return findWebhookFault(String(action.config?.['url']), ctx.inject(settings))
    const nobody = recipientsOf(action).find((name) => !reached.get(name)?.length)
    return nobody === undefined ? undefined : `${nobody.slice(0, 100)} is no person, role or confirmed address`
  }
  const faults = lists.flatMap(([name, list]) => {
    const found = list.flatMap((action, index) => {
      const fault = faultOf(action)
      return fault === undefined ? [] : [`Action ${index + 1}: ${action.type}: ${fault}`]
    })
    return found.length > 0 ? [[name, `Invalid actions: ${found.join('; ')}`] as const] : []
  })
  return Object.fromEntries(faults)
}

function recipientsOf({ type, config }: Action): string[] {
  const recipients = type === 'NOTIFY' ? config?.['recipients'] : undefined
  return Array.isArray(recipients) ? recipients.map(String) : []
}

const withoutAbsent = (fields: RuleFields): RuleFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
