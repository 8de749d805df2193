import { assertAccess } from '../acl/guard.ts'
import { takesKey } from '../commands/once.ts'
import { EffectLog } from '../commands/entry-effects.ts'
import { joinCommand, runCommand, type Transaction } from '../commands/run.ts'
import type { Session } from '../define/actor.ts'
import { ruleRunner } from '../define/rule-point.ts'
import type { Cache, Loader } from '../define/cache.ts'
import type { Context, SystemContext } from '../define/context.ts'
import { brokenSetup, forbidden } from '../errors.ts'
import { queueOutbox } from './queue-outbox.ts'
import { assertMayBe, lookUp, noteReach, TenantWorkContext } from './reach.ts'
import type { Origin, Runtime } from './runtime.ts'
import { closeWork, dropSums, invalidate, isDryRun, keepLines, settle } from './settle.ts'
import { type Base, WorkState } from './work-state.ts'

/** A piece of work: a context whose reads share one lazily opened transaction. */
export interface Work {
  readonly ctx: Context
  /** Gives the connection back; after success, also queues and delivers what was emitted outside a command. */
  close(isDone?: boolean): Promise<void>
}

/** Begins a piece of work for `session`. Nothing is opened until `em` or `db` is used. */
export function beginWork(runtime: Runtime, session: Session, origin: Origin): Work {
  const state = new WorkState({ runtime, session, origin })
  return { ctx: new WorkContext(state), close: (isDone = true) => closeWork(state, isDone) }
}

/** Does `work` for `session` and closes it. */
export async function doWork<T>(
  { runtime, session, origin }: { runtime: Runtime; session: Session; origin: Origin },
  work: (ctx: Context) => Promise<T> | T,
): Promise<T> {
  const begun = beginWork(runtime, session, origin)
  let isDone = false
  try {
    const result = await work(begun.ctx)
    isDone = true
    return result
  } finally {
    await begun.close(isDone)
  }
}

/**
 * The context of one piece of work. Its functions are made when they are named, so that they can be destructured and
 * cost nothing when they are not.
 */
class WorkContext implements Context {
  readonly actor: Context['actor']
  readonly scope: Context['scope']
  readonly state: WorkState

  constructor(state: WorkState) {
    this.state = state
    this.actor = state.session.actor
    this.scope = state.session.scope
  }

  get em(): Context['em'] {
    return this.state.manager('app')
  }

  get from(): Context['from'] {
    return this.state.from('app')
  }

  get db(): Context['db'] {
    return this.state.sql('app')
  }

  get log(): Context['log'] {
    return this.state.runtime.log
  }

  get requestId(): Context['requestId'] {
    return this.state.origin.requestId
  }

  get now(): Context['now'] {
    return this.state.runtime.now
  }

  get get(): Context['get'] {
    return this.state.services(this)
  }

  get run(): Context['run'] {
    const { state } = this
    return (command, input, options) => runIn(state, command, input, options)
  }

  get emit(): Context['emit'] {
    const { state } = this
    return (event, payload) => state.outbox.emit(event, payload)
  }

  get enqueue(): Context['enqueue'] {
    const { state } = this
    return (job, payload, options) => state.outbox.enqueue(job, payload, options)
  }

  get append(): Context['append'] {
    const { state } = this
    return (journal, line) => {
      if (isDryRun(state)) return
      if (state.transaction) state.outbox.lines.push({ journal, line })
      else state.await(state.runtime.journals.append(journal, line))
    }
  }

  get invalidate(): Context['invalidate'] {
    const { state } = this
    return (...tags) => state.outbox.invalidate(tags)
  }

  get cached(): Context['cached'] {
    const { state } = this
    return (cache, key, load) =>
      state.transaction ? loadInside(state, cache, { key, load }) : state.runtime.caches.get(cache, key, load)
  }

  get snapshot(): Context['snapshot'] {
    const { state } = this
    return async (work) => {
      const { runtime, session, origin, transaction } = state
      if (transaction) throw brokenSetup('`snapshot` is for readers; a command is one transaction')
      await state.used.unit?.release()
      return doWork({ runtime, session, origin: { ...origin, isSnapshot: true } }, work)
    }
  }

  get after(): Context['after'] {
    const { runtime, session, origin, transaction } = this.state
    return (work) => {
      if (transaction) throw brokenSetup('`after` is for readers; a command announces an event')
      const { requestId } = origin
      const done = doWork({ runtime, session, origin: { requestId } }, work)
      runtime.background(
        done.catch((err: unknown) => runtime.log.error({ err, requestId }, 'work behind an answer failed')),
      )
    }
  }

  get asTenant(): Context['asTenant'] {
    const { state } = this
    return (reason, work) => {
      noteReach(state, reason, 'as tenant')
      return work(new TenantWorkContext(state))
    }
  }

  get asSuperAdmin(): Context['asSuperAdmin'] {
    const { asSystem, actor } = this
    return async (reason, work) => {
      if (!actor.isSuperAdmin) throw forbidden()
      return asSystem(reason, work)
    }
  }

  get lookUp(): Context['lookUp'] {
    const { state } = this
    return (entity, by, select) => lookUp(state, entity as never, { by, select }) as never
  }

  get within(): Context['within'] {
    const { state } = this
    return async (session, work) => {
      assertMayBe(state.session, session)
      noteReach(state, `${session.actor.id} in ${session.scope.tenantId}`, 'within')
      return workWithin(state, session, work)
    }
  }

  get asSystem(): Context['asSystem'] {
    const { state } = this
    return (reason, work) => {
      noteReach(state, reason, 'as system')
      return work(new SystemWorkContext(state))
    }
  }
}

async function workWithin<T>(
  { runtime, origin, transaction, used }: WorkState,
  session: Session,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (transaction) throw brokenSetup('`within` in a command would be a second transaction with a fate of its own')
  await used.unit?.release()
  return doWork({ runtime, session, origin }, work)
}

/** The context of `asSystem`: the same transaction with the platform's authority. */
class SystemWorkContext implements SystemContext {
  readonly state: WorkState

  constructor(state: WorkState) {
    this.state = state
  }

  get em(): SystemContext['em'] {
    return this.state.manager('system')
  }

  get from(): SystemContext['from'] {
    return this.state.from('system')
  }

  get db(): SystemContext['db'] {
    return this.state.sql('system')
  }

  get log(): SystemContext['log'] {
    return this.state.runtime.log
  }

  get now(): SystemContext['now'] {
    return this.state.runtime.now
  }

  get cached(): SystemContext['cached'] {
    return new WorkContext(this.state).cached
  }

  get within(): SystemContext['within'] {
    const { state } = this
    return (session, work) => workWithin(state, session, work)
  }
}

/** Inside a command, a command joins; elsewhere it gets a transaction of its own, and no other connection is held. */
async function runIn(state: WorkState, ...[command, input, options]: Parameters<Context['run']>): Promise<never> {
  const { runtime, session, origin, transaction } = state
  if (!transaction || options?.checkAccess) assertAccess(session.actor, command.access)
  if (transaction) return (await joinCommand(transaction, command, input)) as never
  // What rules need is read before the transaction, where it may be kept for others.
  if (command.rules) await state.services(new WorkContext(state))(ruleRunner)?.prepare()
  await state.used.unit?.release()
  const once = takesKey(origin.once, command) ? origin.once : null
  const { result, operation } = await runCommand(
    {
      session,
      requestId: origin.requestId,
      expectedUpdatedAt: origin.expectedUpdatedAt ?? null,
      tokens: runtime.tokens,
      effectSeal: runtime.effectSeal,
      once,
      writes: origin.writes,
      cause: origin.cause,
      mostRecorded: runtime.mostRecorded,
      now: runtime.now,
      begin: (entryId) => beginTransaction(state, { entryId, isLogged: command.logged !== false }),
      queue: (begun) => queueOutbox(runtime, { session, origin }, begun),
      hostId: runtime.invalidations.hostId,
      fail: ({ outbox }, isFinal) => {
        invalidate(state, outbox)
        if (isFinal) keepLines(runtime, outbox)
      },
      settle: ({ outbox }, written) => {
        keepLines(runtime, outbox)
        dropSums(state, written)
        settle(state, outbox)
      },
    },
    command,
    input,
  )
  if (once) once.isTaken = true
  if (operation) origin.onOperation?.(operation)
  return result as never
}

function beginTransaction(base: Base, { entryId, isLogged }: { entryId: string; isLogged: boolean }): Transaction {
  const state = new WorkState(base, isLogged ? { entryId } : { isWriter: true })
  const { unit, outbox } = state
  const context = () => new WorkContext(state)
  const { depth = 0 } = base.origin
  const flush = () => state.flush()
  const effects = new EffectLog()
  return (state.transaction = { unit, flush, db: state.sql('app'), context, outbox, effects, entryId, depth })
}

/** A command sees its own writes, which nobody else may: it reads the cache, and never fills it. */
async function loadInside<T>(
  { runtime, outbox }: WorkState,
  cache: Cache<T>,
  { key, load }: { key: string; load: Loader<T> },
): Promise<T> {
  const { caches } = runtime
  const found = outbox.tags.size === 0 ? caches.peek(cache, key) : undefined
  return found === undefined ? (await load(caches.stale(cache, key))).value : found
}
