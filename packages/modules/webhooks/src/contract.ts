import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of webhooks. What a webhook may tell is decided by the rights of the endpoint's owner. */
export const features = defineFeatures('webhooks', {
  view: 'View webhooks',
  manage: 'Manage webhooks',
})

const EndpointEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })

/** Events of endpoints. */
export const events = defineEvents('webhooks', {
  'endpoint.created': EndpointEvent,
  'endpoint.updated': EndpointEvent,
  'endpoint.deleted': EndpointEvent,
  'endpoint.disabled': EndpointEvent,
})

/** The purpose of the keys that encrypt what endpoints sign with. */
export const SECRETS = 'webhooks.secrets'
