import { defineEntity, p } from '@mikro-orm/core'
import { TenantScoped } from '@plinth/core'
import type { Person } from '@plinth/sso'

/**
 * A verified response, between the provider's post and the page that completes the sign-in. Its id is derived from that of the
 * assertion, so that no assertion is accepted twice while it is valid.
 */
export const SamlResponse = defineEntity({
  name: 'SamlResponse',
  tableName: 'saml_responses',
  extends: TenantScoped,
  properties: {
    createdAt: p.datetime().persist(false),
    updatedAt: p.datetime().persist(false),
    connectionId: p.uuid(),
    /** The request that it answers. */
    requestId: p.text(),
    person: p.json<Person>(),
    isTaken: p.boolean(),
    expiresAt: p.datetime(),
  },
})
