import type { Context } from '@plinth/core'
import { type Action, type Finding, hasToken, type Rule } from '@plinth/core/rules'
import { mayBeTold } from './field-rights.ts'
import { type Settable, settableAt } from './rule-points.ts'

/**
 * The SET_FIELD actions of a rule that no command will heed, as if there were no custom fields that the caller may not read. They are
 * not refused when a rule is written: a client that executes the rule itself sets whatever it knows.
 */
export async function findIdleActions(ctx: Pick<Context, 'inject' | 'actor'>, rule: Rule): Promise<Finding[]> {
  const { ruleId, entityType, eventType, successActions, failureActions } = rule
  const found = eventType ? await settableAt(ctx, entityType, eventType) : undefined
  if (!found) return []
  const settable = { ...found, names: found.names.filter(mayBeTold(ctx, entityType)) }
  return [successActions, failureActions].flatMap((actions) =>
    (actions ?? []).flatMap((action, index): Finding[] => {
      const fault = faultOf(action, settable)
      return fault ? [{ code: fault.code, rules: [ruleId], message: `Action ${index + 1}: ${fault.message}` }] : []
    }),
  )
}

function faultOf(
  { type, config = {} }: Action,
  { why, names, takes }: Settable,
): Pick<Finding, 'code' | 'message'> | undefined {
  const { field, value } = config
  if (type !== 'SET_FIELD' || typeof field !== 'string') return undefined
  const [name = ''] = field.split(/[.[]/)
  const reason = why ?? (names.includes(name) ? undefined : whichCan(names))
  if (reason !== undefined) return { code: 'cannot-set', message: `${field} cannot be set, because ${reason}` }
  if (name !== field || hasToken(value) || takes(name, value)) return undefined
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)
  return typeof value === 'string'
    ? { code: 'unknown-value', message: `${field} is never ${text}` }
    : { code: 'wrong-type', message: `${field} cannot be set to ${text}` }
}

const whichCan = (names: readonly string[]) =>
  names.length > 0 ? `rules can only set ${names.join(', ').slice(0, 500)}` : 'rules can set no field of this entity'
