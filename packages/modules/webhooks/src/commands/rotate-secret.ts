import { defineCommand, forbidden, notFound } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { createKeys } from '../endpoint-keys.ts'
import { WebhookEndpoint } from '../entities.ts'

const HOUR = 3_600_000

/** Gives an endpoint a new secret. Until the former one expires, messages have a signature with each. */
export const rotateSecret = defineCommand({
  id: 'webhooks.endpoints.rotate_secret',
  label: 'Rotate secret of webhook endpoint',
  access: features.manage,
  resource: 'webhooks.endpoint',
  entity: WebhookEndpoint,
  undoable: { because: 'receivers may know the new secret only' },
  input: z.object({
    id: z.uuid().toLowerCase(),
    hours: z.int().min(0).max(168).default(24).meta({
      description: 'For how long the former secret signs as well; 0 if it has become known.',
    }),
  }),
  output: z.object({ id: z.uuid(), secret: z.string(), publicKey: z.string().nullable() }),
  async run(ctx) {
    const { input, from, now, actor, emit, scope } = ctx
    const row = await from.lock(WebhookEndpoint, input.id, () => notFound('Webhook endpoint'))
    const { organizationId, ed25519 } = row
    if (organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
    const { stored, secret, publicKey } = createKeys(ctx)
    const [present] = row.keys ?? []
    const expiresAt = new Date(now().getTime() + input.hours * HOUR).toISOString()
    await from.change(WebhookEndpoint, row, {
      keys: present && input.hours > 0 ? [stored, { ...present, expiresAt }] : [stored],
      publicKey,
    })
    emit(events['endpoint.updated'], { id: input.id, organizationId, tenantId: scope.tenantId })
    return { id: input.id, secret, publicKey: ed25519 ? publicKey : null }
  },
})
