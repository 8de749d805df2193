import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { systemCaller } from '../acl/grants.ts'
import { type Declared, nameOf } from '../data/properties.ts'
import { ALL_TENANTS, type Scope } from '../data/scope.ts'
import { type Authority, type From, isUuid } from '../data/statements.ts'
import type { Actor, Caller } from '../define/access.ts'
import type { Context, SystemContext, TenantContext } from '../define/context.ts'
import type { JobContext } from '../define/job.ts'
import type { RouteSpec, RowOwner } from '../define/route.ts'
import { brokenSetup, forbidden } from '../errors.ts'
import type { RequestState } from './context.ts'

/** Throws where the target has another actor, or a scope that this actor may not choose. */
function assertMayBe({ actor, scope }: Caller, target: Caller): void {
  if (target.actor.kind === 'system') return
  if (target.actor !== actor) throw brokenSetup('`within` works as the same actor or as the platform')
  const { tenantId } = target.scope
  const isHome = tenantId === scope.tenantId || tenantId === actor.homeTenantId
  if (!isHome && !actor.isSuperAdmin) throw brokenSetup('`within` does not lead into another tenant')
  if (!isAllowed(actor, target.scope)) throw brokenSetup('`within` does not lead beyond the organizations of the actor')
}

/** The home organization is always allowed. */
function isAllowed({ allowedOrganizationIds, homeOrganizationId }: Actor, { organizationIds }: Scope): boolean {
  if (allowedOrganizationIds === null) return true
  return organizationIds?.every((id) => id === homeOrganizationId || allowedOrganizationIds.includes(id)) ?? false
}

/**
 * The row of any tenant that has the value. Beside a tenant it is found by the table's own index, else by its look-up,
 * which `plinth.unique_among_tenants` has made.
 */
async function lookUp(
  state: RequestState,
  entity: Declared<Record<string, unknown>>,
  { by, select }: { readonly by: Readonly<Record<string, unknown>>; readonly select: readonly string[] },
): Promise<object | null> {
  const [named, ...others] = Object.keys(by).filter((property) => property !== 'tenantId')
  if (named === undefined || others.length > 0) throw brokenSetup('A look-up is by one property')
  noteReach(state, `${nameOf(entity)} by ${named}`, 'look up')
  let query = state
    .from('system')(entity, 'r')
    .select(select.map((name) => `r.${name}`) as never)
  for (const [property, value] of Object.entries(by)) query = query.where(`r.${property}` as never, '=', value as never)
  if (!('tenantId' in by)) {
    const { tables } = state.runtime
    const known = sql.table(`plinth.${tables.tableOf(entity)}_by_${tables.columnOf(entity, named)}`)
    query = query.where(
      sql<boolean>`(${sql.ref('r.tenantId')}, ${sql.ref('r.id')})
        = (select l.tenant_id, l.id from ${known} l where l.value = ${by[named]})`,
    )
  }
  const rows = await query.limit(sql.lit(2)).execute()
  if (rows.length > 1) throw brokenSetup(`'${named}' of a look-up belongs to several rows`)
  return rows[0] ?? null
}

/** Whoever reaches beyond their scope can be found in the log. */
function noteReach({ runtime, caller, origin, command }: RequestState, reason: string, how: string): void {
  const facts = { reason, actor: caller.actor.id, requestId: origin.requestId }
  runtime.log[command ? 'info' : 'debug'](facts, how)
}

/** What every context reads with, by its authority. */
class ReadingContext {
  readonly #state: RequestState
  readonly #authority: Authority

  constructor(state: RequestState, authority: Authority) {
    this.#state = state
    this.#authority = authority
  }

  get em(): EntityManager {
    return this.#state.manager(this.#authority)
  }

  get from(): Context['from'] {
    return this.#state.from(this.#authority)
  }

  get db(): Context['db'] {
    return this.#state.sql(this.#authority)
  }

  get log(): Context['log'] {
    return this.#state.runtime.log
  }

  get now(): Context['now'] {
    return this.#state.runtime.now
  }

  /** A command sees its own writes, which nobody else may: it reads the cache, and never fills it. */
  get cached(): Context['cached'] {
    const state = this.#state
    const { caches } = state.runtime
    if (!state.command) {
      return (cache, key, load) =>
        caches.get(cache, key, (stale) => {
          // What is kept must not be older than what has made it stale.
          if (state.origin.reads) state.origin.reads.isOver = true
          return load(stale)
        })
    }
    return async (cache, key, load) => {
      const found = state.outbox.tags.size === 0 ? caches.peek(cache, key) : undefined
      return found === undefined ? (await load(caches.stale(cache, key))).value : found
    }
  }
}

/** What a context sees beyond its scope. */
export class ReachingContext extends ReadingContext {
  readonly actor: Context['actor']
  readonly scope: Context['scope']
  readonly #state: RequestState

  constructor(state: RequestState) {
    super(state, 'app')
    this.#state = state
    this.actor = state.caller.actor
    this.scope = state.caller.scope
  }

  get asTenant(): Context['asTenant'] {
    const state = this.#state
    return (reason, work) => {
      noteReach(state, reason, 'as tenant')
      return work(new TenantRequestContext(state))
    }
  }

  get asSuperAdmin(): Context['asSuperAdmin'] {
    const { asSystem, actor } = this
    return async (reason, work) => {
      if (!actor.isSuperAdmin && actor.kind !== 'system') throw forbidden()
      return asSystem(reason, work)
    }
  }

  get lookUp(): Context['lookUp'] {
    const state = this.#state
    return (entity, by, select) => lookUp(state, entity as never, { by, select }) as never
  }

  get within(): Context['within'] {
    const state = this.#state
    return async (caller, work) => {
      assertMayBe(state.caller, caller)
      noteReach(state, `${caller.actor.id} in ${caller.scope.tenantId}`, 'within')
      return state.workAs(caller, work)
    }
  }

  get asSystem(): Context['asSystem'] {
    const state = this.#state
    return (reason, work) => {
      noteReach(state, reason, 'as system')
      return work(new SystemRequestContext(state))
    }
  }
}

/** The context of `asSystem`: the same transaction with the platform's authority. */
class SystemRequestContext extends ReadingContext implements SystemContext {
  readonly #state: RequestState

  constructor(state: RequestState) {
    super(state, 'system')
    this.#state = state
  }

  get within(): SystemContext['within'] {
    const state = this.#state
    return (caller, work) => state.workAs(caller, work)
  }
}

/** The context of `asTenant`: the same transaction, and no wall between the organizations. */
class TenantRequestContext implements TenantContext {
  readonly scope: TenantContext['scope']
  readonly #state: RequestState

  constructor(state: RequestState) {
    this.#state = state
    this.scope = { ...state.caller.scope, organizationIds: null }
  }

  get from(): TenantContext['from'] {
    return this.#state.from('tenant')
  }

  get db(): TenantContext['db'] {
    return this.#state.sql('tenant')
  }
}

interface TenantsOf {
  /** Why the platform works there; it is logged. */
  readonly reason: string
  /** Which tenants: ids, read from the rows of all of them. */
  readonly find: (from: From) => Promise<readonly { readonly tenantId: string }[]>
}

/** Works as the platform in every tenant that has something to do, one after the other, until the job is to stop. */
export async function eachTenant(
  { asSystem, signal }: Pick<JobContext<unknown>, 'asSystem' | 'signal'>,
  { reason, find }: TenantsOf,
  work: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  await asSystem(reason, async ({ from, within }) => {
    for (const { tenantId } of await find(from)) {
      if (signal.aborted) return
      await within(systemCaller(reason, { tenantId, organizationId: null, organizationIds: null }), work)
    }
  })
}

/** What a request says of a row, as it arrived, and how to ask for it before the work begins. */
interface NamedRow {
  readonly input: Readonly<Record<string, unknown>>
  readonly asked: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

/** Where the route says that it works. */
export function placeOf(
  { scope: where }: RouteSpec,
  caller: Caller,
  nameRow: () => NamedRow,
): Promise<Caller> | Caller {
  if (where === undefined || where === 'selected') return caller
  const { actor, scope } = caller
  const { allowedOrganizationIds: organizationIds } = actor
  const here = scope.organizationIds === organizationIds ? caller : { actor, scope: { ...scope, organizationIds } }
  return where === 'allowed' || !actor.isSuperAdmin ? here : atOwner(where, here, nameRow())
}

/** In the tenant of the row, filed under no organization; at home for a row of nobody or of all tenants. */
async function atOwner({ entity, named }: RowOwner, here: Caller, { input, asked }: NamedRow): Promise<Caller> {
  const id = input[named]
  if (!isUuid(id)) return here
  const row = await asked(({ lookUp }) =>
    lookUp(entity as Declared, { id: id.toLowerCase() } as never, ['tenantId' as never]),
  )
  const { tenantId } = (row ?? here.scope) as { readonly tenantId: string }
  if (tenantId === ALL_TENANTS || tenantId === here.scope.tenantId) return here
  return { actor: here.actor, scope: { ...here.scope, tenantId, organizationId: null } }
}
