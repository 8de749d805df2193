import { definePoint, type Feature, type Service } from '@plinth/core'
import { checkColumns, findFault } from './check-analytics.ts'

/** What may be asked of a field: `count` of any, the others of numbers. */
export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

/** What a column holds. */
export type AnalyticsType = 'uuid' | 'text' | 'number' | 'boolean' | 'time' | 'json'

/** What people call the values of a field that holds ids. */
export interface Labels {
  /** Only those that the caller may see; set-based, at most 100 keys a call. */
  of(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** A column that may be counted, grouped and filtered by. */
export interface AnalyticsField {
  readonly column: string
  readonly type: AnalyticsType
  /** Fewer than the type allows. */
  readonly aggregates?: readonly Aggregate[]
  readonly labels?: Service<Labels>
}

/** Rows that dashboards may sum up: a table or `security_invoker` view of the module, and what may be asked of it. */
export interface AnalyticsEntity {
  /** `<module>:<rows>`, as requests name it. */
  readonly id: string
  /** What one has to hold; at least one. */
  readonly features: readonly Feature[]
  readonly table: string
  /** Rows of which a column holds something else never count: `{ deleted_at: null }`. */
  readonly only?: Readonly<Record<string, string | boolean | null>>
  /** False where rows belong to the tenant as a whole; otherwise `organization_id` says whose they are. */
  readonly hasOrganizations?: boolean
  /** In which days begin. Default: UTC. */
  readonly timeZone?: string
  readonly fields: Readonly<Record<string, AnalyticsField>>
}

/** What dashboards may sum up. */
export const analytics = definePoint<AnalyticsEntity>({
  id: 'dashboards.analytics',
  title: 'Analytics entity',
  name: ({ id }) => id,
  features: ({ features }) => features,
  check: (entity, { module }) =>
    entity.id.startsWith(`${module.id}:`) ? findFault(entity) : `must have an id that begins with '${module.id}:'`,
  checkDatabase: checkColumns,
  tables: ({ table }) => [table],
})
