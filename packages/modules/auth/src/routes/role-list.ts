import { type Context, get, page, paged, sql } from '@plinth/core'
import { isUuid } from '@plinth/core/http'
import {
  ALL_TENANTS,
  anyOf,
  contains,
  customFilters,
  type Expression,
  type ExpressionBuilder,
  type From,
  type Kysely,
  readPage,
  type Row,
  type SqlBool,
} from '@plinth/core/data'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { roleTenantOf, Role, RoleAcl, User, UserRole } from '../entities.ts'
import { AuthListQuery, IdText } from '../list-query.ts'

const RoleQuery = AuthListQuery.extend({ tenantId: IdText })

const RoleItem = z.object({
  id: z.uuid(),
  name: z.string(),
  usersCount: z.number().int(),
  tenantId: z.uuid().nullable(),
  tenantIds: z.array(z.uuid()),
  tenantName: z.string().nullable(),
})

type RoleListRow = Pick<z.input<typeof RoleItem>, 'id' | 'name' | 'usersCount'> & { readonly tenantId: string }

/** GET /auth/roles: sorted by name. Super admins see the roles of all tenants, or of the requested one. */
export const listRoles = get(
  '/auth/roles',
  {
    access: features['roles.list'],
    reads: 'auth.role',
    summary: 'The roles of the tenant and those of all tenants.',
    query: RoleQuery.loose(),
    response: page(RoleItem).extend({ isSuperAdmin: z.boolean() }),
  },
  async (ctx) => {
    const { actor, query, asSuperAdmin } = ctx
    const { isSuperAdmin } = actor
    const isPossible = [query.id, query.tenantId].every((id) => id === undefined || isUuid(id))
    const [rows, total] = !isPossible
      ? [[], 0]
      : isSuperAdmin
        ? await asSuperAdmin('list the roles of all tenants for a super admin', (system) =>
            readRoles(ctx, system, query),
          )
        : await readRoles(ctx, ctx, query)
    const items = await Promise.all(rows.map((row) => toRoleItem(ctx, row)))
    return { ...paged([items, total], query, 1), isSuperAdmin }
  },
)

async function readRoles(
  ctx: Context,
  { from, db }: { readonly from: From; readonly db: Kysely<{}> },
  query: z.output<typeof RoleQuery>,
): Promise<[RoleListRow[], number]> {
  const { actor } = ctx
  const { isSuperAdmin } = actor
  const seen = isSuperAdmin ? null : actor.allowedOrganizationIds
  const { id, search, tenantId } = query
  const custom = await customFilters(ctx, Role, { query, row: 'r' })
  const roles = from(Role, 'r')
    .select(['r.id', 'r.name', 'r.tenantId'])
    .$if(isSuperAdmin && tenantId !== undefined, (all) =>
      all.where((eb) => eb.or([eb('r.tenantId', '=', tenantId!), eb('r.tenantId', '=', ALL_TENANTS)])),
    )
    .$if(id !== undefined, (all) => all.where('r.id', '=', id!))
    .$if(custom.length > 0, (all) => all.where((eb) => eb.and(custom)))
    .$if(Boolean(search), (all) => all.where('r.name', 'ilike', contains(search!)))
    .orderBy('r.name')
    .orderBy('r.id')
  return readPage(isSuperAdmin ? roles : roles.where((eb) => eb.not(makesSuperAdmins(ctx, from, eb))), query, {
    complete: (chosen) =>
      db
        .selectFrom(chosen.as('r'))
        .selectAll('r')
        .select((eb) => holders(from, eb, seen).as('usersCount'))
        .orderBy('r.name')
        .orderBy('r.id'),
  })
}

type RoleExpressions = ExpressionBuilder<{ readonly r: Row<Role> }, 'r'>
type ChosenRoles = ExpressionBuilder<{ readonly r: Pick<Row<Role>, 'id'> }, 'r'>

/** Roles of super admins are hidden from tenants. */
function makesSuperAdmins({ scope }: Pick<Context, 'scope'>, from: From, eb: RoleExpressions): Expression<SqlBool> {
  const acls = from(RoleAcl, 'a')
    .select('a.roleId')
    .where('a.tenantId', '=', scope.tenantId)
    .where('a.isSuperAdmin', '=', true)
  return eb.or([eb(eb.fn<string>('lower', ['r.name']), '=', 'superadmin'), eb('r.id', 'in', acls)])
}

/** How many users visible to the caller hold the role. */
function holders(from: From, eb: ChosenRoles, organizationIds: readonly string[] | null) {
  const assignments = eb.selectFrom(from.table(UserRole, 'h')).whereRef('h.roleId', '=', 'r.id')
  const count = sql<number>`count(*)`
  if (organizationIds === null) return assignments.select(count.as('count')).$asScalar().$notNull()
  return assignments
    .innerJoin(from.table(User, 'u'), 'u.id', 'h.userId')
    .where('u.organizationId', '=', anyOf(organizationIds))
    .select(count.as('count'))
    .$asScalar()
    .$notNull()
}

async function toRoleItem({ inject }: Context, row: RoleListRow): Promise<z.input<typeof RoleItem>> {
  const tenantId = roleTenantOf(row.tenantId)
  if (tenantId === null) return { ...row, tenantId, tenantIds: [], tenantName: null }
  const tenant = await inject(tenants).find(tenantId)
  return { ...row, tenantIds: [tenantId], tenantName: tenant?.name ?? tenantId }
}
