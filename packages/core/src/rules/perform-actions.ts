import { PlatformError } from '../errors.ts'
import type { Effect, EffectHandlers } from './action-effects.ts'
import type { PlannedAction } from './plan-action.ts'

/** The result of one action, as reported by an execution. */
export interface ActionResult {
  readonly type: string
  readonly success: boolean
  readonly error?: string
}

/** Reports planned actions without performing them, as a dry run does. */
export function reportActions(actions: readonly PlannedAction[]): ActionResult[] {
  return actions.map(({ type, success, error }) => (error === undefined ? { type, success } : { type, success, error }))
}

/**
 * Performs planned actions in order. A failed action is reported, and the next one still runs. Only messages of `PlatformError`
 * appear in the report.
 */
export async function performActions(
  actions: readonly PlannedAction[],
  handlers: EffectHandlers,
): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  for (const action of actions) {
    try {
      if (action.effect) await performEffect(action.effect, handlers)
      results.push(...reportActions([action]))
    } catch (error) {
      const message = error instanceof PlatformError ? error.message : 'Action failed'
      results.push({ type: action.type, success: false, error: message })
    }
  }
  return results
}

async function performEffect(effect: Effect, handlers: EffectHandlers): Promise<void> {
  switch (effect.kind) {
    case 'log':
      return handlers.log(effect)
    case 'notification':
      return handlers.notification(effect)
    case 'webhook':
      return handlers.webhook(effect)
    case 'event':
      return handlers.event(effect)
    default:
      return undefined
  }
}
