import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'
import type { Condition } from '@plinth/core/rules'
import type { StoredKeys } from './endpoint-keys.ts'

/** An address to which events are sent. */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  extends: Scoped,
  properties: {
    /** Null for the whole tenant. The property of `Scoped` would be filled in from the caller, even if it is null. */
    organizationId: p.uuid().nullable(),
    /** Null if its events are only pulled. */
    url: p.string().length(2_000).nullable(),
    description: p.string().length(500).nullable(),
    /** Ids of events, or `*` alone for all. */
    events: p.json<readonly string[]>(),
    condition: p.json<Condition>().nullable(),
    enabled: p.boolean().default(true),
    /** Whether events of one record are sent one after another. */
    ordered: p.boolean().default(false),
    /** Whether messages are also signed with Ed25519. */
    ed25519: p.boolean().default(false),
    /** With which receivers verify these signatures: `whpk_…`. */
    publicKey: p.string().length(100).nullable(),
    /** Encrypted. */
    keys: p.json<readonly StoredKeys[]>().nullable(),
    /** The person who saved it last: payloads contain what they may read. */
    ownerId: p.uuid(),
    /** Why it was disabled, if the platform has done so. */
    disabledReason: p.string().length(500).nullable(),
  },
})
export type WebhookEndpoint = InferEntity<typeof WebhookEndpoint>

const deliveryStates = ['pending', 'delivered', 'failed', 'skipped', 'pulled'] as const

/** An event on its way to an endpoint. It has the organization of the endpoint. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  extends: Scoped,
  properties: {
    organizationId: p.uuid().nullable(),
    endpointId: p.uuid(),
    /** The order in which events were written. */
    position: p.bigint('number'),
    event: p.string().length(200),
    recordId: p.uuid(),
    /** The members of what the module has emitted with which the record is read. */
    payload: p.json<Readonly<Record<string, unknown>>>(),
    status: p.enum(deliveryStates),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    /** Until then, only the host that has taken it sends it. */
    leasedUntil: p.datetime().nullable(),
    lastAttemptAt: p.datetime().nullable(),
    /** The status of the last answer; null if there was none. */
    answerStatus: p.integer().nullable(),
    /** The beginning of the last answer. */
    answer: p.string().length(1_000).nullable(),
    error: p.string().length(500).nullable(),
    milliseconds: p.integer().nullable(),
  },
})
