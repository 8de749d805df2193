import type { Declared } from '../data/query/row-types.ts'
import { ALL_TENANTS } from '../data/query/scope.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Caller } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import type { RowOwner } from '../define/row-owner.ts'

/** The row that a request refers to, before parsing, and how to look it up before the work begins. */
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

/**
 * The caller in the tenant of the row, without an organization, or in their own tenant if the row does not exist or belongs to
 * all tenants.
 */
async function atOwner({ entity, named }: RowOwner, here: Caller, { input, asked }: NamedRow): Promise<Caller> {
  const id = input[named]
  if (!isUuid(id)) return here
  const row = await asked(({ widenScope }) =>
    widenScope('allTenants', 'find the tenant of a row', ({ findUnique }) =>
      findUnique(entity as Declared, { id: id.toLowerCase() } as never, ['tenantId' as never]),
    ),
  )
  const { tenantId } = (row ?? here.scope) as { readonly tenantId: string }
  if (tenantId === ALL_TENANTS || tenantId === here.scope.tenantId) return here
  return { actor: here.actor, scope: { ...here.scope, tenantId, organizationId: null } }
}
