import type { Context } from '@plinth/core'
import type { Rule } from '@plinth/core/rules'
import { ruledEntity, ruledNames } from './rule-points.ts'

/** What triggers a rule. */
type Trigger = Pick<Rule, 'entityType' | 'eventType'>
/** Messages by field. */
export type Faults = Readonly<Record<string, string>>

/**
 * Explains why a rule can never run, by field. A name such as `shop:order` refers to an entity of a module, which must be
 * composed, or to one that customers have defined, and its events are those of its commands. Any other name, with its events, is defined by the clients that execute
 * rules themselves.
 */
export async function findTriggerFaults(
  ctx: Pick<Context, 'inject'>,
  { entityType, eventType }: Trigger,
): Promise<Faults> {
  const entity = await ruledEntity(ctx, entityType)
  if (!entity) return NAMES_MODULE.test(entityType) ? { entityType: await unknownEntity(ctx, entityType) } : {}
  if (!eventType || entity.events.has(eventType)) return {}
  const events = [...entity.events.keys()].toSorted().join(', ')
  return { eventType: `${entity.entityType} has no event '${eventType}'; it has ${events}` }
}

/** `<module>:<entity>`; workflow clients use names of three parts. */
const NAMES_MODULE = /^\s*[^:\s]+:[^:\s]+\s*$/

async function unknownEntity(ctx: Pick<Context, 'inject'>, entityType: string): Promise<string> {
  const known = await ruledNames(ctx)
  return known.length > 0
    ? `No module has an entity '${entityType}' with rules; there are ${known.join(', ')}`
    : `No module has an entity '${entityType}' with rules`
}

/**
 * Explains why a rule runs only when a client executes it, that is, why no command raises its event; `undefined` if one does.
 */
export async function whyOnlyOnRequest(
  ctx: Pick<Context, 'inject'>,
  { entityType, eventType }: Trigger,
): Promise<string | undefined> {
  if (!(await ruledEntity(ctx, entityType))) return `No module has an entity '${entityType}', so no command runs it`
  return eventType ? undefined : 'It names no event, so no command runs it'
}
