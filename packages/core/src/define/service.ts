import { brokenSetup } from '../errors.ts'
import type { Context } from './context.ts'

/** A dependency, made once per unit of work. Resolve it with `get(service)`. */
export interface Service<T> {
  readonly id: string
  readonly create: (ctx: Context) => T
}

/**
 * Declares a service. `create` runs when the service is first asked for in a unit of work. Leave it out for a handle
 * that a module or the host fills in with `provide`.
 */
export function defineService<T>(id: string, create?: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id, create: create ?? missing(id) })
}

/** Fills in a service that was declared without one. */
export function provide<T>(service: Service<T>, create: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id: service.id, create })
}

function missing(id: string): () => never {
  return () => {
    throw brokenSetup(`Service '${id}' is asked for, but nobody provides it`)
  }
}
