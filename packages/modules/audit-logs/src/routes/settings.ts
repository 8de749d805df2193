import { get, put } from '@plinth/core'
import { z } from 'zod'
import { archive } from '../archive/archive-store.ts'
import { updateSettings } from '../commands/update-settings.ts'
import { features } from '../contract.ts'
import { ACCESS_DAYS, readOwnDays } from '../retention.ts'

const PATH = '/audit_logs/audit-logs/settings'

/**
 * Retention settings of the tenant's logs. Not part of the published API; a Plinth addition (decision: Append-only logs and
 * retention).
 */
export const settingsRoutes = [
  get(
    PATH,
    {
      operation: 'getSettings',
      access: features.manage,
      summary:
        'Get how many days the logs are kept in the database, and whether the access log uses the default. Null means forever.',
      response: z.object({
        accessDays: z.number().int(),
        isUsual: z.boolean(),
        actionDays: z.number().int().nullable(),
        /** Null if the tenant has set nothing. */
        updatedAt: z.string().nullable(),
      }),
    },
    async (ctx) => {
      const { access, actions, updatedAt } = await readOwnDays(ctx)
      return {
        accessDays: access ?? ACCESS_DAYS,
        isUsual: access === null,
        actionDays: actions ?? ctx.inject(archive).actionDays,
        updatedAt,
      }
    },
  ),
  put(PATH, updateSettings, {
    operation: 'updateSettings',
    summary: 'Set how many days the logs are kept. Null restores the default.',
  }),
]
