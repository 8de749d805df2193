import { actionLog } from '@plinth/core/data'
import type { AnalyticsEntity } from '@plinth/points'
import { organizationLabels } from '@plinth/directory'
import { startSession } from './commands/start-session.ts'
import { features } from './contract.ts'
import { userNames } from './users/user-names.ts'

/** Accounts. */
export const userAnalytics: AnalyticsEntity = {
  id: 'auth:users',
  features: [features['users.list']],
  table: 'users',
  fields: {
    id: { column: 'id', type: 'uuid' },
    isConfirmed: { column: 'is_confirmed', type: 'boolean' },
    organizationId: { column: 'organization_id', type: 'uuid', labels: organizationLabels },
    createdAt: { column: 'created_at', type: 'time' },
  },
}

/** Logins by password, from the log, because session rows are deleted when they expire. */
export const signInAnalytics: AnalyticsEntity = {
  id: 'auth:sign_ins',
  features: [features['users.list']],
  table: actionLog,
  only: { command_id: startSession.id },
  fields: {
    id: { column: 'id', type: 'uuid' },
    userId: { column: 'actor_user_id', type: 'uuid', labels: userNames },
    createdAt: { column: 'created_at', type: 'time' },
  },
}
