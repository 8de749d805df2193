import type { Queryable } from '../data/pool.ts'
import type { Feature } from './feature.ts'
import type { Module } from './module.ts'

/** How the values of a point are named and checked, before anything starts. */
export interface PointSpec<T> {
  /** The module that collects them comes first: `dashboards.widgets`. */
  readonly id: string
  /** What one of them is called in messages: `Widget`. */
  readonly title: string
  /** No two may have the same name. */
  name(value: T, module: Module): string
  /** What somebody has to hold for it; a composed module has to list each. */
  features?(value: T): readonly Feature[]
  /** What is wrong with a value: `has no title`. */
  check?(value: T, place: { readonly module: Module; readonly modules: readonly Module[] }): string | undefined
  /** Throws where the database does not have what the values need. Runs after migrations and at each start. */
  checkDatabase?(db: Queryable, values: readonly T[]): Promise<void>
  /** Tables of which something is cached under `rowsTag`; a command that writes to one drops that tag. */
  tables?(value: T): readonly string[]
}

/** A value with the module that contributes it. */
export interface Contributed<T> {
  readonly module: Module
  readonly value: T
}

/** Values of one module for one point. Made by `point.of`; listed in `contributes`. */
export interface Contribution {
  readonly point: Point<unknown>
  readonly values: readonly unknown[]
}

/** A place where a module collects what others contribute. */
export interface Point<T> {
  readonly spec: PointSpec<T>
  /** What a module contributes. List it in the module's `contributes`. */
  of(...values: readonly T[]): Contribution
  /** What the modules contribute: in the order of the modules, and in each as it is listed. */
  from(modules: readonly Module[]): readonly Contributed<T>[]
}

/**
 * Declares an extension point: what a module collects from others without knowing them. Others import it and contribute
 * to it, also where the module that collects is not composed.
 *
 * @example
 * const reports = definePoint<Report>({ id: 'reports.kinds', title: 'Report', name: ({ id }) => id })
 * const sales = defineModule({ id: 'sales', title: 'Sales', contributes: [reports.of(monthly, yearly)] })
 * const known = reports.from(get(composition).modules)
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
