import type { z } from 'zod'
import type { Migration } from '../data/schema/migration.ts'
import type { AnyEntity } from '../data/query/orm.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { FullText } from '../data/query/full-text.ts'
import type { Searchable } from '../data/query/search.ts'
import type { Feature } from './access.ts'
import type { Authenticator } from './authenticator.ts'
import type { Cache } from './cache.ts'
import type { Command } from './command.ts'
import type { Context, SystemContext } from './context.ts'
import type { CustomRecords } from './custom-records.ts'
import type { DependentRows } from './dependent-rows.ts'
import type { EmitListener } from './emitted-events.ts'
import type { EventType, Subscriber } from './event.ts'
import type { Job } from './job.ts'
import type { Keep } from './retention.ts'
import type { Locator } from './database-locator.ts'
import type { Contribution } from './extension-point.ts'
import type { ReadListener } from './logged-reads.ts'
import type { Rekey } from './rekey.ts'
import type { Route } from './route.ts'
import { defineService, type Service } from './service.ts'
import type { Translations } from './texts.ts'

/** A message that the platform sends, as the API document describes it. */
export interface DescribedWebhook {
  /** Its type: `catalog.product.created`. */
  readonly name: string
  readonly summary: string
  readonly body: z.ZodType
}

/** Everything a module contributes. It is a plain object; nothing is discovered, generated or registered. */
export interface Module {
  /** Snake case, as in the ids of its features: `api_keys`. */
  readonly id: string
  readonly title: string
  /** The section of the API reference that lists its routes. Default: the title. */
  readonly tag?: string
  /** Ids of the modules that this one imports from. */
  readonly requires?: readonly string[]
  readonly entities?: readonly AnyEntity[]
  /** In execution order. */
  readonly migrations?: readonly Migration[]
  /**
   * Entities of which policies of others hide rows. So do the log, logs of rules and webhooks, and whoever does not see all rows may not
   * write rules about them.
   */
  readonly dependents?: readonly DependentRows[]
  /** Where it stores records of entities that customers define; of one module of a platform. */
  readonly customRecords?: CustomRecords
  /** Entities that can be searched, and their searchable properties. */
  readonly searches?: readonly (Searchable | FullText)[]
  readonly features?: Readonly<Record<string, Feature>>
  /** Prefixes that ids of its features, commands and events can have besides the module's id. */
  readonly prefixes?: readonly string[]
  /** Default grants of roles in new tenants: `admin`, `employee` and any other role by name. Features, `module.*` or `*`. */
  readonly roles?: Readonly<Record<string, readonly (Feature | string)[]>>
  readonly services?: readonly Service<unknown>[]
  readonly caches?: readonly Cache<unknown>[]
  readonly commands?: readonly Command[]
  readonly events?: Readonly<Record<string, EventType>>
  readonly subscribers?: readonly Subscriber[]
  /** Events of other modules that this one emits, depending on its options; each must be listed by a composed module. */
  readonly emits?: readonly EventType[]
  readonly jobs?: readonly Job[]
  readonly routes?: readonly Route[]
  readonly authenticators?: readonly Authenticator[]
  /** With tenants on several databases: determine which database a request belongs to. */
  readonly locators?: readonly Locator[]
  /** Contributions to extension points of other modules: navigation pages, widgets, assistant tools. */
  readonly contributes?: readonly Contribution[]
  /** The English texts that the module declares and throws, in other languages. */
  readonly translations?: Translations
  /** Called for every read of a route that declares `reads`. */
  readonly onRead?: ReadListener
  /** Creates what is called in each transaction that emits events, undoes or redoes, before it commits. */
  readonly onEmit?: (modules: readonly Module[]) => EmitListener
  /** Messages that the platform sends to addresses of tenants, for the API document, from the composed modules. */
  readonly describeWebhooks?: (modules: readonly Module[]) => readonly DescribedWebhook[]
  /**
   * Tables whose rows determine what actors may do, or what is valid in other rows. Undo and redo of a command that writes to one are refused unless the command
   * has `beforeRevert`.
   */
  readonly grantTables?: readonly string[]
  /** What it stores that was made with the platform's secret and must be renewed when the secret is replaced. */
  readonly rekeys?: readonly Rekey[]
  /** Creates what a new tenant needs from this module; runs inside the command that creates the tenant. */
  readonly setup?: (ctx: Context) => Promise<void>
  /**
   * Creates what existing tenants need from a new version. Runs at the end of every `migrate()`, concurrently if several hosts
   * start together. It must write through commands and be idempotent.
   */
  readonly upgrade?: (system: SystemContext, inject: Context['inject']) => Promise<void>
}

/** What a module declares together: the result of `resource`, or settings. */
export interface Declaration {
  readonly entities?: readonly Declared[]
  readonly commands: readonly Command[]
  readonly routes: readonly Route[]
}

interface ModuleSpec extends Module {
  /** Resources and settings: their entities, commands and routes, before those that the module lists itself. */
  readonly resources?: readonly Declaration[]
  /** Retention policies. */
  readonly keep?: readonly Keep[]
}

/**
 * Declares a module. It has no effect until it is passed to `createPlatform`.
 *
 * @example
 * const tags = defineModule({ id: 'tags', title: 'Tags', features, migrations, resources: [tagged] })
 */
export function defineModule({ keep = [], resources = [], ...module }: ModuleSpec): Module {
  const { entities = [], commands = [], jobs = [], routes = [] } = module
  const declared = resources.flatMap((one) => one.entities ?? []) as unknown as readonly AnyEntity[]
  return Object.freeze({
    ...module,
    ...(declared.length > 0 && { entities: [...new Set([...declared, ...entities])] }),
    ...((resources.length > 0 || keep.length > 0) && {
      commands: [...resources.flatMap((one) => one.commands), ...commands, ...keep.map(({ command }) => command)],
    }),
    ...(resources.length > 0 && { routes: [...resources.flatMap((one) => one.routes), ...routes] }),
    ...(keep.length > 0 && { jobs: [...jobs, ...keep.map(({ job }) => job)] }),
  })
}

/** The composed modules in dependency order, for feature catalogs, navigation and setup. */
export interface Composition {
  readonly modules: readonly Module[]
  /** The platform's public origin, used for links in emails. */
  readonly origin: string
}

/**
 * Resolve with `inject(composition)`; available on every platform.
 *
 * @example
 * const titles = inject(composition).modules.map(({ title }) => title)
 */
export const composition = defineService<Composition>('core.composition')
