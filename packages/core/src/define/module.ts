import type { Migration } from '../data/migration.ts'
import type { AnyEntity } from '../data/orm.ts'
import type { Queryable } from '../data/pool.ts'
import type { FullText, Searchable } from '../data/search.ts'
import type { Feature } from './access.ts'
import type { Authenticator, Locator } from './authenticator.ts'
import type { Cache } from './cache.ts'
import type { Command } from './command.ts'
import type { Context, SystemContext } from './context.ts'
import type { EventType, Job, Subscriber } from './job.ts'
import type { Keep } from './keep.ts'
import type { ReadListener, Route } from './route.ts'
import { defineService, type Service } from './service.ts'

/** Everything a module contributes. A plain value: nothing is discovered, generated or registered. */
export interface Module {
  /** Snake case, as in the ids of its features: `api_keys`. */
  readonly id: string
  readonly title: string
  /** The section of the API reference that its routes are in. Default: the title. */
  readonly tag?: string
  /** Ids of modules whose values this one imports. */
  readonly requires?: readonly string[]
  readonly entities?: readonly AnyEntity[]
  /** In the order in which they run. */
  readonly migrations?: readonly Migration[]
  /** Whose rows are searched, and in what. */
  readonly searches?: readonly (Searchable | FullText)[]
  readonly features?: Readonly<Record<string, Feature>>
  /** What ids of its features, commands and events may begin with besides the module's id. */
  readonly prefixes?: readonly string[]
  /** What roles of new tenants may do: `admin`, `employee`, and any other by its name. Features, `module.*` or `*`. */
  readonly roles?: Readonly<Record<string, readonly (Feature | string)[]>>
  readonly services?: readonly Service<unknown>[]
  readonly caches?: readonly Cache<unknown>[]
  readonly commands?: readonly Command[]
  readonly events?: Readonly<Record<string, EventType>>
  readonly subscribers?: readonly Subscriber[]
  /** Events of any module that this one emits because its options say so; each must be listed by a composed module. */
  readonly emits?: readonly EventType[]
  readonly jobs?: readonly Job[]
  readonly routes?: readonly Route[]
  readonly authenticators?: readonly Authenticator[]
  /** Where tenants are on several databases: which of them a request is about. */
  readonly locators?: readonly Locator[]
  /** What other modules collect: pages for the navigation, widgets, tools of assistants. */
  readonly contributes?: readonly Contribution[]
  /** Called with every read of a route that declares `reads`. */
  readonly onRead?: ReadListener
  /**
   * Tables whose rows decide what actors may do. Undo and redo of a command that writes to one are refused unless it
   * has `beforeRevert`.
   */
  readonly grantTables?: readonly string[]
  /** What a new tenant needs of this module; runs inside the command that creates it. */
  readonly setup?: (ctx: Context) => Promise<void>
  /**
   * What tenants that exist already need of a new version; runs at the end of every `migrate()`, on several hosts at
   * once where they start together. It writes by commands, and does nothing where nothing is left to do.
   */
  readonly upgrade?: (system: SystemContext, inject: Context['inject']) => Promise<void>
}

interface ModuleSpec extends Module {
  /** How long rows are kept. */
  readonly keep?: readonly Keep[]
}

/**
 * Declares a module. It does nothing until `createPlatform` composes it.
 *
 * @example
 * const tags = defineModule({ id: 'tags', title: 'Tags', features, entities: [Tag], migrations, commands, routes })
 */
export function defineModule({ keep = [], ...module }: ModuleSpec): Module {
  if (keep.length === 0) return Object.freeze(module)
  const { commands = [], jobs = [] } = module
  return Object.freeze({
    ...module,
    commands: [...commands, ...keep.map(({ command }) => command)],
    jobs: [...jobs, ...keep.map(({ job }) => job)],
  })
}

/** How the values of a point are named and checked, before anything starts. */
export interface PointSpec<T> {
  /** The module that collects them comes first: `dashboards.widgets`. */
  readonly id: string
  /** What one of them is called in messages: `Widget`. */
  readonly title: string
  /** No two may have the same name. */
  name(value: T, module: Module): string
  /** The features that it asks for; a composed module has to list each. */
  features?(value: T): readonly Feature[]
  /** What is wrong with a value: `has no title`. */
  check?(value: T, context: { readonly module: Module; readonly modules: readonly Module[] }): string | undefined
  /** Throws where the database does not have what the values need. Runs after migrations and at each start. */
  checkDatabase?(db: Queryable, values: readonly T[]): Promise<void>
  /** Tables of which something is cached under `rowsTag`; a command that writes to one drops that tag. */
  tables?(value: T): readonly string[]
}

/** A value with the module that contributes it. */
export interface Contributed<T> {
  readonly module: Module
  readonly value: T
}

/** Values of one module for one point. Made by `point.of`; listed in `contributes`. */
export interface Contribution {
  readonly point: Point<unknown>
  readonly values: readonly unknown[]
}

/** An extension point: what one module collects from others. */
export interface Point<T> {
  readonly spec: PointSpec<T>
  /** What a module contributes. List it in the module's `contributes`. */
  of(...values: readonly T[]): Contribution
  /** What the modules contribute: in the order of the modules, and in each as it is listed. */
  from(modules: readonly Module[]): readonly Contributed<T>[]
}

/**
 * Declares an extension point: what a module collects from others without knowing them. Others import it and contribute
 * to it, also where the module that collects is not composed.
 *
 * @example
 * const reports = definePoint<Report>({ id: 'reports.kinds', title: 'Report', name: ({ id }) => id })
 * const sales = defineModule({ id: 'sales', title: 'Sales', contributes: [reports.of(monthly, yearly)] })
 * const known = reports.from(inject(composition).modules)
 */
export function definePoint<T>(spec: PointSpec<T>): Point<T> {
  const point: Point<T> = Object.freeze({
    spec,
    of: (...values: readonly T[]): Contribution => Object.freeze({ point, values: Object.freeze(values) }),
    from: (modules: readonly Module[]): readonly Contributed<T>[] =>
      modules.flatMap((module) => {
        const own = (module.contributes ?? []).filter((contribution) => contribution.point === point)
        return own.flatMap(({ values }) => values.map((value) => ({ module, value: value as T })))
      }),
  })
  return point
}

/** The composed modules, in dependency order: for feature catalogs, navigation, setup. */
export interface Composition {
  readonly modules: readonly Module[]
  /** The platform's public origin, for links in mails. */
  readonly origin: string
}

/**
 * Resolve with `inject(composition)`; every platform provides it.
 *
 * @example
 * const titles = inject(composition).modules.map(({ title }) => title)
 */
export const composition = defineService<Composition>('core.composition')
