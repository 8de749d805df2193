import { asFunction, asValue, type AwilixContainer, createContainer } from 'awilix/browser'
import type { Context } from '../define/context.ts'
import type { Service } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'

// The entry without the loading of modules by file name: nothing here does that, and its libraries cost every start.

type Make = Service<unknown>['create']

/** Resolves service handles; each unit of work gets instances of its own, bound to its context, but for shared ones. */
export class Services {
  readonly #container = createContainer({ injectionMode: 'PROXY', strict: true })

  /** `defaults` stand in where none of the services has their id. */
  constructor(services: readonly Service<unknown>[], defaults: readonly Service<unknown>[] = []) {
    for (const service of services) {
      if (this.#container.hasRegistration(service.id)) throw brokenSetup(`Two services have the id '${service.id}'`)
      this.#register(service)
    }
    for (const service of defaults) if (!this.#container.hasRegistration(service.id)) this.#register(service)
  }

  /** Puts `fake` in the place of a service, for every unit of work from now on. */
  override<T>(service: Service<T>, fake: T | ((ctx: Context) => T)): void {
    this.#register({ id: service.id, create: typeof fake === 'function' ? (fake as Make) : () => fake })
  }

  /** The resolver of one unit of work. */
  bind(ctx: Context): <T>(service: Service<T>) => T {
    let scope: AwilixContainer | undefined
    return <T>(service: Service<T>): T => {
      if (!scope) {
        scope = this.#container.createScope()
        scope.register('ctx', asValue(ctx))
      }
      if (!scope.hasRegistration(service.id)) {
        throw brokenSetup(`Service '${service.id}' is asked for, but no composed module provides it`)
      }
      return scope.resolve<T>(service.id)
    }
  }

  /** Ends what is shared. */
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
