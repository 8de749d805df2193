import { asFunction, asValue, type AwilixContainer, createContainer } from 'awilix/browser'
import type { Context } from '../define/context.ts'
import { type Mailer, mailer } from '../define/mailer.ts'
import { type WriteMode, writeMode } from '../define/preview.ts'
import type { Service } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'

type Make = Service<unknown>['create']

/**
 * Resolves service handles. Each unit of work has its own instances, bound to its context, except for shared services. It
 * imports the browser build of awilix, which does not load modules by file name: the libraries for that would slow down every
 * start.
 */
export class Services {
  readonly #container = createContainer({ injectionMode: 'PROXY', strict: true })

  /** `defaults` are used for ids that none of the services has. */
  constructor(services: readonly Service<unknown>[], defaults: readonly Service<unknown>[] = []) {
    for (const service of services) {
      if (this.#container.hasRegistration(service.id)) throw brokenSetup(`Two services have the id '${service.id}'`)
      this.#register(service)
    }
    for (const service of defaults) if (!this.#container.hasRegistration(service.id)) this.#register(service)
  }

  /** Replaces a service with `fake` in every unit of work from now on. */
  override<T>(service: Service<T>, fake: T | ((ctx: Context) => T)): void {
    this.#register({ id: service.id, create: typeof fake === 'function' ? (fake as Make) : () => fake })
  }

  /** The resolver of a unit of work. In a dry run no email is sent, because it could not be rolled back. */
  bind(ctx: Context, writes: WriteMode | undefined): <T>(service: Service<T>) => T {
    let scope: AwilixContainer | undefined
    return <T>(service: Service<T>): T => {
      if (!scope) {
        scope = this.#container.createScope()
        scope.register('ctx', asValue(ctx))
        scope.register(writeMode.id, asValue(writes))
        if (writes?.kind === 'dry-run') {
          const withholding: Mailer = { send: async () => void writes.withheld?.push(mailer.id) }
          scope.register(mailer.id, asValue(withholding))
        }
      }
      if (!scope.hasRegistration(service.id)) {
        throw brokenSetup(`Service '${service.id}' is asked for, but no composed module provides it`)
      }
      return scope.resolve<T>(service.id)
    }
  }

  /** Disposes of shared services. */
  async close(): Promise<void> {
    await this.#container.dispose()
  }

  #register({ id, create, isShared }: Service<unknown>): void {
    if (isShared)
      this.#container.register(
        id,
        asFunction(create as () => AsyncDisposable)
          .singleton()
          .disposer((made) => made[Symbol.asyncDispose]()),
      )
    else this.#container.register(id, asFunction(({ ctx }: { ctx: Context }) => create(ctx)).scoped())
  }
}
