import type { z } from 'zod'
import type { Reader } from '../data/orm.ts'
import type { Declared, Row } from '../data/properties.ts'
import type { Scope } from '../data/scope.ts'
import type { From, Sql, SystemFrom } from '../data/statements.ts'
import type { Actor, Caller } from './access.ts'
import type { RateLimit } from './authenticator.ts'
import type { Cache, Loader } from './cache.ts'
import type { Command, CommandPreview, Reverted, RevertOptions, WriteMode } from './command.ts'
import type { BatchedLog, EventType, Job, JobOptions } from './job.ts'
import type { Route } from './route.ts'
import { defineService, type Service } from './service.ts'

/** Languages of messages and mail. */
export const locales = ['en', 'pl', 'es', 'de'] as const
export type Locale = (typeof locales)[number]

/** The tenant and organization that a request asks to work in. */
export interface Selection {
  /** A tenant; only super admins choose one. */
  readonly tenantId?: string | undefined
  /** An organization, or `__all__` for no single one; what is no identifier is the choice of one that does not exist. */
  readonly organizationId?: string | undefined
}

/** The request as handlers and authenticators see it, decoded. */
export interface RequestFacts {
  readonly method: string
  /** The path without the `/api` prefix. */
  readonly path: string
  readonly headers: Headers
  /** Whether a login cookie identifies the caller: false where the route says so. */
  readonly takesCookies: boolean
  /** The cookie of that name, decoded. */
  cookie(name: string): string | undefined
  /**
   * Where the caller wants to work: what the request names (decisions 31 and 48), else the cookies. Authenticators put
   * the caller there, or at home when they may not work there; the platform compares.
   */
  readonly selection: Selection
  /** The cookie of that name if this platform has signed it: what a client can neither make nor change. */
  signedCookie(name: string): string | undefined
  /** The client's address: the socket's, or the proxy's header within the configured depth. */
  readonly ip: string
  /** What limits count the client under: its address, of IPv6 the first 64 bits. */
  readonly network: string
  readonly locale: Locale
  readonly requestId: string
  /** The configured public origin, never the Host header. */
  readonly origin: string
  /** Sets a header of the answer, in the place of one of the same name. */
  setHeader(name: string, value: string): void
  setCookie(name: string, value: string, attributes?: CookieAttributes): void
  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void
  /** Clears both login cookies. */
  clearLogin(): void
  /**
   * Adds the hash of a body that the handler has read itself to what an `Idempotency-Key` is compared by (decision 22).
   * Call it before a command runs.
   */
  describeBody(digest: string): void
  /**
   * The caller in the tenant and organization that a body names which the handler has read itself, checked as for bodies
   * that the platform reads (decisions 31 and 48).
   */
  callerIn(named: Readonly<Record<string, unknown>>): Promise<Caller>
  /** Whether the same request would still be allowed, in the same scope: for streams. */
  isStillAllowed(): Promise<boolean>
  /** Forgets a rate limit's count for this request's key, as a successful login does. */
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

/** What led to an entry beside its request, in the entry's context: `{ conversationId, callId }`. */
export type Cause = Readonly<Record<string, string>>

/** What identifies the caller of a request inside the platform; they are identified again for each. */
export type InternalCredential =
  /** That of the request that is being answered, also while its answer streams. */
  | { readonly request: RequestFacts }
  /** A credential that is in no header. Null where it no longer counts. */
  | { readonly identify: (selection: Selection) => Promise<Caller | null>; readonly ip: string }

/** A request for one of the platform's own routes that travels over no socket. */
export interface InternalRequest {
  readonly method: string
  /** As it would be sent, encoded, without the query. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly credential: InternalCredential
  /** How commands are carried out. Default: for good. */
  readonly writes?: WriteMode
  readonly cause?: Cause
  readonly signal?: AbortSignal | undefined
  /** Asked about the route that the path leads to; where it says no, there is none. Default: any. */
  readonly mayReach?: (route: Route) => boolean
}

/** As whom work runs, and how. */
export type InternalWork = Pick<InternalRequest, 'credential' | 'writes' | 'cause'>

/** What a route answered. */
export interface InternalAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined for an answer without a body or of another type. */
  readonly body: unknown
}

/** The platform's routes, from inside. */
export interface InternalRequests {
  /** Serves a request through everything that one over HTTP passes: identity, access, limits, validation, rules, log. */
  serve(request: InternalRequest): Promise<InternalAnswer>
  /** Works as the caller, in a unit of work of its own, also when the request that led here is answered. Throws 401. */
  work<T>(options: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T>
  /** Who the caller is at this moment; null when the credential no longer counts. */
  identify(credential: InternalCredential): Promise<Caller | null>
  /** Counts a call that comes through no route of its own, as `points` of them (default 1); throws 429 beyond the limit. */
  count(limit: Omit<RateLimit, 'key'>, key: string, points?: number): Promise<void>
}

/** Resolve with `inject(internalRequests)`; every platform provides it. */
export const internalRequests = defineService<InternalRequests>('core.internal-requests')

/**
 * What every handler, command, subscriber, job and service receives: one per unit of work.
 *
 * @example
 * async function findLabel({ from }: Context, id: string): Promise<string | undefined> {
 *   const tag = await from(Tag, 't').select('t.label').where('t.id', '=', id).executeTakeFirst()
 *   return tag?.label
 * }
 */
export interface Context {
  /** Entities, within the scope. */
  readonly em: Reader
  /** Typed queries over entities, within the scope; what they select needs no conversion. */
  readonly from: From
  /** Lean SQL, within the same scope and transaction; timestamps are ISO 8601 strings. */
  readonly db: Sql
  readonly actor: Actor
  readonly scope: Scope
  readonly log: Logger
  /** The request that led here, for logs; null in scheduled work. */
  readonly requestId: string | null
  now(): Date
  inject<T>(service: Service<T>): T
  /**
   * Runs a command: in its own transaction, or in the caller's when that is a command too. Who may run the outer one may
   * run what it runs, unless `checkAccess` asks for the inner one's access as well. Those that a command runs side by side
   * take turns.
   */
  run<I extends z.ZodType, O extends z.ZodType>(
    command: Command<I, O>,
    input: NoInfer<z.input<I>>,
    options?: { readonly checkAccess?: boolean },
  ): Promise<z.output<O>>
  /**
   * Takes an entry of the log back, by its id or by the token that its answer carried. The caller must hold today what the
   * entry's command asks for, and reach all its rows. 400 where a newer entry of the resource comes first, or where later
   * changes are in the way: then with `conflicts`. Inside a command it is part of that one, which cannot be undone then.
   *
   * @example
   * const publishedWithError = ({ undo }: Context, entryId: string) => undo(entryId, { ofOthers: true })
   */
  undo(entry: string | { readonly token: string }, options?: RevertOptions): Promise<Reverted>
  /** Does what was undone again, with the same ids: a new entry, which can be undone. */
  redo(entryId: string, options?: RevertOptions): Promise<Reverted>
  /**
   * What the commands of `work` would do, in their order; undo and redo are commands, too. They run and are rolled back, so
   * that what would fail fails. Not in commands.
   *
   * @example
   * const [preview] = await dryRun(({ undo }) => undo(entryId))
   */
  dryRun(work: (ctx: Context) => Promise<unknown>): Promise<readonly CommandPreview[]>
  /** Announces an event, delivered when the transaction has committed. */
  emit<P>(event: EventType<P>, payload: NoInfer<P>): void
  /** Queues a job in this transaction. */
  enqueue<P extends z.ZodType>(job: Job<P>, payload: NoInfer<z.input<P>>, options?: JobOptions): void
  /** Adds a record to a batched log, also when the work fails or is rolled back. */
  record<L>(target: BatchedLog<L>, record: NoInfer<L>): void
  /** Gives the cached value of `key`, or loads it. */
  cached<T>(cache: Cache<T>, key: string, load: Loader<T>): Promise<T>
  /** Drops every cache entry with one of the tags, in every process, when the transaction has committed. */
  invalidate(...tags: string[]): void
  /** Reads that all see one moment, in a unit of work of their own. Not in commands. */
  snapshot<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /**
   * Does work behind the answer, in a unit of work of its own; closing the platform waits for it. Not in commands. In a dry
   * run it does nothing.
   */
  after(work: (ctx: Context) => Promise<void>): void
  /**
   * All organizations of the caller's tenant, whichever of them the caller may see: for what holds in the whole tenant,
   * like a name that is taken. Other tenants stay behind both walls. The reason is logged as that of `asSystem` is.
   */
  asTenant<T>(reason: string, work: (tenant: TenantContext) => Promise<T>): Promise<T>
  /** What `asSystem` shows, for super admins and the platform itself; throws 403 for everybody else. */
  asSuperAdmin<T>(reason: string, work: (system: SystemContext) => Promise<T>): Promise<T>
  /**
   * Finds the one row, of whatever tenant, by a value that `plinth.unique_among_tenants` keeps: its id, the hash of a token.
   * It is for what has to find out whose tenant it is about. Only the properties that are named are read; null where there is none.
   * `tenantId` may stand beside the property, where an index begins with it; then no look-up is needed.
   *
   * @example
   * const link = await lookUp(PasswordToken, { tokenHash: hash(token) }, ['userId', 'expiresAt'])
   */
  lookUp: LookUp
  /**
   * Works somewhere else in a unit of work of its own: as the same account or key (`request.callerIn` identifies it in another
   * place), where they may be, or as the platform (`systemCaller`). Both walls stand there. Not in commands.
   */
  within<T>(caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T>
  /** The one way around tenancy: no filter, no row level security. The reason is logged: as information in commands, else for debugging. */
  asSystem<T>(reason: string, work: (system: SystemContext) => Promise<T>): Promise<T>
}

/** What sees all organizations of one tenant. */
export type TenantContext = Pick<Context, 'from' | 'db' | 'scope'>

type LookUp = <T extends object, const K extends keyof Row<T> & string, const S extends keyof Row<T> & string>(
  entity: Declared<T>,
  by: { readonly [P in K]: NonNullable<Row<T>[P]> },
  select: readonly S[],
) => Promise<Pick<Row<T>, S> | null>

/** A context that sees all tenants. It cannot run commands of its own: it acts as somebody through `within`. */
export interface SystemContext extends Pick<Context, 'em' | 'db' | 'log' | 'now' | 'cached'> {
  /** As in a context, and new rows may be of any tenant. */
  readonly from: SystemFrom
  /** Works as `caller` in a unit of work of its own. */
  within<T>(caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T>
}

/** Where the platform writes what operators should know. Pino fits as it is. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Says nothing. */
export const noopLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} })

/** The logger of a product that has none: warnings and errors as JSON lines on standard error, nothing else. */
export const standardError: Logger = Object.freeze({
  debug() {},
  info() {},
  warn: (facts: object, message: string) => write({ level: 'warn', facts, message }),
  error: (facts: object, message: string) => write({ level: 'error', facts, message }),
})

function write({ level, facts, message }: { level: string; facts: object; message: string }): void {
  const [head, end] = [{ level, time: new Date().toISOString() }, { msg: message }]
  process.stderr.write(`${toLine({ ...head, ...facts, ...end }, { ...head, ...end })}\n`)
}

/** The message is written whatever the facts are. */
function toLine(line: object, withoutFacts: object): string {
  try {
    return JSON.stringify(line, toPlain)
  } catch (error) {
    return JSON.stringify({ ...withoutFacts, leftOut: String(error) })
  }
}

/** JSON sees no members of errors. A database error has some that hold values of rows, which belong in no log. */
function toPlain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return {
    type: name,
    message,
    stack,
    ...('code' in value && { code: value.code }),
    ...(cause !== undefined && { cause }),
  }
}
