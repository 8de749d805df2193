import type { Context } from '@plinth/core'
import type { Action } from '@plinth/core/rules'
import { findEventFault } from './event-policy.ts'
import { addressesOf } from './recipients.ts'
import { invalidFields } from './refusals.ts'
import { settings } from './settings.ts'

interface ActionLists {
  readonly successActions?: readonly Action[] | null | undefined
  readonly failureActions?: readonly Action[] | null | undefined
}

/** 400, with the place, for actions that can never be carried out on this host (decision 51). */
export async function assertActionsFit(ctx: Pick<Context, 'inject'>, actions: ActionLists): Promise<void> {
  const lists = (['successActions', 'failureActions'] as const).map((name) => [name, actions[name] ?? []] as const)
  const names = lists.flatMap(([, list]) => list.flatMap(recipientsOf))
  const reached = names.length > 0 ? await addressesOf(ctx, [...new Set(names)]) : new Map<string, readonly string[]>()
  const faultOf = (action: Action): string | undefined => {
    if (action.type === 'EMIT_EVENT') return findEventFault(action.config ?? {}, ctx.inject(settings))
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
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults))
}

function recipientsOf({ type, config }: Action): string[] {
  const recipients = type === 'NOTIFY' ? config?.['recipients'] : undefined
  return Array.isArray(recipients) ? recipients.map(String) : []
}
