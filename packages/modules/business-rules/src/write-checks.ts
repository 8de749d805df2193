import type { Action, Context } from '@plinth/core'
import { findEventFault } from './event-policy.ts'
import { invalid } from './refusals.ts'
import { settings } from './settings.ts'

interface Actions {
  readonly successActions?: readonly Action[] | null | undefined
  readonly failureActions?: readonly Action[] | null | undefined
}

/** 400, with the place, for actions that can never be carried out on this host (decision 51). */
export function assertActionsFit({ get }: Pick<Context, 'get'>, actions: Actions): void {
  const limits = get(settings)
  const faults: Record<string, string> = {}
  for (const list of ['successActions', 'failureActions'] as const) {
    const found = (actions[list] ?? []).flatMap((action, index) => {
      const fault = action.type === 'EMIT_EVENT' ? findEventFault(action.config ?? {}, limits) : undefined
      return fault ? [`Action ${index + 1}: ${action.type}: ${fault}`] : []
    })
    if (found.length > 0) faults[list] = `Invalid actions: ${found.join('; ')}`
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
