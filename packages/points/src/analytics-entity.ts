import type { Context, Feature, Service } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'

/** Aggregates of a field: `count` works on any type, the others on numbers. */
export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const

export type Aggregate = (typeof aggregates)[number]

export const analyticsTypes = ['uuid', 'text', 'number', 'boolean', 'time', 'json'] as const

/** The type of a column. */
export type AnalyticsType = (typeof analyticsTypes)[number]

/** Labels for the values of a field that holds ids. */
export interface Labels {
  /** Returns labels for those keys that the caller may see. Called with at most 100 keys at a time. */
  of(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** A column that may be counted, grouped and filtered by. */
export interface AnalyticsField {
  readonly column: string
  readonly type: AnalyticsType
  /** Restricts the aggregates that the type allows. */
  readonly aggregates?: readonly Aggregate[]
  readonly labels?: Service<Labels>
  /**
   * The field with the currency of an amount. Aggregates other than counts are then of one currency: rows in several are refused
   * unless they are grouped by that field.
   */
  readonly currency?: string
}

/** Rows that dashboards may aggregate: a table or `security_invoker` view of the module, and the fields that may be queried. */
export interface AnalyticsEntity {
  /** The name in requests: `<module>:<rows>`. */
  readonly id: string
  /** The features required to query it; at least one. */
  readonly features: readonly Feature[]
  readonly table: string
  /** Restricts the rows by column values: `{ deleted_at: null }`. */
  readonly only?: Readonly<Record<string, string | boolean | null>>
  /** Conditions on the rows `t` that the caller may see, beyond row policies; none if the caller sees all of them. */
  readonly visible?: (ctx: Pick<Context, 'actor' | 'from' | 'inject'>) => readonly RawBuilder<SqlBool>[]
  /**
   * Further conditions on the rows `t`, for callers about whom deciding on all rows would take too long, and whether they leave out rows
   * that the caller may see, which results then say (`isPartial`).
   */
  readonly newest?: (
    ctx: Pick<Context, 'actor' | 'db'>,
  ) => Promise<{ readonly conditions: readonly RawBuilder<SqlBool>[]; readonly isPartial: boolean } | undefined>
  /** False if rows belong to the whole tenant. Otherwise `organization_id` names their organization. */
  readonly hasOrganizations?: boolean
  /** Time zone that determines where days begin. Default: that of the caller. */
  readonly timeZone?: string
  readonly fields: Readonly<Record<string, AnalyticsField>>
}
