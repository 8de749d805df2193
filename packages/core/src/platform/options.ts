import type { DatabaseOptions } from '../data/connection/database-options.ts'
import type { Locale } from '../define/locales.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import type { Service } from '../define/service.ts'
import type { Telemetry } from '../define/telemetry.ts'
import type { Translations } from '../define/texts.ts'
import type { Cors } from '../http/cors.ts'
import type { ApiInfo } from '../http/openapi/document.ts'
import type { RateLimitOverrides } from '../http/rate-limiter.ts'
import type { RequestQuota } from '../http/request-quotas.ts'
import type { Finished } from '../request/finish-request.ts'

/** The options of a platform. Only `modules`, `database` and `secret` are required. */
export interface PlatformOptions {
  readonly modules: readonly Module[]
  readonly database: DatabaseOptions
  /** At least 32 characters, the same on every host. The keys that sign, hash and encrypt are derived from it. */
  readonly secret: string
  /**
   * Further secrets that are accepted, but not used for new values: former ones and, while a new one is introduced, the next
   * one.
   */
  readonly retiredSecrets?: readonly string[]
  /** The public origin for links in emails and redirects; the Host header is never used. */
  readonly origin?: string
  /** The title and version of the product in the OpenAPI document. */
  readonly info?: ApiInfo
  /** The languages of the product, as ISO 639 codes. Default: those of Plinth's own texts, `en`, `pl`, `es` and `de`. */
  readonly languages?: readonly Locale[]
  /** Texts of the product, and of modules that have none in a language, by their English text. They win over those of modules. */
  readonly translations?: Translations
  /** Default: warnings and errors go to standard error; `silent` disables logging. */
  readonly log?: Logger
  /** Default: the time of the database, whatever the clock of the host says. */
  readonly now?: () => Date
  /** Number of trusted proxies, for the client's address. Default: 0. */
  readonly trustedProxies?: number
  /**
   * An HTTP proxy for all calls to addresses that tenants enter, except for those that options name as local:
   * `http://name:password@proxy.example:3128`. Default: they are called directly.
   */
  readonly egressProxy?: string
  readonly secureCookies?: boolean
  readonly cors?: Cors
  /** Maximum size of a JSON or form body in bytes. Default: 1 MB. */
  readonly bodyLimit?: number
  /** Maximum number of rows of an exported list. Default: 1,000,000. */
  readonly exportLimit?: number
  readonly rateLimits?: {
    readonly enabled?: boolean
    readonly shared?: boolean
    readonly overrides?: RateLimitOverrides
    /** Maximum number of requests of a tenant. Default: unlimited. */
    readonly tenant?: RequestQuota
    /** Maximum number of requests with an API key. Default: unlimited. */
    readonly apiKey?: RequestQuota
    /** Whether a request with these headers is counted. Default: all requests. */
    readonly appliesTo?: (headers: Headers) => boolean
  }
  /**
   * Makes each request first read pending invalidations of other hosts from the database, so that rights revoked before it
   * arrived are never used. Otherwise other hosts learn of changes within milliseconds, and within a second at worst.
   */
  readonly immediateRevocation?: boolean
  /** Implementations of services that modules declare: `provide(mailer, …)`. */
  readonly services?: readonly Service<unknown>[]
  /** Receives spans and metrics: `openTelemetry()` of `@plinth/core/opentelemetry`. Default: none. */
  readonly telemetry?: Telemetry
  /**
   * Called with the milliseconds for which the event loop worked for a tenant, some per request, job or subscriber: their own code, and
   * what the platform does for them. It does not include reading and authenticating requests, the time of the database, threads and
   * other processes.
   */
  readonly onLoopTime?: (tenantId: string, milliseconds: number) => void
  /** Called after every request, for logs and metrics. */
  readonly onFinished?: (answer: Finished) => void
}
