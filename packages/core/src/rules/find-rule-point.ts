import type { Module } from '../define/module.ts'
import type { RulePoint } from '../define/rule-point.ts'

/** The rule points of the composed modules, by all names of their entities. */
const pointsByModules = new WeakMap<readonly Module[], ReadonlyMap<string, RulePoint>>()

/** The rule point of an entity, by any of its names; undefined if no composed module declares it. */
export function findRulePoint(modules: readonly Module[], entityType: string): RulePoint | undefined {
  let points = pointsByModules.get(modules)
  if (!points) {
    const found = new Set(modules.flatMap(({ commands = [] }) => commands.flatMap(({ rules }) => rules?.point() ?? [])))
    points = new Map([...found].flatMap((point) => namesOf(point).map((name) => [name, point] as const)))
    pointsByModules.set(modules, points)
  }
  return points.get(entityType)
}

/**
 * All names of an entity, the canonical one first: `['catalog:product', 'catalog:products', …]`. An unknown entity has only the
 * given name.
 */
export function entityNames(modules: readonly Module[], entityType: string): readonly string[] {
  const point = findRulePoint(modules, entityType)
  return point ? namesOf(point) : [entityType]
}

const namesOf = ({ entityType, aliases }: RulePoint) => [entityType, ...aliases]
