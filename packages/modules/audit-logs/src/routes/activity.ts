import { get } from '@plinth/core'
import { countHistoryByHour } from '@plinth/core/data'
import { isTimeZone } from '@plinth/core/http'
import { z } from 'zod'
import { toHistoryFilter } from '../actions/list-actions.ts'
import { features } from '../contract.ts'
import { ActionFilters, inTimeZone } from '../log-query.ts'

/** The newest entries that are counted. */
const MOST = 20_000

const ActivityQuery = ActionFilters.extend({
  timeZone: z
    .string()
    .refine(isTimeZone, 'Must be a time zone like Europe/Berlin, or UTC')
    .optional()
    .meta({ description: 'Whose days and hours are meant. Default: that of the caller.' }),
})

/** GET /audit_logs/audit-logs/activity. Not part of the published API; a Plinth addition. */
export const actionActivity = get(
  '/audit_logs/audit-logs/activity',
  {
    operation: 'countActions',
    access: features.view_self,
    summary:
      'Count the newest 20,000 entries of the action log that the filters find, by day, hour of the week and kind.',
    query: ActivityQuery,
    response: z.object({
      total: z.number().int(),
      /** Whether older entries are not counted. */
      isPartial: z.boolean(),
      /** Days with entries, the oldest first. */
      days: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
      /** Hours with entries; 1 is Monday. */
      hours: z.array(
        z.object({
          weekday: z.number().int().min(1).max(7),
          hour: z.number().int().min(0).max(23),
          count: z.number().int(),
        }),
      ),
      /** The kinds of resources that the entries are about. */
      kinds: z.array(z.object({ resourceKind: z.string(), count: z.number().int() })),
    }),
  },
  async (ctx) => {
    const locale = await ctx.locale()
    const { timeZone = locale.timeZone, ...query } = ctx.query
    const filter = toHistoryFilter(ctx, inTimeZone(query, { timeZone }))
    const { hours: found, isPartial } = await countHistoryByHour(ctx, filter, { timeZone, most: MOST })
    const days = sumBy(found.map(({ hour, count }) => [hour.slice(0, 10), count] as const))
    const hours = sumBy(
      found.map(({ hour, count }) => [`${weekdayOf(hour)} ${Number(hour.slice(11))}`, count] as const),
    )
    const kinds = sumBy(
      found.flatMap(({ resourceKind, count }) => (resourceKind ? [[resourceKind, count] as const] : [])),
    )
    const total = found.reduce((sum, { count }) => sum + count, 0)
    return {
      total,
      isPartial,
      days: days.map(([date, count]) => ({ date, count })),
      hours: hours.map(([place, count]) => {
        const [weekday = 1, hour = 0] = place.split(' ').map(Number)
        return { weekday, hour, count }
      }),
      kinds: kinds.map(([resourceKind, count]) => ({ resourceKind, count })),
    }
  },
)

const weekdayOf = (hour: string) => new Date(`${hour.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7

function sumBy(counts: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums]
}
