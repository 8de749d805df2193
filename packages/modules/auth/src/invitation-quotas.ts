import type { Context } from '@plinth/core'
import { internalRequests } from '@plinth/core/http'
import { digestOf } from './known-device.ts'

/** Invitations per tenant and hour, and per address and hour across all tenants (decision: Invitations). */
const OF_TENANT = { name: 'invite-tenant', points: 500, window: 3_600, block: 0 }
const OF_ADDRESS = { name: 'invite-address', points: 5, window: 3_600, block: 0 }

/** Counts an invitation. Throws 429 if a quota is exceeded. */
export async function countInvitation(
  { inject }: Pick<Context, 'inject'>,
  { tenantId, email }: { readonly tenantId: string; readonly email: string },
): Promise<void> {
  const requests = inject(internalRequests)
  await requests.count(OF_ADDRESS, digestOf(email))
  await requests.count(OF_TENANT, tenantId)
}
