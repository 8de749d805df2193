import { brokenSetup } from '../errors.ts'
import type { PlatformKeys } from '../security/tokens.ts'
import type { Context } from './context.ts'

/** A dependency, made once per unit of work unless it is shared. Resolve it with `inject(service)`. */
export interface Service<T> {
  readonly id: string
  readonly create: (ctx: Context) => T
  /** Whether all of a platform have one together. */
  readonly isShared?: true
}

/**
 * Declares a service. `create` runs when the service is first asked for in a unit of work. Leave it out for a handle
 * that a module or the host fills in with `provide`.
 *
 * @example
 * const tagCounter = defineService('tags.counter', ({ em }) => ({ count: () => em.count(Tag, {}) }))
 */
export function defineService<T>(id: string, create?: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id, create: create ?? missing(id) })
}

/**
 * Fills in a service that was declared without one.
 *
 * @example
 * createPlatform({ …, services: [provide(mailer, () => ({ send: (mail) => transport.sendMail(mail) }))] })
 */
export function provide<T>(service: Service<T>, create: (ctx: Context) => T): Service<T> {
  return Object.freeze({ id: service.id, create })
}

/**
 * Fills in a service that all of a platform share: made when it is first asked for, and disposed of when the platform
 * closes. It receives no context: it must not depend on the caller.
 */
export function provideShared<T extends AsyncDisposable>(service: Service<T>, create: () => T): Service<T> {
  return Object.freeze({ id: service.id, create, isShared: true })
}

function missing(id: string): () => never {
  return () => {
    throw brokenSetup(`Service '${id}' is asked for, but nobody provides it`)
  }
}

/** Resolve with `inject(platformKeys)`; every platform provides it. */
export const platformKeys = defineService<PlatformKeys>('core.platform-keys')

/** The people of the caller's tenant, for modules that send them something. */
export interface People {
  /**
   * Who may be reached under each name: the id or e-mail of an account, the id or name of a role for those who hold
   * it. Names without a confirmed account have no member.
   */
  find(names: readonly string[]): Promise<ReadonlyMap<string, readonly Person[]>>
  /** What the tenant is called. */
  tenantName(): Promise<string>
}

export interface Person {
  readonly id: string
  readonly email: string
}

/** Filled in by the module that keeps accounts; without one there is nobody. */
export const people = defineService<People>('core.people', ({ scope }) => ({
  find: async () => new Map(),
  tenantName: async () => scope.tenantId,
}))

/** One message, as text and as HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mail. Rejects when the message could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Resolve with `inject(mailer)`; the host provides it. */
export const mailer = defineService<Mailer>('core.mailer')
