import type { Context } from '@plinth/core'
import type { Rule } from '@plinth/core/rules'
import { canonicalName, type RuleEntity, ruleEntities } from './rule-points.ts'

/** When a rule is to run. */
type Trigger = Pick<Rule, 'entityType' | 'eventType'>
/** Messages by the field that they are about. */
export type Faults = Readonly<Record<string, string>>

/**
 * Why a rule can never run, by field. `shop:order` names an entity of a module, which has to be composed, and the events
 * are those of its commands. Any other name is a word of the clients that execute rules themselves, and so are its events.
 */
export function findTriggerFaults(ctx: Pick<Context, 'inject'>, { entityType, eventType }: Trigger): Faults {
  const entities = ruleEntities(ctx)
  const entity = entities.get(canonicalName(ctx, entityType))
  if (!entity) return NAMES_MODULE.test(entityType) ? { entityType: unknownEntity(entityType, entities) } : {}
  if (!eventType || entity.events.has(eventType)) return {}
  const events = [...entity.events.keys()].toSorted().join(', ')
  return { eventType: `${entity.point.entityType} has no event '${eventType}'; it has ${events}` }
}

/** `<module>:<entity>`; clients of workflows name theirs in three parts. */
const NAMES_MODULE = /^\s*[^:\s]+:[^:\s]+\s*$/

function unknownEntity(entityType: string, entities: ReadonlyMap<string, RuleEntity>): string {
  const known = [...entities.keys()].toSorted()
  return known.length > 0
    ? `No module has an entity '${entityType}' with rules; there are ${known.join(', ')}`
    : `No module has an entity '${entityType}' with rules`
}

/**
 * Why a rule runs only when a client executes it: no command raises what it waits for. Undefined for one that runs by
 * itself.
 */
export function whyOnlyOnRequest(ctx: Pick<Context, 'inject'>, { entityType, eventType }: Trigger): string | undefined {
  if (!ruleEntities(ctx).has(canonicalName(ctx, entityType)))
    return `No module has an entity '${entityType}', so no command runs it`
  return eventType ? undefined : 'It names no event, so no command runs it'
}
