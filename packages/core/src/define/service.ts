import type { Context } from './context.ts'

/** A dependency, made once per unit of work. Resolve it with `get(service)`. */
export interface Service<T> {
  readonly id: string
  readonly create: (ctx: Context) => T
}

/** Declares a service. `create` runs when the service is first asked for in a unit of work. */
export function defineService<T>(id: string, create: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id, create })
}
