import type { Queryable } from '../data/connection/pool.ts'
import type { Feature } from './access.ts'
import type { Module } from './module.ts'

/** How the values of an extension point are named and checked at startup. */
export interface PointSpec<T> {
  /** Starts with the id of the module that collects the values: `dashboards.widgets`. */
  readonly id: string
  /** What a value is called in messages: `Widget`. */
  readonly title: string
  /** The value's name, which must be unique. */
  name(value: T, module: Module): string
  /** The features the value requires; each must be listed by a composed module. */
  features?(value: T): readonly Feature[]
  /** Describes what is wrong with a value: `has no title`. */
  check?(value: T, context: { readonly module: Module; readonly modules: readonly Module[] }): string | undefined
  /** Throws if the database lacks something that the values need. Runs after migrations and at every start. */
  checkDatabase?(db: Queryable, values: readonly T[]): Promise<void>
  /** Tables with cached data tagged `rowsTag`; a command that writes to one invalidates that tag. */
  tables?(value: T): readonly string[]
}

/** A value and the module that contributed it. */
export interface Contributed<T> {
  readonly module: Module
  readonly value: T
}

/** Values that a module contributes to an extension point. Created by `point.of`; list it in `contributes`. */
export interface Contribution {
  readonly point: Point<unknown>
  readonly values: readonly unknown[]
}

/** An extension point: values that one module collects from others. */
export interface Point<T> {
  readonly spec: PointSpec<T>
  /** Creates a contribution. List it in the module's `contributes`. */
  of(...values: readonly T[]): Contribution
  /** The contributed values, in module order and, within a module, in the order listed. */
  from(modules: readonly Module[]): readonly Contributed<T>[]
}

/**
 * Declares an extension point: values that a module collects from others without knowing them. Other modules import the point
 * and contribute to it, even if the module that collects the values is not composed.
 *
 * @example
 * const reports = definePoint<Report>({ id: 'reports.kinds', title: 'Report', name: ({ id }) => id })
 * const sales = defineModule({ id: 'sales', title: 'Sales', contributes: [reports.of(monthly, yearly)] })
 * const known = reports.from(inject(composition).modules)
 */
export function definePoint<T>(spec: PointSpec<T>): Point<T> {
  const point: Point<T> = Object.freeze({
    spec,
    of: (...values: readonly T[]): Contribution => Object.freeze({ point, values: Object.freeze(values) }),
    from: (modules: readonly Module[]): readonly Contributed<T>[] =>
      modules.flatMap((module) => {
        const own = (module.contributes ?? []).filter((contribution) => contribution.point === point)
        return own.flatMap(({ values }) => values.map((value) => ({ module, value: value as T })))
      }),
  })
  return point
}
