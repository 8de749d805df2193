import { type Context, sql } from '@plinth/core'
import {
  ALL_TENANTS,
  anyOf,
  contains,
  type Expression,
  type ExpressionBuilder,
  type From,
  type Kysely,
  readPage,
  type Row,
  type SqlBool,
} from '@plinth/core/data'
import { Role, User, UserRole } from '../entities.ts'
import { totalUsers } from './user-totals.ts'

/** Which users are requested, and which are visible. */
export interface UserFilter {
  /** Null for all tenants. */
  readonly tenantId: string | null
  /** Null for the whole tenant; otherwise users without an organization are hidden as well. */
  readonly organizationIds: readonly string[] | null
  readonly id?: string | undefined
  /** Part of the e-mail, case-insensitive. */
  readonly search?: string | undefined
  /** Part of the name, case-insensitive. */
  readonly name?: string | undefined
  readonly isActive?: boolean | undefined
  /** The filters by custom fields, as they were sent: counts are cached by them. */
  readonly custom?: Readonly<Record<string, unknown>>
  /** The users' organization. */
  readonly home?: string | undefined
  /** Users who hold any of these roles. */
  readonly roleIds?: readonly string[] | undefined
  readonly page: number
  readonly pageSize: number
}

export interface UserRow {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly isActive: boolean
  readonly organizationId: string | null
  readonly tenantId: string
  readonly updatedAt: string
  readonly hasPassword?: boolean
  /** Roles in effect, sorted by name. */
  readonly held: readonly { readonly id: string; readonly name: string }[]
}

/**
 * One page of users, sorted by tenant, e-mail and id, and their total. The page and the roles of its rows are read along an index
 * in one statement. The total takes another one, unless it follows from the page or is cached.
 */
export async function readUsers(
  ctx: Pick<Context, 'cached'>,
  {
    from,
    db,
    custom,
  }: { readonly from: From; readonly db: Kysely<{}>; readonly custom: readonly Expression<SqlBool>[] },
  filter: UserFilter,
): Promise<[UserRow[], number]> {
  const { page, pageSize, tenantId, ...counted } = filter
  const query = from(User, 'u')
    .select(['u.id', 'u.email', 'u.name', 'u.isActive', 'u.organizationId', 'u.tenantId', 'u.updatedAt'])
    .$if(filter.id !== undefined, (one) =>
      one.select((eb) => eb('u.passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword')),
    )
    .where((eb) => eb.and([...conditions(from, eb, filter), ...custom]))
    .orderBy('u.tenantId')
    .orderBy('u.email')
    .orderBy('u.id')
  return readPage(
    query,
    { page, pageSize },
    {
      total: (count) => totalUsers(ctx, { tenantId, filter: counted }, count),
      // Roles of users on other pages are not read.
      complete: (chosen) =>
        db
          .selectFrom(chosen.as('u'))
          .selectAll('u')
          .select((eb) =>
            eb
              .selectFrom(from.table(UserRole, 'h'))
              .innerJoin(from.table(Role, 'r'), 'r.id', 'h.roleId')
              .whereRef('h.tenantId', '=', 'u.tenantId')
              .whereRef('h.userId', '=', 'u.id')
              .where((of) => of.or([of('r.tenantId', '=', ALL_TENANTS), of('r.tenantId', '=', of.ref('u.tenantId'))]))
              .select(({ ref }) => {
                const [id, name] = [ref('r.id'), ref('r.name')]
                const roles = sql`json_agg(json_build_object('id', ${id}, 'name', ${name}) order by ${name}, ${id})`
                return sql<UserRow['held']>`coalesce(${roles}, '[]')`.as('held')
              })
              .$asScalar()
              .$notNull()
              .as('held'),
          )
          .orderBy('u.tenantId')
          .orderBy('u.email')
          .orderBy('u.id'),
    },
  )
}

function conditions(
  from: From,
  eb: ExpressionBuilder<{ readonly u: Row<User> }, 'u'>,
  { tenantId, organizationIds, id, search, name, isActive, home, roleIds }: UserFilter,
): Expression<SqlBool>[] {
  const holders = (ids: readonly string[]) => from(UserRole, 'f').select('f.userId').where('f.roleId', '=', anyOf(ids))
  return [
    ...(tenantId === null ? [] : [eb('u.tenantId', '=', tenantId)]),
    ...(organizationIds === null ? [] : [eb('u.organizationId', '=', anyOf(organizationIds))]),
    ...(id === undefined ? [] : [eb('u.id', '=', id)]),
    ...(home === undefined ? [] : [eb('u.organizationId', '=', home)]),
    ...(search === undefined ? [] : [eb('u.email', 'ilike', contains(search))]),
    ...(name === undefined ? [] : [eb('u.name', 'ilike', contains(name))]),
    ...(isActive === undefined ? [] : [eb('u.isActive', '=', isActive)]),
    ...(roleIds === undefined ? [] : [eb('u.id', 'in', holders(roleIds))]),
  ]
}
