import { composition, get } from '@plinth/core'
import { findCustomRecords } from '@plinth/core/data'
import { texts } from '@plinth/core/http'
import { type Aggregate, type AnalyticsField, aggregates, analyticsTypes } from '@plinth/points'
import { z } from 'zod'
import { features } from '../contract.ts'
import { readableEntities } from '../data/sum-up.ts'

const EntityView = z.object({
  id: z.string(),
  /** The title of its module. */
  module: z.string(),
  /** What the tenant calls a custom entity. */
  label: z.string().optional(),
  fields: z.array(
    z.object({
      name: z.string(),
      /** What the tenant calls a field of a custom entity. */
      label: z.string().optional(),
      type: z.enum(analyticsTypes),
      /** What can be computed of it. */
      aggregates: z.array(z.enum(aggregates)),
      /** Whether its values are ids that have names. */
      hasLabels: z.boolean(),
    }),
  ),
})

/** GET /dashboards/entities: what a chart can be made of. */
export const listEntities = get(
  '/dashboards/entities',
  {
    operation: 'listAnalyticsEntities',
    access: features.analytics,
    summary: 'List the entities whose data the caller can ask for, with their fields.',
    response: z.object({ items: z.array(EntityView) }),
  },
  async (ctx) => {
    const { language } = await ctx.locale()
    const titles = new Map(ctx.inject(composition).modules.map(({ id, title }) => [id, title]))
    const records = findCustomRecords(ctx.inject(composition).modules)
    const moduleOf = (id: string, isCustom: boolean) => (isCustom ? records!.kind.split('.') : id.split(':'))[0]!
    const items = (await readableEntities(ctx)).map(({ id, fields, label, labels }) => ({
      id,
      module: ctx.inject(texts).in(language, titles.get(moduleOf(id, label !== undefined)) ?? ''),
      ...(label !== undefined && { label }),
      fields: Object.entries(fields).map(([name, field]) => ({
        name,
        ...(labels?.has(name) && { label: labels.get(name)! }),
        type: field.type,
        aggregates: aggregatesOf(field),
        hasLabels: field.labels !== undefined,
      })),
    }))
    return { items }
  },
)

const aggregatesOf = ({ type, aggregates: only }: AnalyticsField): Aggregate[] =>
  aggregates.filter((one) => (one === 'count' || type === 'number') && (only?.includes(one) ?? true))
