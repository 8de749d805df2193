import type { Module } from '../define/module.ts'
import { defineService } from '../define/service.ts'

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
