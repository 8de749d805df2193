import type { Migration } from '../data/migration.ts'
import type { AnyEntity } from '../data/orm.ts'
import type { FullText, Searchable } from '../data/search.ts'
import type { Authenticator, Locator } from './authenticator.ts'
import type { Cache } from './cache.ts'
import type { Command } from './command.ts'
import type { Context, SystemContext } from './context.ts'
import type { Feature } from './feature.ts'
import type { EventType, Job, Subscriber } from './job.ts'
import type { Keep } from './keep.ts'
import type { Contribution } from './point.ts'
import type { ReadListener, Route } from './route.ts'
import type { Service } from './service.ts'

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
  /** Hears of every answered read of a route that declares `reads`. */
  readonly onRead?: ReadListener
  /**
   * Tables whose rows decide what somebody may do. Undo and redo of a command that writes to one are refused unless it
   * has `beforeRevert`.
   */
  readonly grantTables?: readonly string[]
  /** What a new tenant needs of this module; runs inside the command that creates it. */
  readonly setup?: (ctx: Context) => Promise<void>
  /**
   * What tenants that exist already need of a new version; runs at the end of every `migrate()`, on several hosts at
   * once where they start together. It writes by commands, and does nothing where nothing is left to do.
   */
  readonly upgrade?: (system: SystemContext, get: Context['get']) => Promise<void>
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
