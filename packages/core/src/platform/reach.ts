import { sql } from 'kysely'
import { type Declared, nameOf } from '../data/row.ts'
import type { Scope } from '../data/scope.ts'
import type { Session } from '../define/actor.ts'
import type { TenantContext } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import type { WorkState } from './work-state.ts'

/** Throws for a session that this one must not become: that of another actor, or beyond what the same one may choose. */
export function assertMayBe({ actor, scope }: Session, wanted: Session): void {
  if (wanted.actor.kind === 'system') return
  if (wanted.actor !== actor) throw brokenSetup('`within` works as the same actor or as the platform')
  const { tenantId } = wanted.scope
  const isHome = tenantId === scope.tenantId || tenantId === actor.homeTenantId
  if (!isHome && !actor.isSuperAdmin) throw brokenSetup('`within` does not lead into another tenant')
  if (!isAllowed(actor.allowedOrganizationIds, wanted.scope))
    throw brokenSetup('`within` does not lead beyond the organizations of the actor')
}

function isAllowed(allowed: readonly string[] | null, { organizationIds }: Scope): boolean {
  if (allowed === null) return true
  return organizationIds !== null && organizationIds.every((id) => allowed.includes(id))
}

/** The row of any tenant that has the value; throws where several have it. */
export async function lookUp(
  state: WorkState,
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
  const rows = await query.limit(sql.lit(2)).execute()
  if (rows.length > 1) throw brokenSetup(`'${named}' of a look-up belongs to several rows`)
  return rows[0] ?? null
}

/** Whoever reaches beyond their scope can be found in the log. */
export function noteReach({ runtime, session, origin, transaction }: WorkState, reason: string, how: string): void {
  const facts = { reason, actor: session.actor.id, requestId: origin.requestId }
  runtime.log[transaction ? 'info' : 'debug'](facts, how)
}

/** The context of `asTenant`: the same transaction, and no wall between the organizations. */
export class TenantWorkContext implements TenantContext {
  readonly state: WorkState
  readonly scope: TenantContext['scope']

  constructor(state: WorkState) {
    this.state = state
    this.scope = { ...state.session.scope, organizationIds: null }
  }

  get from(): TenantContext['from'] {
    return this.state.from('tenant')
  }

  get db(): TenantContext['db'] {
    return this.state.sql('tenant')
  }
}
