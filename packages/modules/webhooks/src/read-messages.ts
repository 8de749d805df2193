import { type Caller, type Context, inSlices } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { internalRequests } from '@plinth/core/http'
import { compileRule, type Condition, evaluateInSteps, type Rule } from '@plinth/core/rules'
import { TEST_EVENT } from './test-event.ts'
import { subscribableEvents } from './subscribable-events.ts'
import { findToldDeletions } from './told-deletions.ts'

/** An event, as it was written when it happened. */
export interface StoredEvent {
  readonly event: string
  readonly recordId: string
  /** The members of what the module has emitted with which the record is read. */
  readonly payload: Readonly<Record<string, unknown>>
  /** As the database writes it. */
  readonly createdAt: string
}

/** An event, and the condition of its endpoint. */
interface ConditionedEvent extends StoredEvent {
  readonly condition: Condition | null
}

/** What a receiver is told of an event. */
export interface Message {
  readonly type: string
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  /** The record as it is now, as far as the reader may see it; of a deleted one its id only. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * What there is to tell: a message, nothing because the condition excludes it or because it concerns organizations of others, or
 * nothing because the reader may not see the record, or not any more. An error if the record could not be read.
 */
export type Reading = { readonly message: Message } | 'excluded' | 'unreadable' | Error

type Reader = Pick<Context, 'inject' | 'now' | 'widenScope'>

/**
 * Reads what a person may be told of events now, with their rights, organizations and row policies. Those of one group are read
 * together, as far as they fit on a page. The result has a reading for each event, in the same order.
 */
export async function readMessages(
  ctx: Reader,
  events: readonly ConditionedEvent[],
  caller: Caller,
): Promise<readonly Reading[]> {
  const readings = new Map<ConditionedEvent, Reading>()
  const deletions = events.filter(({ event }) => subscribableEvents(ctx).get(event)?.isDeletion)
  const told = await findToldDeletions(ctx, deletions, caller)
  for (const group of Map.groupBy(events, (event) => groupOf(ctx, event)).values()) {
    const asked = group.filter((event) => {
      const reading = readWithoutRecord(ctx, event, { ...caller, isTold: told.has(event) })
      if (reading) readings.set(event, reading)
      return !reading
    })
    const records = asked.length > 0 ? await readRecords(ctx, asked, caller) : []
    for (const [place, event] of asked.entries())
      readings.set(event, await readingOf(ctx, event, { record: records[place], caller }).catch(toError))
  }
  return events.map((event) => readings.get(event)!)
}

/** Events of the same group are read together. */
export function groupOf(ctx: Pick<Context, 'inject'>, { event, recordId, payload }: StoredEvent): string {
  const known = subscribableEvents(ctx).get(event)
  if (!known || known.isDeletion) return ''
  const { route, parameters, isList } = known
  return JSON.stringify([route.path, parameters.map((name) => payload[name]), isList ? null : recordId])
}

const messageOf = ({ event, createdAt }: StoredEvent, data: Message['data']) => ({
  message: { type: event, timestamp: new Date(createdAt).toISOString(), data },
})

/** What can be told of an event whose record need not be read; undefined for the others. */
function readWithoutRecord(
  ctx: Reader,
  stored: StoredEvent,
  { actor, scope, isTold }: Caller & { readonly isTold: boolean },
): Reading | undefined {
  const { event, recordId, payload } = stored
  if (event === TEST_EVENT) return messageOf(stored, { id: recordId })
  const known = subscribableEvents(ctx).get(event)
  if (!known) return 'unreadable'
  const { organizationId } = payload
  if (typeof organizationId === 'string' && scope.organizationIds?.includes(organizationId) === false) return 'excluded'
  if (!known.isDeletion) return undefined
  return isTold && hasAccess(actor, known.route.spec.access) ? messageOf(stored, { id: recordId }) : 'unreadable'
}

async function readingOf(
  ctx: Reader,
  stored: ConditionedEvent,
  { record, caller }: { readonly record: Answered; readonly caller: Caller },
): Promise<Reading> {
  if (record instanceof Error) return record
  if (!record) return 'unreadable'
  const { condition, event } = stored
  if (condition && !(await holds(ctx, { condition, data: record, caller, event }))) return 'excluded'
  return messageOf(stored, record)
}

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** A record; undefined if the reader may not see it, or not any more. */
type Answered = Message['data'] | undefined | Error

/** Reads the records of a group. If that fails, each is read on its own, so that one cannot hold up the others. */
async function readRecords(ctx: Reader, events: readonly StoredEvent[], caller: Caller): Promise<readonly Answered[]> {
  const together = await readAll(ctx, events, caller)
  if (!(together instanceof Error)) return events.map(({ recordId }) => together.get(recordId))
  if (events.length === 1) return [together]
  const answered: Answered[] = []
  for (const event of events) {
    const alone = await readTogether(ctx, [event], caller)
    answered.push(alone instanceof Error ? alone : alone.get(event.recordId))
  }
  return answered
}

/** Reads records page by page: those that are missing may only have found no place on the page, whose size is up to the list. */
async function readAll(
  ctx: Reader,
  events: readonly StoredEvent[],
  caller: Caller,
): Promise<ReadonlyMap<unknown, Message['data']> | Error> {
  const all = new Map<unknown, Message['data']>()
  for (let missing = events; missing.length > 0;) {
    const found = await readTogether(ctx, missing, caller)
    if (found instanceof Error) return found
    for (const [id, record] of found) all.set(id, record)
    const left = missing.filter(({ recordId }) => !found.has(recordId))
    if (left.length === missing.length) break
    missing = left
  }
  return all
}

/** Reads records by the route of their kind, with all steps of a request of this caller. */
async function readTogether(
  ctx: Reader,
  events: readonly StoredEvent[],
  caller: Caller,
): Promise<ReadonlyMap<unknown, Message['data']> | Error> {
  const [{ event, payload }] = events as readonly [StoredEvent, ...StoredEvent[]]
  const { route, parameters, filter } = subscribableEvents(ctx).get(event)!
  const ids = [...new Set(events.map(({ recordId }) => recordId))]
  const values = Object.fromEntries(parameters.map((name) => [name, String(payload[name])]))
  const { status, body } = await ctx.inject(internalRequests).serve({
    method: 'GET',
    path: route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
    query: {
      ...Object.fromEntries(Object.entries(values).filter(([name]) => !route.path.includes(`{${name}}`))),
      ...(filter && { [filter]: ids[0] }),
      ...(ids.length > 1 && { id: undefined, ids: ids.join(','), pageSize: ids.length }),
    },
    credential: { identify: async () => caller, ip: LOCAL },
  })
  if (status >= 500 || status === 429 || (status === 400 && ids.length > 1))
    return new Error(`Reading ${route.path} answered ${status}`)
  if (status !== 200) return new Map()
  const { items } = body as { readonly items?: readonly Message['data'][] }
  return new Map((items ?? [body as Message['data']]).map((record) => [record['id'], record]))
}

/** The address from which the platform reads. */
const LOCAL = '127.0.0.1'

interface Tested {
  readonly condition: Condition
  readonly data: Message['data']
  readonly caller: Caller
  readonly event: string
}
/** Whether a record satisfies a condition, which is one of the rule language. */
async function holds({ now }: Pick<Context, 'now'>, { condition, data, caller, event }: Tested): Promise<boolean> {
  const { id, email } = caller.actor
  const rule: Rule = {
    ...CONDITION,
    tenantId: caller.scope.tenantId,
    entityType: event,
    conditionExpression: condition,
  }
  const { outcomes } = await inSlices(
    evaluateInSteps({
      rules: [compileRule(rule)],
      data,
      context: { now: now(), timeZone: 'UTC', entityType: event, user: { id, ...(email !== null && { email }) } },
    }),
  )
  return outcomes[0]?.conditionResult ?? false
}

/** The condition of an endpoint as a rule without actions. */
const CONDITION = {
  id: '',
  ruleId: 'webhook',
  ruleName: 'webhook',
  ruleType: 'ACTION',
  organizationId: '',
  eventType: null,
  successActions: null,
  failureActions: null,
  enabled: true,
  priority: 0,
  effectiveFrom: null,
  effectiveTo: null,
} as const
