import { get, put } from '@plinth/core'
import { z } from 'zod'
import { updateSettings } from '../commands/update-settings.ts'
import { features } from '../contract.ts'
import { ACCESS_DAYS, readAccessDays } from '../retention.ts'

const PATH = '/audit_logs/audit-logs/settings'

/** How long the tenant keeps accesses; not published, ours (decision 21). */
export const settingsRoutes = [
  get(
    PATH,
    {
      access: features.manage,
      summary: 'For how many days accesses are kept, and what is usual.',
      response: z.object({ accessDays: z.number().int(), isUsual: z.boolean() }),
    },
    async (ctx) => {
      const accessDays = await readAccessDays(ctx)
      return { accessDays: accessDays ?? ACCESS_DAYS, isUsual: accessDays === null }
    },
  ),
  put(PATH, updateSettings, { summary: 'Keep accesses for so many days, or with null for as many as is usual.' }),
]
