import { defineCommand, forbidden, Ok } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { WebhookEndpoint } from '../entities.ts'
import { tellOwner } from '../notices/tell-owner.ts'

/** Disables an endpoint that cannot be reached, and tells its owner. Only the platform may run it. */
export const disableEndpoint = defineCommand({
  id: 'webhooks.endpoints.disable',
  label: 'Disable webhook endpoint',
  access: features.manage,
  resource: 'webhooks.endpoint',
  entity: WebhookEndpoint,
  undoable: { because: 'its owner has been told: enable it again' },
  input: z.object({ id: z.uuid(), because: z.string().max(500) }),
  output: Ok,
  async run({ input: { id, because }, actor, scope, from, emit, enqueue }) {
    if (actor.kind !== 'system') throw forbidden()
    const row = await from.lock(WebhookEndpoint, id)
    if (!row.enabled) return { ok: true as const }
    await from.change(WebhookEndpoint, row, { enabled: false, disabledReason: because })
    emit(events['endpoint.disabled'], { id, organizationId: row.organizationId, tenantId: scope.tenantId })
    enqueue(tellOwner, { ownerId: row.ownerId, url: row.url ?? '', reason: because })
    return { ok: true as const }
  },
})
