import { sql } from 'kysely'
import { systemCaller } from '../acl/grants.ts'
import { isUnreachable } from '../data/database-errors.ts'
import { type Declared, nameOf } from '../data/properties.ts'
import { ALL_TENANTS, type Scope } from '../data/scope.ts'
import { type From, isUuid } from '../data/statements.ts'
import type { Actor, Caller } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import type { JobContext } from '../define/job.ts'
import type { RowOwner } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import type { RequestState } from './runtime.ts'

/** Logs work beyond the caller's scope. */
export function noteReach({ runtime, caller, origin, command }: RequestState, reason: string, how: string): void {
  const facts = { reason, actor: caller.actor.id, requestId: origin.requestId }
  runtime.log[command ? 'info' : 'debug'](facts, how)
}

/** Throws where the target has another actor, or a scope that this actor may not choose. */
export function assertMayBe({ actor, scope }: Caller, target: Caller): void {
  if (target.actor.kind === 'system') return
  if (!isSameActor(actor, target.actor)) throw brokenSetup('`within` works as the same actor or as the platform')
  const { tenantId } = target.scope
  const isHome = tenantId === scope.tenantId || tenantId === actor.homeTenantId
  if (!isHome && !target.actor.isSuperAdmin) throw brokenSetup('`within` does not lead into another tenant')
  // Where they were identified again, the newer answer may allow less.
  if (!isAllowed(actor, target.scope) || !isAllowed(target.actor, target.scope))
    throw brokenSetup('`within` does not lead beyond the organizations of the actor')
}

/**
 * Whether both are one account or key. Each identification of a caller makes another object, with the rights that they
 * have in the tenant and organization that are selected; super admins are such everywhere.
 */
function isSameActor(known: Actor, other: Actor): boolean {
  if (known === other) return true
  const isSameAccount = known.kind === other.kind && known.id === other.id && known.userId === other.userId
  return isSameAccount && (known.isSuperAdmin || !other.isSuperAdmin)
}

/** The home organization is always allowed. */
function isAllowed({ allowedOrganizationIds, homeOrganizationId }: Actor, { organizationIds }: Scope): boolean {
  if (allowedOrganizationIds === null || organizationIds === allowedOrganizationIds) return true
  // There may be thousands of both.
  const allowed = new Set(allowedOrganizationIds).add(homeOrganizationId ?? '')
  return organizationIds?.every((id) => allowed.has(id)) ?? false
}

/**
 * The row of any tenant that has the value. Beside a tenant it is found by the table's own index, else by its look-up,
 * which `plinth.unique_among_tenants` has made.
 */
export async function lookUp(
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

interface TenantsOf {
  /** Why the platform works there; it is logged. */
  readonly reason: string
  /** Which tenants: ids, read from the rows of all of them. */
  readonly find: (from: From) => Promise<readonly { readonly tenantId: string }[]>
}

/**
 * Works as the platform in every tenant that has something to do, one after the other, until the job is to stop. What
 * fails in one tenant is logged, and stops no other; then the job fails, too. A database that is away stops it at once.
 */
export async function eachTenant(
  { asSystem, signal, log }: Pick<JobContext<unknown>, 'asSystem' | 'signal' | 'log'>,
  { reason, find }: TenantsOf,
  work: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  await asSystem(reason, async ({ from, within }) => {
    const tenants = await find(from)
    await byThemselves(signal, tenants, {
      run: ({ tenantId }) =>
        within(systemCaller(reason, { tenantId, organizationId: null, organizationIds: null }), work),
      onFailure: (err, { tenantId }) => log.error({ err, tenantId, reason }, 'work in a tenant failed'),
    })
  })
}

/**
 * Takes the steps of a job one after the other, by name, until it is to stop. What fails in one is logged and stops no
 * other; then the job fails, too. A database that is away stops it at once.
 */
export async function eachStep(
  { signal, log }: Pick<JobContext<unknown>, 'signal' | 'log'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  await byThemselves(signal, Object.entries(steps), {
    run: ([, run]) => run(),
    onFailure: (err, [step]) => log.error({ err, step }, 'a step of a job failed'),
  })
}

interface PartWork<T> {
  run(part: T): Promise<unknown>
  onFailure(error: unknown, part: T): void
}

/** Works on one part after the other, also when one before it has failed; then throws the first failure. */
async function byThemselves<T>(
  signal: AbortSignal,
  parts: readonly T[],
  { run, onFailure }: PartWork<T>,
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    if (signal.aborted) break
    try {
      await run(part)
    } catch (error) {
      if ([error, (error as Error).cause].some(isUnreachable)) throw error
      onFailure(error, part)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** What a request says of a row, as it arrived, and how to ask for it before the work begins. */
interface NamedRow {
  readonly input: Readonly<Record<string, unknown>>
  readonly asked: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

/** The caller in the scope that the route declares. */
export function inRouteScope(
  where: 'allowed' | RowOwner,
  caller: Caller,
  nameRow: () => NamedRow,
): Promise<Caller> | Caller {
  const { actor, scope } = caller
  const { allowedOrganizationIds: organizationIds } = actor
  const here = scope.organizationIds === organizationIds ? caller : { actor, scope: { ...scope, organizationIds } }
  return where === 'allowed' || !actor.isSuperAdmin ? here : atOwner(where, here, nameRow())
}

/** In the tenant of the row, filed under no organization; in the caller's own for a row that does not exist or belongs to all tenants. */
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
