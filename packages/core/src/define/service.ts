import { brokenSetup } from '../errors.ts'
import type { Tables } from '../data/query/tables.ts'
import type { KeyRing } from '../security/key-ring.ts'
import type { PlatformKeys } from '../security/secret-keys.ts'
import type { Context } from './context.ts'

/** A dependency, created once per unit of work unless it is shared. Resolve it with `inject(service)`. */
export interface Service<T> {
  readonly id: string
  readonly create: (ctx: Context) => T
  /** Whether one instance is shared by the whole platform. */
  readonly isShared?: true
}

/**
 * Declares a service. `create` runs when the service is first resolved in a unit of work. Omit it to declare a handle that a
 * module or the host application implements with `provide`.
 *
 * @example
 * const tagLabels = defineService('tags.labels', ({ from }) => ({ all: () => from(Tag, 't').select('t.label').execute() }))
 */
export function defineService<T>(id: string, create?: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id, create: create ?? missing(id) })
}

/**
 * Provides the implementation of a service that was declared without one.
 *
 * @example
 * createPlatform({ …, services: [provide(mailer, () => ({ send: (mail) => transport.sendMail(mail) }))] })
 */
export function provide<T>(service: Service<T>, create: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id: service.id, create })
}

/**
 * Provides a service shared by the whole platform: created when first resolved, and disposed of when the platform closes. It
 * receives no context, so it must not depend on the caller.
 */
export function provideShared<T extends AsyncDisposable>(service: Service<T>, create: () => T): Service<T> {
  return Object.freeze({ id: service.id, create, isShared: true })
}

function missing(id: string): () => never {
  return () => {
    throw brokenSetup(`Service '${id}' is injected, but nothing provides it`)
  }
}

/** Resolve with `inject(platformKeys)`; available on every platform. */
export const platformKeys = defineService<PlatformKeys>('core.platform-keys')

/** Resolve with `inject(entityTables)`; available on every platform. */
export const entityTables = defineService<Tables>('core.entity-tables')

/** Resolve with `inject(keyRing)`; available on every platform. */
export const keyRing = defineService<KeyRing>('core.key-ring')
