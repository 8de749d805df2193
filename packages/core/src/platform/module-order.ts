import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** Sorts modules so that each comes after the modules that it requires. */
export function sortModules(modules: readonly Module[]): Module[] {
  const byId = new Map<string, Module>()
  for (const module of modules) {
    if (byId.has(module.id)) throw brokenSetup(`Two modules have the id '${module.id}'`)
    byId.set(module.id, module)
  }
  const sorted = new Set<Module>()
  const visit = (module: Module, trail: readonly string[]): void => {
    if (sorted.has(module)) return
    if (trail.includes(module.id)) {
      throw brokenSetup(
        `Modules require each other: ${[...trail.slice(trail.indexOf(module.id)), module.id].join(' → ')}`,
      )
    }
    for (const id of module.requires ?? []) {
      const required = byId.get(id)
      if (!required) throw brokenSetup(`Module '${module.id}' requires '${id}', which is not composed`)
      visit(required, [...trail, module.id])
    }
    sorted.add(module)
  }
  for (const module of modules) visit(module, [])
  return [...sorted]
}
