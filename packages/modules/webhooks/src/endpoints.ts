import { badInput, type CommandContext, defineCommand, forbidden, nameText, post, resource, view } from '@plinth/core'
import { assertMayRevertTenantRows, requireOrganization } from '@plinth/core/data'
import { MAX_WEBHOOK_URL, texts, toWebhookDestination, type WebhookHosts } from '@plinth/core/http'
import { type Condition, ConditionExpression, StoredCondition } from '@plinth/core/rules'
import { z } from 'zod'
import { events, features } from './contract.ts'
import { createKeys } from './endpoint-keys.ts'
import { WebhookEndpoint } from './entities.ts'
import { settings } from './settings.ts'
import { EVERY_EVENT, subscribableEvents } from './subscribable-events.ts'

const MAX_EVENTS = 200

const Fields = z.object({
  url: z.string().trim().min(1).max(MAX_WEBHOOK_URL).nullable().default(null).meta({
    description: 'Where events are sent, by HTTPS. Without one, they are only kept for `GET /webhooks/events`.',
  }),
  description: nameText().max(500).nullable().default(null),
  events: z
    .array(z.string().max(200))
    .min(1)
    .max(MAX_EVENTS)
    .meta({ description: 'Ids of `GET /webhooks/event-types`, or `*` alone for all.' }),
  condition: ConditionExpression.default(null).meta({
    description: 'A condition on the record, in the language of rules. It does not apply to deletions.',
  }),
  enabled: z.boolean().default(true),
  ordered: z.boolean().default(false).meta({
    description:
      'Whether events of one record are sent one after another: each waits until those before it have been received.',
  }),
  ed25519: z.boolean().default(false).meta({ description: 'Whether messages are also signed with Ed25519 (`v1a`).' }),
})

const EndpointView = view(WebhookEndpoint, [
  'id',
  'organizationId',
  'url',
  'description',
  'enabled',
  'ordered',
  'ed25519',
  'publicKey',
  'ownerId',
  'disabledReason',
  'createdAt',
  'updatedAt',
]).extend({ events: z.array(z.string()), condition: StoredCondition })

type Sent = Partial<z.output<typeof Fields>>

/** Throws unless the caller may own an endpoint of this organization, and the fields can be used. */
function assertUsable({ inject, actor }: CommandContext, sent: Sent, organizationId: string | null): void {
  if (actor.kind === 'api_key')
    throw forbidden('Events are sent with the rights of a person: sign in to set up webhooks')
  if (organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
  if (typeof sent.url === 'string') assertUrl(sent.url, inject(settings))
  if (sent.events) assertEvents({ inject }, sent.events)
}

function assertUrl(url: string, hosts: WebhookHosts): void {
  try {
    toWebhookDestination(url, hosts)
  } catch (error) {
    const message = (error as Error).message
    throw badInput(message, { fieldErrors: { url: message } })
  }
}

function assertEvents(ctx: Pick<CommandContext, 'inject'>, sent: readonly string[]): void {
  const known = subscribableEvents(ctx)
  const unknown = sent.find((id) => id !== EVERY_EVENT && !known.has(id))
  const message =
    unknown !== undefined
      ? `There is no event '${unknown}'`
      : sent.includes(EVERY_EVENT) && sent.length > 1
        ? 'Either * or ids of events, not both'
        : new Set(sent).size < sent.length
          ? 'Each event can be chosen once'
          : undefined
  if (message !== undefined) throw badInput(message, { fieldErrors: { events: message } })
}

/** Creates an endpoint, owned by the caller. Its secret is only shown here. */
const createEndpoint = defineCommand({
  id: 'webhooks.endpoints.create',
  label: 'Create webhook endpoint',
  access: features.manage,
  resource: 'webhooks.endpoint',
  entity: WebhookEndpoint,
  input: Fields,
  output: z.object({ id: z.uuid(), secret: z.string(), publicKey: z.string().nullable() }),
  beforeRevert: assertMayRevertTenantRows,
  async run(ctx) {
    const { input: sent, from, scope, actor, emit } = ctx
    const organizationId = actor.allowedOrganizationIds === null ? scope.organizationId : requireOrganization(scope)
    assertUsable(ctx, sent, organizationId)
    const { stored, secret, publicKey } = createKeys(ctx)
    const condition = sent.condition as Condition | null
    const { id } = await from.create(WebhookEndpoint, {
      ...sent,
      condition,
      organizationId,
      keys: [stored],
      publicKey,
      ownerId: ownerOf(actor),
      disabledReason: null,
    })
    emit(events['endpoint.created'], { id, organizationId, tenantId: scope.tenantId })
    return { id, secret, publicKey: sent.ed25519 ? publicKey : null }
  },
})

/** Whose rights messages to an endpoint are read with that an actor has changed. */
export const ownerOf = ({ userId, id }: CommandContext['actor']) => userId ?? id

/** Endpoints. Whoever saves one last is its owner, because its events are sent with their rights. */
export const endpoints = resource('/webhooks/endpoints', WebhookEndpoint, {
  id: 'webhooks.endpoints',
  kind: 'webhooks.endpoint',
  title: 'Webhook endpoint',
  access: { read: features.view, write: features.manage },
  input: Fields,
  replace: { create: createEndpoint },
  beforeRevert: assertMayRevertTenantRows,
  complete(ctx, { fields, row }) {
    assertUsable(ctx, fields, row!.organizationId)
    return { ownerId: ownerOf(ctx.actor), ...(fields.enabled === true && { disabledReason: null }) }
  },
  onWritten({ actor, emit, scope }, { id, organizationId }, what) {
    if (organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
    emit(events[`endpoint.${what}`], { id, organizationId, tenantId: scope.tenantId })
  },
  list: {
    summary: 'List webhook endpoints.',
    select: EndpointView,
    resolve: async ({ inject, locale }, { disabledReason }) => ({
      disabledReason: disabledReason && inject(texts).message((await locale()).language, disabledReason),
    }),
    sort: ['createdAt', 'url'],
    defaultSort: { field: 'createdAt', dir: 'desc' },
    filter: ['enabled'],
  },
  routes: {
    create: post('/webhooks/endpoints', createEndpoint, {
      summary: 'Create a webhook endpoint. Its secret is in no other response.',
      status: 201,
      isTool: false,
    }),
    update: { summary: 'Change a webhook endpoint. Its events are then sent with the rights of the caller.' },
    delete: { summary: 'Delete a webhook endpoint. What has not been sent yet is not sent any more.' },
  },
})
