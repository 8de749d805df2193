import type { EntityManager } from '@mikro-orm/postgresql'
import { createManager } from '../data/orm.ts'
import type { EntityScope } from '../data/scope.ts'
import { type Authority, createFrom, createSql, type From, type Sql } from '../data/statements.ts'
import { Transaction } from '../data/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { CommandContext, CommandPreview, RevertContext, Reverted } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import type { RevertedCommand } from '../undo/effects.ts'
import { redoEntry, undoEntry } from '../undo/undo.ts'
import { flushOutbox, Outbox } from './effects.ts'
import { execute } from './execute.ts'
import { ReachingContext } from './reach.ts'
import type { RequestOrigin, RequestParts, RunningCommand, Runtime } from './runtime.ts'

const WHOLE = { organizationIds: null }

/**
 * What one piece of work holds, made when it is first asked for: a request that is answered from caches opens
 * nothing and allocates next to nothing. Contexts keep it private.
 */
export class RequestState implements RequestParts {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly origin: RequestOrigin
  /** Set inside a command, which other commands join. */
  readonly command: RunningCommand | undefined
  #isEnded = false
  #transaction: Transaction | undefined
  #outbox: Outbox | undefined
  #written: Promise<void>[] | undefined
  #managers: Partial<Record<Authority, EntityManager>> | undefined
  #sql: Partial<Record<Authority, Sql>> | undefined
  #from: Partial<Record<Authority, From>> | undefined
  #get: Context['inject'] | undefined

  constructor({ runtime, caller, origin }: RequestParts, command?: RunningCommand) {
    this.runtime = runtime
    this.caller = caller
    this.origin = origin
    this.command = command
  }

  get transaction(): Transaction {
    if (this.#isEnded) throw new Error('This unit of work has ended; do not keep its context')
    return (this.#transaction ??= this.#open())
  }

  #open(): Transaction {
    const { command, origin, caller, runtime } = this
    const { isSnapshot = false, reads } = origin
    const writing = command && (command.isLogged ? { entryId: command.entryId } : { isWriter: true })
    const options = { database: runtime.database, scope: caller.scope, isSnapshot, ...writing }
    return reads && !command && !isSnapshot ? reads.open(options) : new Transaction(options)
  }

  get outbox(): Outbox {
    return (this.#outbox ??= new Outbox())
  }

  get inject(): Context['inject'] {
    return (this.#get ??= this.runtime.services.bind(new RequestContext(this)))
  }

  manager(of: Authority): EntityManager {
    return ((this.#managers ??= {})[of] ??= createManager(this.runtime.orm, this.transaction, this.#scope(of)))
  }

  from(of: Authority): From {
    return ((this.#from ??= {})[of] ??= createFrom(this.runtime.tables, this.sql(of), this.#scope(of)))
  }

  sql(authority: Authority): Sql {
    return ((this.#sql ??= {})[authority] ??= createSql(this.transaction, authority, 'plain'))
  }

  #scope(authority: Authority): EntityScope {
    const { scope } = this.caller
    const { organizationIds } = authority === 'tenant' ? WHOLE : scope
    return { ...scope, organizationIds, system: authority === 'system', now: this.runtime.now }
  }

  /** A command that begins here, in a transaction of its own. */
  begin(command: RunningCommand): RequestState {
    return new RequestState(this, command)
  }

  /** What the command receives that runs here. */
  contextOf(input: unknown): CommandContext<never> {
    return new CommandRequestContext(this, input as never)
  }

  /** Writes what entities have changed, where any were asked for. */
  async flush(): Promise<void> {
    await this.#managers?.app?.flush()
  }

  /** Gives a reader's connection back, for other work. */
  async release(): Promise<void> {
    await this.#transaction?.release()
  }

  /** Works as another caller, in a transaction of its own. */
  async workAs<T>(caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T> {
    if (this.command) throw brokenSetup('`within` in a command would be a second transaction with a fate of its own')
    await this.release()
    return doWork({ runtime: this.runtime, caller, origin: this.origin }, work)
  }

  /** Has the end of the work wait for a line. */
  await(written: Promise<void> | undefined): void {
    if (written) (this.#written ??= []).push(written)
  }

  /**
   * Ends the work: gives the connection back, and after success queues and delivers what was emitted outside a command.
   * Answers nothing where there is nothing to wait for. Of a dry run nothing leaves, whoever announced it.
   */
  close(isDone: boolean): Promise<unknown> | undefined {
    this.#isEnded = true
    if (this.#transaction || this.#written || this.#outbox) return this.#leave(isDone)
    return this.runtime.batchedLogs.backlog
  }

  async #leave(isDone: boolean): Promise<void> {
    // Nobody waits until a reader's connection is back: nothing of it can fail any more.
    if (this.#transaction) this.runtime.background(this.#transaction.close())
    if (this.origin.writes?.kind === 'dry-run') return
    if (isDone && this.#written) await Promise.all(this.#written)
    if (isDone && this.#outbox && !this.#outbox.isEmpty) await flushOutbox(this, this.#outbox)
    await this.runtime.batchedLogs.backlog
  }
}

/** Does `work` for somebody, and ends it. */
export function doWork<T>(options: RequestParts, work: (ctx: Context) => Promise<T> | T): Promise<T> {
  const state = new RequestState(options)
  return endWith(state, () => work(new RequestContext(state)))
}

/** Does the work of a state, and ends it. */
export async function endWith<T>(state: RequestState, work: () => Promise<T> | T): Promise<T> {
  let isDone = false
  try {
    const result = await work()
    isDone = true
    return result
  } finally {
    await state.close(isDone)
  }
}

/**
 * The context of one piece of work. Its functions are made when they are named, so that they can be destructured and
 * cost nothing when they are not.
 */
export class RequestContext extends ReachingContext implements Context {
  readonly #state: RequestState

  constructor(state: RequestState) {
    super(state)
    this.#state = state
  }

  /** What a command's `undo` and `redo` receive: the work of a context, and the command as it ran. */
  static ofRevert(ctx: Context, ran: RevertedCommand): RevertContext<never, never> {
    return new RevertRequestContext((ctx as RequestContext).#state, ran)
  }

  get requestId(): Context['requestId'] {
    return this.#state.origin.requestId
  }

  get inject(): Context['inject'] {
    return this.#state.inject
  }

  get run(): Context['run'] {
    const state = this.#state
    return (command, input, options) => execute(state, command, { input, ...options }) as Promise<never>
  }

  get emit(): Context['emit'] {
    const state = this.#state
    return (event, payload) => state.outbox.emit(event, payload)
  }

  get enqueue(): Context['enqueue'] {
    const state = this.#state
    return (job, payload, options) => state.outbox.enqueue(job, payload, options)
  }

  get record(): Context['record'] {
    const state = this.#state
    return (target, record) => {
      if (state.origin.writes?.kind === 'dry-run') return
      if (state.command) state.outbox.records.push({ target, record })
      else state.await(state.runtime.batchedLogs.record(target, record))
    }
  }

  get invalidate(): Context['invalidate'] {
    const state = this.#state
    return (...tags) => state.outbox.invalidate(tags)
  }

  get snapshot(): Context['snapshot'] {
    const state = this.#state
    return async (work) => {
      const { runtime, caller, origin, command } = state
      if (command) throw brokenSetup('`snapshot` is for readers; a command is one transaction')
      await state.release()
      return doWork({ runtime, caller, origin: { ...origin, isSnapshot: true } }, work)
    }
  }

  get after(): Context['after'] {
    const { runtime, caller, origin, command } = this.#state
    return (work) => {
      if (command) throw brokenSetup('`after` is for readers; a command announces an event')
      const { requestId } = origin
      const fail = (err: unknown) => runtime.log.error({ err, requestId }, 'work behind an answer failed')
      runtime.background(doWork({ runtime, caller, origin: { requestId } }, work).catch(fail))
    }
  }

  get undo(): Context['undo'] {
    const state = this.#state
    return (entry, options) => execute(state, undoEntry, { input: { ...options, entry } }) as Promise<Reverted>
  }

  get redo(): Context['redo'] {
    const state = this.#state
    return (entry, options) => execute(state, redoEntry, { input: { ...options, entry } }) as Promise<Reverted>
  }

  get dryRun(): Context['dryRun'] {
    const state = this.#state
    return async (work) => {
      const { runtime, caller, origin, command } = state
      if (command) throw brokenSetup('`dryRun` is for readers; what a command does cannot be taken out of it')
      await state.release()
      const previews: CommandPreview[] = []
      const { requestId, depth, cause } = origin
      await doWork(
        { runtime, caller, origin: { requestId, depth, cause, writes: { kind: 'dry-run', previews } } },
        work,
      )
      return previews
    }
  }
}

/** The context of a command: it may write entities. */
class CommandRequestContext extends RequestContext implements CommandContext<never> {
  readonly entryId: string
  readonly input: never

  constructor(state: RequestState, input: never) {
    super(state)
    this.entryId = state.command!.entryId
    this.input = input
  }
}

/** The context of a command's `undo` and `redo`. */
class RevertRequestContext extends RequestContext implements RevertContext<never, never> {
  readonly input: never
  readonly result: never
  readonly context: RevertedCommand['context']
  readonly rows: RevertedCommand['rows']
  readonly entryId: string

  constructor(state: RequestState, { input, result, context, rows, entryId }: RevertedCommand) {
    super(state)
    this.input = input as never
    this.result = result as never
    this.context = context
    this.rows = rows
    this.entryId = entryId
  }
}
