import { createManager } from '../data/orm.ts'
import { createSql } from '../data/sql.ts'
import { type Authority, Unit } from '../data/unit.ts'
import { assertAccess } from '../acl/guard.ts'
import type { Operation } from '../commands/operation.ts'
import { joinCommand, runCommand, type Transaction } from '../commands/run.ts'
import type { Session } from '../define/actor.ts'
import type { Context, SystemContext } from '../define/context.ts'
import { Outbox } from '../events/outbox.ts'
import { deliver, queueOutbox } from './delivery.ts'
import type { Runtime } from './runtime.ts'

/** Where a piece of work comes from. */
export interface Origin {
  readonly requestId: string | null
  /** Hears of every operation that can be undone. */
  readonly onOperation?: (operation: Operation) => void
}

/** A piece of work: a context whose reads share one lazily opened transaction. */
export interface Work {
  readonly ctx: Context
  /** Ends the read transaction and delivers what was emitted outside a command. */
  close(): Promise<void>
}

/** Begins a piece of work for `session`. Nothing is opened until `em` or `db` is used. */
export function beginWork(runtime: Runtime, session: Session, origin: Origin): Work {
  const unit = new Unit({ pool: runtime.pool, statements: runtime.statements, scope: session.scope })
  const outbox = new Outbox()
  const ctx = createContext({ runtime, session, origin, unit, outbox })
  return {
    ctx,
    async close() {
      await unit.commit()
      if (outbox.tags.size > 0) runtime.caches.invalidate(outbox.tags)
      if (outbox.jobs.length > 0) throw new Error('Jobs are queued by commands: they are part of a transaction')
      deliver(runtime, { session, origin, emissions: outbox.emissions })
    },
  }
}

/** Does `work` for `session` and closes it. */
export async function doWork<T>(
  { runtime, session, origin }: { runtime: Runtime; session: Session; origin: Origin },
  work: (ctx: Context) => Promise<T> | T,
): Promise<T> {
  const begun = beginWork(runtime, session, origin)
  try {
    return await work(begun.ctx)
  } finally {
    await begun.close()
  }
}

interface Parts {
  readonly runtime: Runtime
  readonly session: Session
  readonly origin: Origin
  readonly unit: Unit
  readonly outbox: Outbox
  /** Set inside a command. */
  readonly transaction?: () => Transaction
}

function createContext(parts: Parts): Context {
  const { runtime, session, origin, unit, outbox } = parts
  const { actor, scope } = session
  let manager: ReturnType<typeof createManager> | undefined
  let db: Context['db'] | undefined
  let get: Context['get'] | undefined
  const ctx: Context = {
    get em() {
      return (manager ??= openManager(parts, 'app'))
    },
    get db() {
      return (db ??= createSql(unit, 'app', 'plain'))
    },
    actor,
    scope,
    log: runtime.log,
    requestId: origin.requestId,
    now: runtime.now,
    get: (service) => (get ??= runtime.services.bind(ctx))(service),
    run: (command, input) => runIn(parts, command, input),
    emit: (event, payload) => outbox.emit(event, payload),
    enqueue: (job, payload, options) => outbox.enqueue(job, payload, options),
    cached: (cache, key, load) => runtime.caches.get(cache, key, load),
    invalidate: (...tags) => outbox.invalidate(tags),
    asSystem: (reason, work) => {
      runtime.log.info({ reason, actor: actor.id, requestId: origin.requestId }, 'as system')
      return work(systemContext(parts, ctx))
    },
  }
  return ctx
}

/** Inside a command, a command joins; elsewhere it gets a transaction of its own, and no other connection is held. */
async function runIn({ runtime, session, origin, unit, transaction }: Parts, ...call: RunCall): Promise<never> {
  const [command, input] = call
  if (transaction) return (await joinCommand(transaction(), command, input)) as never
  assertAccess(session.actor, command.access)
  await unit.commit()
  const { result, operation } = await runCommand(
    {
      session,
      requestId: origin.requestId,
      tokens: runtime.tokens,
      now: runtime.now,
      begin: (entryId) => beginTransaction({ runtime, session, origin }, entryId),
      queue: (begun) => queueOutbox(runtime, { session, origin }, begun),
      settle: ({ outbox }) => {
        if (outbox.tags.size > 0) runtime.caches.invalidate(outbox.tags)
        deliver(runtime, { session, origin, emissions: outbox.emissions })
      },
    },
    command,
    input,
  )
  if (operation) origin.onOperation?.(operation)
  return result as never
}

type RunCall = Parameters<Context['run']>

function beginTransaction(base: Pick<Parts, 'runtime' | 'session' | 'origin'>, entryId: string): Transaction {
  const { pool, statements } = base.runtime
  const unit = new Unit({ pool, statements, scope: base.session.scope, entryId })
  const outbox = new Outbox()
  const parts: Parts = { ...base, unit, outbox, transaction: () => begun }
  const ctx = createContext(parts)
  const em = openManager(parts, 'app')
  Object.defineProperty(ctx, 'em', { value: em })
  const begun: Transaction = { unit, em, db: ctx.db, ctx, outbox, entryId }
  return begun
}

function systemContext(parts: Parts, ctx: Context): SystemContext {
  const { runtime, unit, origin } = parts
  const { log, now, cached } = ctx
  let manager: ReturnType<typeof createManager> | undefined
  let db: Context['db'] | undefined
  return {
    get em() {
      return (manager ??= openManager(parts, 'system'))
    },
    get db() {
      return (db ??= createSql(unit, 'system', 'plain'))
    },
    log,
    now,
    cached,
    async within(session, work) {
      if (!parts.transaction) await unit.commit()
      return doWork({ runtime, session, origin }, work)
    },
  }
}

function openManager({ runtime, session, unit }: Parts, authority: Authority) {
  return createManager(runtime.orm, unit, { ...session.scope, system: authority === 'system', now: runtime.now })
}
