import { aggregates } from '@plinth/points'
import { z } from 'zod'
import { presets } from './calendar.ts'

const FieldName = z.string().min(1).max(200)

const Scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

/** The largest values of `splitBy` that are told apart; the others are one series. */
export const MOST_SERIES = 7
/** The place of the others, after the last one. */
export const OTHERS = MOST_SERIES + 1

/** The data request of a widget. */
export const DataRequest = z.object({
  entityType: z.string().min(1).max(200),
  metric: z.object({ field: FieldName, aggregate: z.enum(aggregates) }),
  groupBy: z
    .object({
      field: FieldName,
      granularity: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
      limit: z.number().int().min(1).max(100).default(100),
      resolveLabels: z.boolean().optional(),
    })
    .optional(),
  splitBy: z
    .object({ field: FieldName, resolveLabels: z.boolean().optional() })
    .optional()
    .meta({
      description: `Splits each group by a second field, into the ${MOST_SERIES} largest values and the rest. Needs \`groupBy\`.`,
    }),
  filters: z
    .array(
      z.object({
        field: FieldName,
        operator: z.enum(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'is_null', 'is_not_null']),
        value: z.union([Scalar, z.array(Scalar).min(1).max(100), z.null()]).optional(),
      }),
    )
    .max(20)
    .default([]),
  dateRange: z.object({ field: FieldName, preset: z.enum(presets) }).optional(),
  comparison: z.object({ type: z.enum(['previous_period', 'previous_year']) }).optional(),
})
export type DataRequest = z.output<typeof DataRequest>
export type DataFilter = DataRequest['filters'][number]

const Key = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** The data returned to a widget. */
export const DataView = z.object({
  value: z.number().nullable(),
  data: z.array(
    z.object({
      groupKey: Key,
      groupLabel: z.string().optional(),
      value: z.number().nullable(),
      values: z
        .array(z.number().nullable())
        .optional()
        .meta({ description: 'With `splitBy`: the value of each of `series`, in their order.' }),
    }),
  ),
  series: z
    .array(
      z.object({
        seriesKey: Key,
        seriesLabel: z.string().optional(),
        isOther: z
          .boolean()
          .meta({ description: 'Whether it stands for all values that have no series of their own.' }),
        value: z.number().nullable(),
      }),
    )
    .optional()
    .meta({ description: 'With `splitBy`: the values that groups are split by, largest first.' }),
  period: z
    .object({ from: z.string(), to: z.string() })
    .optional()
    .meta({ description: 'With `dateRange`: its first and its last day.' }),
  comparison: z
    .object({
      value: z.number(),
      change: z.number().nullable().meta({ description: 'In percent. Null if the value compared with is 0.' }),
      direction: z.enum(['up', 'down', 'unchanged']),
    })
    .optional(),
  metadata: z.object({
    fetchedAt: z.string(),
    recordCount: z.number().int(),
    isPartial: z.literal(true).optional().meta({
      description: 'Whether only the newest of the rows are summed up, because row policies decide on each of them.',
    }),
  }),
})
export type DataView = z.output<typeof DataView>
