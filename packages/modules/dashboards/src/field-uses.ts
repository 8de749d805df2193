import { composition, type Context, sql } from '@plinth/core'
import { fieldPolicies, rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, findCustomRecords, inScope, kindOfEntity } from '@plinth/core/data'
import { analytics, type FieldUse, fieldUses, MOST_USES } from '@plinth/points'
import { z } from 'zod'
import { readItems } from './layout/layout-item.ts'
import { CHART } from './own-widgets.ts'

/** What a chart shows, as its settings name it. */
const Chart = z.object({
  entity: z.string(),
  field: z.string().optional().catch(undefined),
  by: z.string().optional().catch(undefined),
  splitBy: z.string().optional().catch(undefined),
  time: z.string().optional().catch(undefined),
})

/** The fields that charts on dashboards sum up and group by. Only their owners know what the charts are called. */
export const chartFieldUses = fieldUses.of({
  id: 'dashboards.charts',
  async find({ db, scope, inject }) {
    const { rows } = await sql<{ id: string; userId: string; items: unknown }>`
      select l.id, l.user_id as "userId", l.items from dashboard_layouts l
      where ${inScope(scope, 'l')} and l.items @> ${JSON.stringify([{ widgetId: CHART }])}::jsonb
      order by l.id limit ${MOST_USES}`.execute(db)
    return rows.flatMap(({ id, userId, items }) =>
      readItems(items).flatMap(({ widgetId, settings }): FieldUse[] => {
        const { data } = Chart.safeParse(settings)
        const named = widgetId === CHART && data && namedIn({ inject }, data)
        return named ? [{ kind: 'dashboards.layout', id, name: null, userId, ...named }] : []
      }),
    )
  },
})

/** The fields that a chart names; undefined if it is about rows that have no policies. */
function namedIn(
  { inject }: Pick<Context, 'inject'>,
  { entity: id, ...members }: z.output<typeof Chart>,
): Pick<FieldUse, 'of' | 'fields'> | undefined {
  const { modules } = inject(composition)
  const names = Object.values(members).flatMap((name) => name?.split('.')[0] || [])
  const entity = analytics.from(modules).find(({ value }) => value.id === id)?.value
  if (!entity) {
    const records = findCustomRecords(modules)
    return (
      records && { of: [kindOfEntity(records, id)], fields: names.filter((name) => name.startsWith(CUSTOM_PREFIX)) }
    )
  }
  const policies = inject(fieldPolicies)
  const of = policies.kinds.find((kind) => tableOf(inject(rowPolicies).entityOf(kind)!) === entity.table)
  if (of === undefined) return undefined
  // What is computed for charts alone is no field.
  const isField = (name: string) => policies.namesOf(of).has(name) || !Object.hasOwn(entity.fields, name)
  return { of: [of], fields: names.filter(isField) }
}

const tableOf = (entity: object) => (entity as { readonly meta?: { readonly tableName?: string } }).meta?.tableName
