import { badInput, type CommandContext, conflict, defineCommand, forbidden, notFound, Ok, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { features } from './contract.ts'
import { WebhookEndpoint } from './entities.ts'
import { sharedLock } from './event-order.ts'
import { send } from './jobs/send.ts'
import { TEST_EVENT } from './test-event.ts'

const because = 'receivers have got what was sent'

/** Deliveries that one request can replay. */
const MOST_REPLAYED = 10_000

/** Throws unless events can be sent to the endpoint, by this caller. */
async function findSendable({ from, actor }: CommandContext, id: string) {
  const endpoint = await from(WebhookEndpoint, 'e')
    .select(['e.id', 'e.url', 'e.enabled', 'e.organizationId'])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!endpoint) throw notFound('Webhook endpoint')
  if (endpoint.organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
  if (!endpoint.enabled || endpoint.url === null)
    throw conflict('Nothing is sent to this endpoint: it is disabled, or has no URL')
  return endpoint
}

/** Sends an event again, with the same id, as if it had not been tried yet. */
export const resendDelivery = defineCommand({
  id: 'webhooks.deliveries.resend',
  label: 'Resend webhook',
  access: features.manage,
  resource: 'webhooks.delivery',
  undoable: { because },
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { input, scope, db, now, enqueue } = ctx
    const { rows } = await sql<{ endpointId: string }>`
      select d.endpoint_id as "endpointId" from webhook_deliveries d where ${inScope(scope, 'd')} and d.id = ${input.id}`.execute(
      db,
    )
    if (!rows[0]) throw notFound('Webhook delivery')
    await findSendable(ctx, rows[0].endpointId)
    await sql`
      update webhook_deliveries d set status = 'pending', attempts = 0, next_attempt_at = ${now().toISOString()},
        updated_at = ${now().toISOString()}
      where ${inScope(scope, 'd')} and d.id = ${input.id}`.execute(db)
    enqueue(send, {}, { key: scope.tenantId })
    return { ok: true as const, id: input.id }
  },
})

/** Sends the events of a period again, with the same ids. */
export const replayDeliveries = defineCommand({
  id: 'webhooks.endpoints.replay',
  label: 'Replay webhooks',
  access: features.manage,
  resource: 'webhooks.endpoint',
  undoable: { because },
  input: z.object({
    id: z.uuid().toLowerCase(),
    from: z.iso.datetime({ offset: true }).meta({ description: 'Events that happened from this time on.' }),
    to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Events before this time. Default: now.' }),
  }),
  output: z.object({ id: z.uuid(), count: z.int() }),
  async run(ctx) {
    const { input, scope, db, now, enqueue } = ctx
    const { id, from: first } = input
    const end = input.to ?? now().toISOString()
    await findSendable(ctx, id)
    const { rows } = await sql<{ count: number }>`
      with chosen as (
        select d.id from webhook_deliveries d
        where ${inScope(scope, 'd')} and d.endpoint_id = ${id} and d.created_at >= ${first} and d.created_at < ${end}
          and d.status <> 'pending' and d.event <> ${TEST_EVENT}
        order by d.created_at, d.id limit ${MOST_REPLAYED + 1} for update
      ), sent as (
        update webhook_deliveries d set status = 'pending', attempts = 0, next_attempt_at = ${now().toISOString()},
          updated_at = ${now().toISOString()}
        from chosen c where ${inScope(scope, 'd')} and d.id = c.id returning 1
      )
      select count(*)::int as count from sent`.execute(db)
    const { count } = rows[0]!
    if (count > MOST_REPLAYED) {
      const message = `At most ${MOST_REPLAYED} events can be replayed at once: choose a shorter period`
      throw badInput(message, { fieldErrors: { to: message } })
    }
    if (count > 0) enqueue(send, {}, { key: scope.tenantId })
    return { id, count }
  },
})

/** Sends an event that says nothing, so that a receiver can be tried out. */
export const testEndpoint = defineCommand({
  id: 'webhooks.endpoints.test',
  label: 'Test webhook endpoint',
  access: features.manage,
  resource: 'webhooks.endpoint',
  undoable: { because },
  target: ({ input: { id } }) => ({ id }),
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: z.object({ deliveryId: z.uuid() }),
  async run(ctx) {
    const { input, scope, db, now, enqueue } = ctx
    const { id, organizationId } = await findSendable(ctx, input.id)
    const deliveryId = crypto.randomUUID()
    const at = now().toISOString()
    await sql`
      insert into webhook_deliveries (id, tenant_id, organization_id, endpoint_id, event, record_id, payload, status, next_attempt_at,
        created_at, updated_at)
      select ${deliveryId}, ${scope.tenantId}, ${organizationId}::uuid, ${id}, ${TEST_EVENT}, ${id}, '{}', 'pending',
        ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from (select ${sharedLock(scope.tenantId)} as held) l`.execute(db)
    enqueue(send, {}, { key: scope.tenantId })
    return { deliveryId }
  },
})
