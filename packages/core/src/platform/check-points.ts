import type { Queryable } from '../data/pool.ts'
import type { Feature } from '../define/feature.ts'
import type { Module } from '../define/module.ts'
import type { Point } from '../define/point.ts'
import { brokenSetup } from '../errors.ts'

/** The points to which modules contribute. */
const pointsOf = (modules: readonly Module[]): ReadonlySet<Point<unknown>> =>
  new Set(modules.flatMap(({ contributes = [] }) => contributes.map(({ point }) => point)))

/** Refuses two points of one id, two values of one name, and values that their point or the composition does not take. */
export function checkPoints(modules: readonly Module[]): void {
  const features = new Set(modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id))
  const ids = new Set<string>()
  for (const point of pointsOf(modules)) {
    const { id } = point.spec
    if (ids.has(id)) throw brokenSetup(`Two extension points have the id '${id}': is its package installed twice?`)
    ids.add(id)
    checkValues(point, { modules, features })
  }
}

function checkValues(
  { spec, from }: Point<unknown>,
  { modules, features }: { modules: readonly Module[]; features: ReadonlySet<Feature['id']> },
): void {
  const names = new Map<string, Module>()
  for (const { module, value } of from(modules)) {
    const name = spec.name(value, module)
    const refuse = (why: string) => brokenSetup(`${spec.title} '${name}' of module '${module.id}' ${why}`)
    const other = names.get(name)
    if (other) throw refuse(`has the name of one of module '${other.id}'`)
    names.set(name, module)
    const problem = spec.check?.(value, { module, modules })
    if (problem !== undefined) throw refuse(problem)
    const unknown = spec.features?.(value).find(({ id }) => !features.has(id))
    if (unknown) throw refuse(`asks for '${unknown.id}', which no composed module lists in \`features\``)
  }
}

/** Refuses a database without what contributed values need. */
export async function checkPointTables(db: Queryable, modules: readonly Module[]): Promise<void> {
  for (const { spec, from } of pointsOf(modules)) {
    const values = from(modules).map(({ value }) => value)
    await spec.checkDatabase?.(db, values)
  }
}

/** The tables of which contributed values let something be cached. */
export const watchedTables = (modules: readonly Module[]): ReadonlySet<string> =>
  new Set(
    [...pointsOf(modules)].flatMap(({ spec, from }) =>
      from(modules).flatMap(({ value }) => spec.tables?.(value) ?? []),
    ),
  )
