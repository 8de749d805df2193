import type { Module } from '../define/module.ts'
import { defineService } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'
import { deriveKey, type SecretKey, toSecretKey } from '../security/tokens.ts'

/** The composed modules, in dependency order, for what has to know all of them: feature catalogs, navigation, setup. */
export interface Composition {
  readonly modules: readonly Module[]
  /** The platform's public origin, for links in mails. */
  readonly origin: string
}

/**
 * Resolve with `get(composition)`; every platform provides it.
 *
 * @example
 * const titles = get(composition).modules.map(({ title }) => title)
 */
export const composition = defineService<Composition>('core.composition')

/** Orders modules so that each comes after what it requires. */
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

/** Keys derived from the platform's secret, so that modules need no secrets of their own. */
export interface PlatformKeys {
  /** The key of one purpose, `api_keys.secret`; the same in every host with the same secret. */
  of(purpose: string): SecretKey
}

/** Resolve with `get(platformKeys)`; every platform provides it. */
export const platformKeys = defineService<PlatformKeys>('core.platform-keys')

/** Derives each key once. */
export function createPlatformKeys(secret: string): PlatformKeys {
  const root = toSecretKey({ name: '`secret`', secret })
  const known = new Map<string, SecretKey>()
  return {
    of(purpose) {
      let key = known.get(purpose)
      if (!key) known.set(purpose, (key = deriveKey({ secret: root, purpose: `module:${purpose}` })))
      return key
    },
  }
}
