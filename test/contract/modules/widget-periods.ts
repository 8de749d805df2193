import { group } from '../_frame/group.ts'
import { says, without } from '../_frame/statement.ts'
import { ask, between, count, DATA, dataScenario, issues, PRODUCTS } from './_widget-data.ts'

/** The days of each preset, of the period before, and of the year before. */
const PRESETS = [
  ['today', '2026-07-15', '2026-07-15', '2026-07-14', '2026-07-14', '2025-07-15', '2025-07-15'],
  ['yesterday', '2026-07-14', '2026-07-14', '2026-07-13', '2026-07-13', '2025-07-14', '2025-07-14'],
  ['this_week', '2026-07-13', '2026-07-19', '2026-07-06', '2026-07-12', '2025-07-13', '2025-07-19'],
  ['last_week', '2026-07-06', '2026-07-12', '2026-06-29', '2026-07-05', '2025-07-06', '2025-07-12'],
  ['this_month', '2026-07-01', '2026-07-31', '2026-06-01', '2026-06-30', '2025-07-01', '2025-07-31'],
  ['last_month', '2026-06-01', '2026-06-30', '2026-05-01', '2026-05-31', '2025-06-01', '2025-06-30'],
  ['this_quarter', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30', '2025-07-01', '2025-09-30'],
  ['last_quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31', '2025-04-01', '2025-06-30'],
  ['this_year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31', '2025-01-01', '2025-12-31'],
  ['last_year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31', '2024-01-01', '2024-12-31'],
  ['last_7_days', '2026-07-09', '2026-07-15', '2026-07-02', '2026-07-08', '2025-07-09', '2025-07-15'],
  ['last_30_days', '2026-06-16', '2026-07-15', '2026-05-17', '2026-06-15', '2025-06-16', '2025-07-15'],
  ['last_90_days', '2026-04-17', '2026-07-15', '2026-01-17', '2026-04-16', '2025-04-17', '2025-07-15'],
] as const

const failed = (id: string, error: string) => ({ id, ok: false, error })
const compared = (value: number, previous: number) => ({
  value: previous,
  change: previous === 0 ? (value === 0 ? 0 : null) : ((value - previous) / previous) * 100,
  direction: value > previous ? 'up' : value < previous ? 'down' : 'unchanged',
})

/** Days, what they are compared with, and series. */
export const widgetPeriods = group(
  'Numbers of widgets by days',
  { scenario: dataScenario },
  {
    Days: ({ admin }) =>
      PRESETS.flatMap(([preset, from, to, beforeFrom, beforeTo, yearFrom, yearTo]) => {
        const dateRange = { field: 'createdAt', preset }
        const value = between(from, to)
        return [
          says(`${preset} is ${from} to ${to}`, ask(admin, { dateRange }), 200, { value }),
          says(
            `the period before ${preset} is ${beforeFrom} to ${beforeTo}`,
            ask(admin, { dateRange, comparison: { type: 'previous_period' } }),
            200,
            { value, comparison: compared(value, between(beforeFrom, beforeTo)) },
          ),
          says(
            `the year before ${preset} is ${yearFrom} to ${yearTo}`,
            ask(admin, { dateRange, comparison: { type: 'previous_year' } }),
            200,
            { value, comparison: compared(value, between(yearFrom, yearTo)) },
          ),
        ]
      }),
    'Series and comparisons': ({ admin, userId }) => [
      says(
        'nothing is compared unless asked',
        ask(admin, { dateRange: { field: 'createdAt', preset: 'today' } }),
        200,
        without('comparison'),
      ),
      says('nor without days', ask(admin, { comparison: { type: 'previous_period' } }), 200, without('comparison')),
      says(
        'a series is in the order of time, without gaps',
        ask(admin, {
          groupBy: { field: 'createdAt', granularity: 'month' },
          dateRange: { field: 'createdAt', preset: 'this_year' },
        }),
        200,
        {
          data: ['01', '02', '03', '04', '05', '06', '07'].map((month) => ({
            groupKey: `2026-${month}-01T00:00:00.000Z`,
            value: between(`2026-${month}-01`, `2026-${month}-31`),
          })),
        },
      ),
      ...(['day', 'week', 'month', 'quarter', 'year'] as const).map((granularity) =>
        says(
          `by ${granularity} it ends with today`,
          ask(admin, { groupBy: { field: 'createdAt', granularity, limit: 1 } }),
          200,
          {
            data: [
              {
                groupKey: {
                  day: '2026-07-15T00:00:00.000Z',
                  week: '2026-07-13T00:00:00.000Z',
                  month: '2026-07-01T00:00:00.000Z',
                  quarter: '2026-07-01T00:00:00.000Z',
                  year: '2026-01-01T00:00:00.000Z',
                }[granularity],
              },
            ],
          },
        ),
      ),
      says(
        'granularity is for times',
        ask(admin, { groupBy: { field: 'name', granularity: 'day' } }),
        400,
        'Invalid groupBy field: name',
      ),
      says(
        'labels are those of what is referred to',
        admin.post(DATA, {
          entityType: 'audit_logs:actions',
          metric: count,
          groupBy: { field: 'actorUserId', resolveLabels: true, limit: 1 },
        }),
        200,
        { data: [{ groupKey: userId, groupLabel: /^Admin/ }] },
      ),
    ],
    'Several at once': ({ admin, all }) => {
      const batch = (...requests: unknown[]) => admin.post(`${DATA}/batch`, { requests })
      const well = { id: 'a', request: { entityType: PRODUCTS, metric: count } }
      return [
        says(
          'are answered each by itself',
          batch(well, { id: 'b', request: { entityType: 'x', metric: count } }, { id: 'c', request: {} }),
          200,
          {
            results: [
              { id: 'a', ok: true, data: { value: all } },
              failed('b', 'Invalid entity type: x'),
              failed('c', 'Invalid request payload'),
            ],
          },
        ),
        ...[[], Array.from({ length: 51 }, () => well)].map((requests) =>
          says(`refuses ${requests.length} of them`, batch(...requests), 400, {
            error: 'Invalid request payload',
            issues,
          }),
        ),
        says('takes 50', batch(...Array.from({ length: 50 }, () => well)), 200, {
          results: Array.from({ length: 50 }, () => ({ ok: true })),
        }),
      ]
    },
  },
)
