import { type Scope, sql } from '@plinth/core'

/** The rows of one person in one organization: conversations, and what waits for their word, are nobody else's. */
export const ownRow = ({ tenantId, organizationId }: Scope, actorId: string) =>
  sql<boolean>`tenant_id = ${tenantId} and organization_id is not distinct from ${organizationId}::uuid and actor_id = ${actorId}`
