import type { z } from 'zod'
import type { CustomRecord } from './extensible.ts'
import type { Declared, Row } from '../data/query/row-types.ts'
import type { Scope } from '../data/query/scope.ts'
import type { From, SystemFrom } from '../data/query/from.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Actor, Caller, PlatformCaller } from './access.ts'
import type { Cache, Loader } from './cache.ts'
import type { Command, Reverted, RevertOptions } from './command.ts'
import type { CommandPreview } from './preview.ts'
import type { BatchedLog } from './batched-log.ts'
import type { EventType } from './event.ts'
import type { Job, JobOptions } from './job.ts'
import type { Locale } from './locales.ts'
import type { LocaleSettings } from './locale-settings.ts'
import type { Logger } from './logger.ts'
import type { Service } from './service.ts'

/** The tenant and organization selected by a request. */
export interface Selection {
  /** A tenant id; only super admins can select a tenant. */
  readonly tenantId?: string | undefined
  /** An organization id, or `__all__` for all organizations. A malformed id is treated like one that does not exist. */
  readonly organizationId?: string | undefined
}

/** The decoded request, as handlers and authenticators see it. */
export interface RequestFacts {
  readonly method: string
  /** The path without the `/api` prefix. */
  readonly path: string
  readonly headers: Headers
  /** Whether login cookies can identify the caller; false if the route disallows it. */
  readonly takesCookies: boolean
  /** The decoded cookie with that name. */
  cookie(name: string): string | undefined
  /**
   * The selected scope: from the request (decisions: Super admins and tenants; Organization of a request), otherwise from the
   * cookies. Authenticators return the caller in that scope, or in the home scope if the selection is not allowed; the platform
   * compares the two.
   */
  readonly selection: Selection
  /** The cookie with that name if it carries a valid signature of this platform; clients can neither forge nor change it. */
  signedCookie(name: string): string | undefined
  /** The client's address: that of the socket, or from the proxy's header within the configured depth. */
  readonly ip: string
  /** The network that rate limits count the client by: the IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string
  readonly locale: Locale
  readonly requestId: string
  /** The configured public origin, never the Host header. */
  readonly origin: string
  /** Sets a response header, replacing any of the same name. */
  setHeader(name: string, value: string): void
  setCookie(name: string, value: string, attributes?: CookieAttributes): void
  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void
  /** Clears both login cookies. */
  clearLogin(): void
  /**
   * Adds the hash of a body that the handler reads itself to the fingerprint of the `Idempotency-Key` (decision: Idempotency keys).
   * Call it before running a command.
   */
  describeBody(digest: string): void
  /**
   * The caller in the tenant and organization named by a body that the handler reads itself, checked like bodies that the
   * platform reads (decisions: Super admins and tenants; Organization of a request), with the rights of this moment: some bodies
   * arrive for hours.
   */
  callerIn(named: Readonly<Record<string, unknown>>): Promise<Caller>
  /**
   * The caller with the rights of this moment, for streams that read as the caller: policies may have changed since they began. Null if
   * the same request would not be allowed any more, in the same scope, and without a caller.
   */
  callerNow(): Promise<Caller | null>
  /** Whether the same request would still be allowed, in the same scope. For streams that read nothing as the caller. */
  isStillAllowed(): Promise<boolean>
  /** Resets a rate limit for this request's key, as a successful login does. */
  resetRateLimit(name: string): Promise<void>
}

/** `Secure` is added in production. */
export interface CookieAttributes {
  readonly httpOnly?: boolean
  readonly sameSite?: 'lax' | 'strict' | 'none'
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge?: number
  readonly expires?: Date
}

/** How a command is run. */
export interface RunOptions {
  /** Check access even inside another command. Default: only the access of the outermost command is checked. */
  readonly checkAccess?: boolean
  /** Values of custom fields for the row that the command writes, by key, if its entity is `extensible`. */
  readonly custom?: CustomRecord
}

/** What caused an entry besides its request, stored in the entry's context: `{ conversationId, callId }`. */
export type Cause = Readonly<Record<string, string>>

/**
 * The context of every handler, command, subscriber, job and service. There is one per unit of work.
 *
 * @example
 * async function findLabel({ from }: Context, id: string): Promise<string | undefined> {
 *   const tag = await from(Tag, 't').select('t.label').where('t.id', '=', id).executeTakeFirst()
 *   return tag?.label
 * }
 */
export interface Context {
  /** Reads and writes rows of entities within the scope, in the form of responses. */
  readonly from: From
  /** Plain SQL within the same scope and transaction; timestamps are ISO 8601 strings. */
  readonly db: Sql
  readonly actor: Actor
  readonly scope: Scope
  readonly log: Logger
  /** The id of the originating request, for logs; null in scheduled work. */
  readonly requestId: string | null
  now(): Date
  /**
   * The caller's language, time zone, week and currency: their own, those of the tenant, those of the request, or English, UTC and
   * Monday. Costs no query once it is known.
   *
   * @example
   * const isGerman = async ({ locale }: Context) => (await locale()).language === 'de'
   */
  locale(): Promise<LocaleSettings>
  inject<T>(service: Service<T>): T
  /**
   * Runs a command in its own transaction, or in that of the calling command. Access is checked for the outer command only,
   * unless `checkAccess` is set. Commands that a command starts concurrently run one after another.
   */
  run<I extends z.ZodType, O extends z.ZodType>(
    command: Command<I, O>,
    input: NoInfer<z.input<I>>,
    options?: RunOptions,
  ): Promise<z.output<O>>
  /**
   * Undoes a log entry, by its id or by the undo token of the response. The caller must currently hold the access that the
   * entry's command requires, and be able to reach all its rows. Throws 400 if a newer entry of the resource has to be undone
   * first, or if later changes conflict, which are then listed in `conflicts`. Inside a command, the undo is part of that
   * command, which then cannot be undone itself.
   *
   * @example
   * const publishedWithError = ({ undo }: Context, entryId: string) => undo(entryId, { ofOthers: true })
   */
  undo(entry: string | { readonly token: string }, options?: RevertOptions): Promise<Reverted>
  /** Repeats what was undone, with the same ids. This creates a new entry, which can be undone. */
  redo(entryId: string, options?: RevertOptions): Promise<Reverted>
  /**
   * Returns what the commands of `work` would do, in order; undo and redo count as commands. They are executed and rolled back,
   * so errors are thrown as usual. With `previews: false` they are not described, which saves much of the time of a command that writes
   * many rows. Not available in commands.
   *
   * @example
   * const [preview] = await dryRun(({ undo }) => undo(entryId))
   */
  dryRun(
    work: (ctx: Context) => Promise<unknown>,
    options?: { readonly previews?: boolean },
  ): Promise<readonly CommandPreview[]>
  /** Emits an event, delivered after the transaction has committed. */
  emit<P>(event: EventType<P>, payload: NoInfer<P>): void
  /** Queues a job in this transaction. */
  enqueue<P extends z.ZodType>(job: Job<P>, payload: NoInfer<z.input<P>>, options?: JobOptions): void
  /** Appends a record to a batched log, even if the work fails or is rolled back. */
  record<L>(target: BatchedLog<L>, record: NoInfer<L>): void
  /** Returns the cached value of `key`, loading it if necessary. */
  cached<T>(cache: Cache<T>, key: string, load: Loader<T>): Promise<T>
  /** Invalidates all cache entries with any of the tags, in every process, when the transaction commits. */
  invalidate(...tags: string[]): void
  /** Runs reads that all see the same snapshot of the database, in a separate unit of work. Not available in commands. */
  snapshot<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /**
   * Runs work after the response, in a separate unit of work; closing the platform waits for it. Not available in commands. Does
   * nothing in a dry run.
   */
  after(work: (ctx: Context) => Promise<void>): void
  /**
   * Passes a wider scope to `work`, in the same transaction. `organizations` is all organizations of the caller's tenant, for
   * what people inherit from others; row policies still apply. `tenant` is the same without row policies, for what concerns the
   * whole tenant, such as unique names; both isolation layers still exclude other tenants. `allTenants` is the only
   * way around tenant isolation: no filter and no row-level security. Permissions are not checked: check them first. The reason
   * is logged, at level info in commands and debug elsewhere.
   *
   * @example
   * const isTaken = ({ widenScope }: Context, label: string) =>
   *   widenScope('tenant', 'keep labels unique', async ({ from }) => {
   *     const found = await from(Tag, 't').select('t.id').where('t.label', '=', label).executeTakeFirst()
   *     return found !== undefined
   *   })
   */
  widenScope<R extends keyof WideContexts, T>(
    reach: R,
    reason: string,
    work: (wide: WideContexts[R]) => Promise<T>,
  ): Promise<T>
  /**
   * Works as the platform, or as the same account or key in a scope where it has access (`request.callerIn` identifies it in
   * another scope), in a separate unit of work. Both isolation layers apply there, and the rights of the caller are checked. The
   * reason is logged like that of `widenScope`. Not available in commands.
   *
   * @example
   * const rename = ({ actAs, scope }: Context, id: string) =>
   *   actAs({ actor: 'platform', reason: 'import', scope }, ({ run }) => run(renameTag, { id, label: 'Imported' }))
   */
  actAs<T>(caller: ActingCaller, work: (ctx: Context) => Promise<T>): Promise<T>
}

/** Whom work acts as, and why. */
export type ActingCaller = (Caller & { readonly reason: string }) | PlatformCaller

/** What `widenScope` passes, by how far it reaches. */
export interface WideContexts {
  readonly organizations: TenantContext
  readonly tenant: TenantContext
  readonly allTenants: SystemContext
}

/** A context that can read all organizations of one tenant. */
export type TenantContext = Pick<Context, 'from' | 'db' | 'scope'>

type FindUnique = <T extends object, const K extends keyof Row<T> & string, const S extends keyof Row<T> & string>(
  entity: Declared<T>,
  by: {
    readonly [P in K]: NonNullable<Row<T>[P]> | (NonNullable<Row<T>[P]> extends string ? readonly string[] : never)
  },
  select: readonly S[],
) => Promise<Pick<Row<T>, S> | null>

/** A context that can read all tenants. It cannot run commands itself; use `actAs` to act as a caller. */
export interface SystemContext extends Pick<Context, 'db' | 'log' | 'now' | 'cached'> {
  /** As in `Context`, but new rows can belong to any tenant. */
  readonly from: SystemFrom
  /**
   * Finds a single row of any tenant by a value registered with `plinth.unique_among_tenants`, such as an id or the hash of a
   * token. Intended for resolving which tenant a value belongs to. Reads only the named properties; returns null if there is no
   * such row. `tenantId` can be passed in addition to the property if an index starts with it; then no lookup table is needed.
   * For a text property, several values can be passed, such as the forms of a hash; at most one of them may be stored.
   *
   * @example
   * const tokenHash = inject(keyRing).keyedHashes('tags.links', token)
   * const link = await widenScope('allTenants', 'open a link', ({ findUnique }) =>
   *   findUnique(Link, { tokenHash }, ['userId', 'expiresAt']),
   * )
   */
  readonly findUnique: FindUnique
  /** Works as any caller, in a separate unit of work. */
  actAs<T>(caller: ActingCaller, work: (ctx: Context) => Promise<T>): Promise<T>
}
