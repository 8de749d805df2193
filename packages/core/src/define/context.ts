import type { z } from 'zod'
import type { From } from '../data/from.ts'
import type { Reader } from '../data/orm.ts'
import type { Declared, Row } from '../data/row.ts'
import type { Scope } from '../data/scope.ts'
import type { Sql } from '../data/statements.ts'
import type { Actor, Session } from './actor.ts'
import type { BatchedLog } from './batched-log.ts'
import type { Cache, Loader } from './cache.ts'
import type { Command } from './command.ts'
import type { EventType } from './event.ts'
import type { Job, JobOptions } from './job.ts'
import type { Logger } from './logger.ts'
import type { Service } from './service.ts'

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
  get<T>(service: Service<T>): T
  /**
   * Runs a command: in its own transaction, or in the caller's when that is a command too. Who may run the outer one may
   * run what it runs, unless `checkAccess` asks for the inner one's access as well.
   */
  run<I extends z.ZodType, O extends z.ZodType>(
    command: Command<I, O>,
    input: NoInfer<z.input<I>>,
    options?: { readonly checkAccess?: boolean },
  ): Promise<z.output<O>>
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
  /** Does work behind the answer, in a unit of work of its own; closing the platform waits for it. Not in commands. */
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
   * Works somewhere else in a unit of work of its own: as the same actor, where they may be, or as the platform
   * (`systemSession`). Both walls stand there. Not in commands.
   */
  within<T>(session: Session, work: (ctx: Context) => Promise<T>): Promise<T>
  /** The one way around tenancy: no filter, no row level security. The reason is logged: as information in commands, else for debugging. */
  asSystem<T>(reason: string, work: (system: SystemContext) => Promise<T>): Promise<T>
}

/** What sees all organizations of one tenant. */
export type TenantContext = Pick<Context, 'from' | 'db' | 'scope'>

export type LookUp = <T extends object, const K extends keyof Row<T> & string, const S extends keyof Row<T> & string>(
  entity: Declared<T>,
  by: { readonly [P in K]: NonNullable<Row<T>[P]> },
  select: readonly S[],
) => Promise<Pick<Row<T>, S> | null>

/** A context that sees all tenants. It cannot run commands of its own: it acts as somebody through `within`. */
export interface SystemContext extends Pick<Context, 'em' | 'from' | 'db' | 'log' | 'now' | 'cached'> {
  /** Works as `session` in a unit of work of its own. */
  within<T>(session: Session, work: (ctx: Context) => Promise<T>): Promise<T>
}
