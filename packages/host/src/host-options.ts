import type { ConsoleOptions } from '@plinth/console'
import type { Logger, Module, Platform, PlatformOptions } from '@plinth/core'
import type { HostDatabase } from './database/open-database.ts'
import type { HostContext } from './host-context.ts'
import type { HostSettings, SettingsOptions } from './host-settings.ts'
import type { FirstTenant } from './seed.ts'

/** Where the console is, unless the product leaves it out or mounts something else there. */
export const CONSOLE = '/backend'

/** Answers requests below a path; undefined leaves a request to the host's own pages and the API. */
export type PathHandler = (request: Request) => Response | undefined | Promise<Response | undefined>

/** A product: its modules, and the parts of the host that it replaces. Only `modules` is required. */
export interface HostOptions extends Pick<SettingsOptions, 'environment' | 'dataFolder'> {
  /**
   * The modules of the product, in any order. A function receives the secret, and the options that the environment variables
   * set for the built-in modules: `(host) => [directory, auth(host.auth), defineAuditLogs(host.auditLogs), tags]`.
   */
  readonly modules: readonly Module[] | ((host: HostContext) => readonly Module[] | Promise<readonly Module[]>)
  /** The name of the product, on pages and in the welcome message. Default: the title in `info`, or Plinth. */
  readonly name?: string
  /** Title and version in the OpenAPI document. */
  readonly info?: PlatformOptions['info']
  /**
   * Services that modules declare. One for `mailer` replaces SMTP, one for `storage` of `@plinth/attachments` replaces the folder
   * or bucket.
   */
  readonly services?: PlatformOptions['services'] | ((host: HostContext) => NonNullable<PlatformOptions['services']>)
  /** Default: JSON lines on standard output. */
  readonly log?: Logger
  /** Opens the database. Default: the server in `DATABASE_URL`, or an embedded PostgreSQL server. */
  readonly database?: (settings: HostSettings) => Promise<HostDatabase>
  /**
   * The data with which an empty database is seeded; `false` leaves it empty. Default: a tenant "Acme Corp Tenant" with three
   * accounts.
   */
  readonly firstTenant?: FirstTenant | false
  /** Called by every host after migrating and seeding, before it answers requests, so it has to be safe to repeat. */
  readonly prepare?: (platform: Platform) => Promise<void>
  /**
   * Pages to leave out: `{ console: false, signIn: false, apiReference: false }`, and how the console presents itself. Default: all
   * are served, the console at `/backend`, the API reference with the guides of modules at `/docs`.
   */
  readonly pages?: {
    readonly console?: Omit<ConsoleOptions, 'basePath' | 'apiPath'> | false
    readonly signIn?: boolean
    readonly apiReference?: boolean
  }
  /** Handlers by path prefix, before the host's own pages and the API: `{ '/shop': (platform) => … }`. */
  readonly mount?: Readonly<Record<string, (platform: Platform) => PathHandler>>
  /** Further options of the platform, which override those from the environment. */
  readonly platform?: Partial<Omit<PlatformOptions, 'modules' | 'database' | 'services' | 'log'>>
  /**
   * Whether the process belongs to the host: it handles SIGINT and SIGTERM, runs as several processes if `WORKERS` says so, prints
   * its progress, and explains on standard error why it did not start, with exit code 1. With `false`, errors are thrown and only
   * `close` stops the host. Default: true.
   */
  readonly ownsProcess?: boolean
  /**
   * Whether the built-in prototypes are locked before the host opens anything, as `lockPrototypes` of `@plinth/core/security` does.
   * Set it to false for a library that changes them later, or that needs `__proto__`. Default: true if the process belongs to the
   * host.
   */
  readonly locksPrototypes?: boolean
}

/** Checks the type of a product's options, for `plinth.config.ts`. */
export const defineHost = (options: HostOptions): HostOptions => options

/** The name of a product. */
export const nameOf = ({ name, info }: HostOptions): string => name ?? info?.title ?? 'Plinth'
