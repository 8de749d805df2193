import { type Caller, type Context, inSlices } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { internalRequests } from '@plinth/core/http'
import { compileRule, type Condition, evaluateInSteps, type Rule } from '@plinth/core/rules'
import { TEST_EVENT } from './test-event.ts'
import { subscribableEvents, type SubscribableEvent } from './subscribable-events.ts'

/** An event, as it was written when it happened. */
export interface StoredEvent {
  readonly event: string
  readonly recordId: string
  /** What the module has emitted. */
  readonly payload: Readonly<Record<string, unknown>>
  /** As the database writes it. */
  readonly createdAt: string
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
 * nothing because the reader may not see the record, or not any more.
 */
export type Reading = { readonly message: Message } | 'excluded' | 'unreadable'

export interface Reader {
  readonly caller: Caller
  readonly condition: Condition | null
}

/** Reads what a person may be told of an event now, with their rights, organizations and row policies. */
export async function readMessage(
  ctx: Pick<Context, 'inject' | 'now'>,
  { event, recordId, payload, createdAt }: StoredEvent,
  { caller, condition }: Reader,
): Promise<Reading> {
  const timestamp = new Date(createdAt).toISOString()
  if (event === TEST_EVENT) return { message: { type: event, timestamp, data: { id: recordId } } }
  const known = subscribableEvents(ctx).get(event)
  if (!known) return 'unreadable'
  const { organizationIds } = caller.scope
  const { organizationId } = payload
  if (typeof organizationId === 'string' && organizationIds?.includes(organizationId) === false) return 'excluded'
  if (known.isDeletion) {
    if (!hasAccess(caller.actor, known.route.spec.access)) return 'unreadable'
    return { message: { type: event, timestamp, data: { id: recordId } } }
  }
  const data = await readRecord(ctx, known, { caller, recordId, payload })
  if (!data) return 'unreadable'
  if (condition && !(await holds(ctx, { condition, data, caller, event }))) return 'excluded'
  return { message: { type: event, timestamp, data } }
}

/** Reads a record by its route, with all steps of a request of this caller. */
async function readRecord(
  { inject }: Pick<Context, 'inject'>,
  { route, parameters }: SubscribableEvent,
  { caller, recordId, payload }: { readonly caller: Caller } & Pick<StoredEvent, 'recordId' | 'payload'>,
): Promise<Message['data'] | undefined> {
  const values = Object.entries(parameters).map(([name, member]) => [name, String(payload[member])] as const)
  const given = new Map(values)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.get(name) ?? ''))
  const inQuery = values.filter(([name]) => !route.path.includes(`{${name}}`))
  const { status, body } = await inject(internalRequests).serve({
    method: 'GET',
    path,
    query: Object.fromEntries(inQuery),
    credential: { identify: async () => caller, ip: LOCAL },
  })
  if (status >= 500 || status === 429) throw new Error(`Reading ${route.path} answered ${status}`)
  if (status !== 200) return undefined
  const { items } = body as { readonly items?: readonly Message['data'][] }
  const found = items ?? [body as Message['data']]
  return found.find(({ id }) => id === recordId)
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
