import { type Scope, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** Restricts rows to one person in one organization: conversations and approvals are private. */
export const ownRows = (scope: Scope, actorId: string, table: 'ai_conversations' | 'ai_approvals') =>
  sql<boolean>`${inTenant(scope, table)} and organization_id is not distinct from ${scope.organizationId}::uuid and actor_id = ${actorId}`
