import { toCaller } from '../acl/callers.ts'
import type { Caller } from '../define/access.ts'
import type { RevertContext } from '../define/command.ts'
import type { EmittedEvent } from '../define/emitted-events.ts'
import type { CommandPreview } from '../define/preview.ts'
import type { Context, SystemContext, TenantContext } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import type { RevertedCommand } from '../log/effects.ts'
import { redoEntry, undoEntry, undoPart } from '../log/undo.ts'
import { readLocale } from './locale.ts'
import { findUnique } from './find-unique.ts'
import { assertMayActAs, noteActing, noteWideScope } from './beyond-scope.ts'
import { ReadingContext } from './reading-context.ts'
import { endWith } from './end-work.ts'
import { type UnitOfWorkOptions, UnitOfWork } from './unit-of-work.ts'

/** Runs `work` in a new unit of work, and closes it. */
export function doWork<T>(options: UnitOfWorkOptions, work: (ctx: Context) => Promise<T> | T): Promise<T> {
  const state = new UnitOfWork(options)
  return endWith(state, () => work(new RequestContext(state)))
}

/**
 * The context of a unit of work. Its functions are created when first accessed, so that they can be destructured and cost
 * nothing if unused.
 */
export class RequestContext extends ReadingContext implements Context {
  readonly actor: Context['actor']
  readonly scope: Context['scope']
  readonly #state: UnitOfWork
  /** Read once: commands decide on many rows, and bypass caches of what they write. */
  #locale: ReturnType<Context['locale']> | undefined

  constructor(state: UnitOfWork) {
    super(state, 'app')
    this.#state = state
    this.actor = state.caller.actor
    this.scope = state.caller.scope
  }

  /** The context of a command's `undo` and `redo`: a `Context` and the command as it ran. */
  static ofRevert(ctx: Context, ran: RevertedCommand): RevertContext<never, never> {
    return new RevertRequestContext((ctx as RequestContext).#state, ran)
  }

  /** Tells `onEmit` what an undo or redo has done to records. */
  static tellReverted(ctx: Context, events: readonly EmittedEvent[]): void {
    ;(ctx as RequestContext).#state.outbox.reverted.push(...events)
  }

  get requestId(): Context['requestId'] {
    return this.#state.origin.requestId
  }

  get inject(): Context['inject'] {
    return this.#state.resolver(() => new RequestContext(this.#state))
  }

  get locale(): Context['locale'] {
    const state = this.#state
    return () => (this.#locale ??= readLocale(this, state.origin.client?.locale))
  }

  get run(): Context['run'] {
    const state = this.#state
    return (command, input, options) => state.runtime.execute(state, command, { input, ...options }) as Promise<never>
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
      if (state.withholds(state.command ? [] : [target.id])) return
      if (state.command) state.outbox.records.push({ target, record })
      else state.endAfter(state.runtime.batchedLogs.record(target, record))
    }
  }

  get invalidate(): Context['invalidate'] {
    const state = this.#state
    return (...tags) => {
      state.outbox.invalidate(tags)
      if (state.command) state.writerCaches.invalidate(tags)
    }
  }

  get snapshot(): Context['snapshot'] {
    const state = this.#state
    return async (work) => {
      const { runtime, caller, origin, command } = state
      if (command) throw brokenSetup('`snapshot` is for readers; a command is one transaction')
      await state.release()
      return doWork({ runtime, caller, origin: { ...origin, snapshotTick: runtime.caches.tick } }, work)
    }
  }

  get after(): Context['after'] {
    const state = this.#state
    const { runtime, caller, origin, command } = state
    return (work) => {
      if (command) throw brokenSetup('`after` is only available to readers; a command emits an event instead')
      const { requestId, client, cause } = origin
      if (state.withholds(['work after the response'])) return
      const fail = (err: unknown) => runtime.log.error({ err, requestId }, 'work after a response failed')
      runtime.background(doWork({ runtime, caller, origin: { requestId, client, cause } }, work).catch(fail))
    }
  }

  get undo(): Context['undo'] {
    const { run } = this
    return (entry, { part, undoneBy, ...options } = {}) => {
      if (part === undefined) return run(undoEntry, { ...options, entry, ...(undoneBy && { undoneBy: [...undoneBy] }) })
      if (typeof entry !== 'string') throw brokenSetup('A part of an entry is undone by the id of the entry')
      return run(undoPart, { ...options, entry, part: [...part] })
    }
  }

  get redo(): Context['redo'] {
    const { run } = this
    return (entry, options) => run(redoEntry, { ...options, entry })
  }

  get dryRun(): Context['dryRun'] {
    const state = this.#state
    return async (work, { previews: isDescribed = true } = {}) => {
      const { runtime, caller, origin, command } = state
      if (command)
        throw brokenSetup(
          '`dryRun` is only available to readers; within a command, its changes could not be rolled back separately',
        )
      await state.release()
      const previews: CommandPreview[] | null = isDescribed ? [] : null
      const { requestId, client, depth, cause } = origin
      await doWork(
        { runtime, caller, origin: { requestId, client, depth, cause, writes: { kind: 'dry-run', previews } } },
        work,
      )
      return previews ?? []
    }
  }

  get widenScope(): Context['widenScope'] {
    const state = this.#state
    return (reach, reason, work) => {
      noteWideScope(state, reach, reason)
      const wide = reach === 'allTenants' ? new SystemRequestContext(state) : new TenantRequestContext(state, reach)
      return work(wide as never)
    }
  }

  get actAs(): Context['actAs'] {
    const state = this.#state
    return async (acting, work) => {
      const caller = toCaller(acting)
      assertMayActAs(state.caller, caller)
      return workAs(state, { caller, reason: acting.reason }, work)
    }
  }
}

/** Works as another caller, in a separate transaction. */
async function workAs<T>(
  state: UnitOfWork,
  { caller, reason }: { readonly caller: Caller; readonly reason: string },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (state.command) throw brokenSetup('`actAs` is not available in commands: it would open a second transaction')
  noteActing(state, caller, reason)
  await state.release()
  return doWork({ runtime: state.runtime, caller, origin: state.origin }, work)
}

/** The context of all tenants: the same transaction with the platform's authority. */
class SystemRequestContext extends ReadingContext implements SystemContext {
  readonly #state: UnitOfWork

  constructor(state: UnitOfWork) {
    super(state, 'system')
    this.#state = state
  }

  get findUnique(): SystemContext['findUnique'] {
    const state = this.#state
    return (entity, by, select) => findUnique(state, entity as never, { by, select }) as never
  }

  get actAs(): SystemContext['actAs'] {
    const state = this.#state
    return (acting, work) => workAs(state, { caller: toCaller(acting), reason: acting.reason }, work)
  }
}

/** The context of the whole tenant: the same transaction, without isolation between organizations. */
class TenantRequestContext implements TenantContext {
  readonly scope: TenantContext['scope']
  readonly #state: UnitOfWork
  readonly #authority: 'organizations' | 'tenant'

  constructor(state: UnitOfWork, authority: 'organizations' | 'tenant') {
    this.#state = state
    this.#authority = authority
    this.scope = { ...state.caller.scope, organizationIds: null }
  }

  get from(): TenantContext['from'] {
    return this.#state.from(this.#authority)
  }

  get db(): TenantContext['db'] {
    return this.#state.sql(this.#authority)
  }
}

/** A context that reads rows of all organizations of the tenant with `from` and `db`. */
export class WholeTenantContext extends RequestContext {
  override readonly scope: Context['scope']
  readonly #state: UnitOfWork

  constructor(state: UnitOfWork, reason: string) {
    super(state)
    noteWideScope(state, 'tenant', reason)
    this.#state = state
    this.scope = { ...state.caller.scope, organizationIds: null }
  }

  override get from(): RequestContext['from'] {
    return this.#state.from('tenant')
  }

  override get db(): Context['db'] {
    return this.#state.sql('tenant')
  }
}

/** The context of a command's `undo` and `redo`. */
class RevertRequestContext extends RequestContext implements RevertContext<never, never> {
  readonly input: never
  readonly result: never
  readonly context: RevertedCommand['context']
  readonly rows: RevertedCommand['rows']
  readonly entryId: string

  constructor(state: UnitOfWork, { input, result, context, rows, entryId }: RevertedCommand) {
    super(state)
    this.input = input as never
    this.result = result as never
    this.context = context
    this.rows = rows
    this.entryId = entryId
  }
}
