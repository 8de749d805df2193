import { defineCache, MIB, sql, type SystemContext } from '@plinth/core'
import type { AclEntry } from '@plinth/core/acl'
import { type LocaleChoice, toLocaleChoice } from '@plinth/core/http'
import type { LookUpContext } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { RoleAcl, User } from '../entities.ts'
import { createReduction, MAX_RIGHTS, rightsBytes } from '../rights-limit.ts'

/** Everything from which a user's rights in a tenant are computed. */
export interface Account {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string | null
  readonly email: string
  readonly name: string | null
  readonly isConfirmed: boolean
  readonly isActive: boolean
  readonly locale: LocaleChoice
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  /** Ids of the teams that the user belongs to, those above through nesting included. */
  readonly teams: readonly string[]
  readonly userAcl: AclEntry | null
  readonly roleAcls: readonly AclEntry[]
  /** Whether the super-admin flag is set in any row of the user or of their roles, in any tenant. */
  readonly isSuperAdmin: boolean
}

export const accountCache = defineCache<Account | null>('auth.accounts', { bytes: 32 * MIB })

/** The account and its rights in `aclTenantId` (default: its own tenant); null for a deleted or unknown user. */
export function loadAccount(
  ctx: Pick<LookUpContext, 'cached' | 'widenScope' | 'inject'>,
  userId: string,
  aclTenantId?: string,
): Promise<Account | null> {
  return ctx.cached(accountCache, `${userId} ${aclTenantId ?? ''}`, async () => {
    const { inject } = ctx
    const account = await ctx.widenScope('allTenants', 'load the rights of an account', ({ db, from }) =>
      readAccount({ db, from, inject }, userId, aclTenantId),
    )
    const tenants = [account?.tenantId, aclTenantId].filter((id) => id !== undefined)
    return { value: account, tags: [tags.user(userId), tags.globalAcl, ...tenants.map(tags.acl)] }
  })
}

type StoredRights = Omit<AclEntry, 'source'>

interface AccountRow {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string | null
  readonly email: string
  readonly name: string | null
  readonly isConfirmed: boolean
  readonly isActive: boolean
  readonly locale: LocaleChoice
  readonly roles: Account['roles']
  readonly teams: Account['teams']
  readonly own: StoredRights | null
  /** Null if there is too much to read at once. */
  readonly held: readonly HeldAcl[] | null
  readonly flag: boolean
}

interface HeldAcl extends StoredRights {
  readonly roleId: string
  readonly name: string
}

type AccountReader = Pick<SystemContext, 'db' | 'from'> & Pick<LookUpContext, 'inject'>

async function readAccount(
  { db, from, inject }: AccountReader,
  userId: string,
  aclTenantId?: string,
): Promise<Account | null> {
  const { rows } = await sql<AccountRow>`
    with recursive home as materialized (select tenant_id, id from plinth.users_by_id where value = ${userId}), held as (
      select distinct r.id, r.name from home u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join roles r on r.id = ur.role_id and (r.tenant_id = u.tenant_id or r.tenant_id = plinth.all_tenants())
    ), allowed as (
      select held.id, held.name, a.is_super_admin, a.features, a.organizations, a.policies from home
      join role_acls a on a.tenant_id = coalesce(${aclTenantId ?? null}::uuid, home.tenant_id)
      join held on held.id = a.role_id
    ), joined (id) as (
      select m.team_id from home join team_members m on m.tenant_id = home.tenant_id and m.user_id = home.id
      union
      select t.parent_id from joined join home on true join teams t on t.tenant_id = home.tenant_id and t.id = joined.id
      where t.parent_id is not null
    ), weight as materialized (select coalesce(sum(${rightsBytes}), 0) as bytes from allowed a)
    select u.id, u."tenantId", u."organizationId", u.email, u.name, u."isConfirmed", u."isActive",
      json_build_object('timeZone', u."timeZone", 'language', u.language, 'weekStart', u."weekStart", 'currency', u.currency) as locale,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name, id) from held), '[]') as roles,
      coalesce((select json_agg(id order by id) from joined), '[]') as teams,
      (select json_build_object('isSuperAdmin', is_super_admin, 'features', features, 'organizations', organizations, 'policies', policies)
        from user_acls where user_id = u.id and tenant_id = coalesce(${aclTenantId ?? null}::uuid, u."tenantId")) as own,
      case when weight.bytes <= ${MAX_RIGHTS} then coalesce((select json_agg(json_build_object('roleId', a.id,
          'name', a.name, 'isSuperAdmin', a.is_super_admin, 'features', a.features, 'organizations', a.organizations, 'policies', a.policies)
        order by a.name, a.id) from allowed a), '[]') end as held,
      exists (select from user_acls where user_id = u.id and is_super_admin)
        or exists (select from role_acls a join held on held.id = a.role_id where a.is_super_admin) as flag
    from home join ${from.table(User, 'u')} on u."tenantId" = home.tenant_id and u.id = home.id
    cross join weight`.execute(db)
  const [row] = rows
  if (!row) return null
  const { own, flag, held: atOnce, ...account } = row
  const held =
    atOnce ?? (await readRoleByRole({ from, inject }, { roles: row.roles, tenantId: aclTenantId ?? row.tenantId }))
  return {
    ...account,
    locale: toLocaleChoice(account.locale),
    isSuperAdmin: flag,
    userAcl: own && { ...own, source: { kind: 'user' } },
    roleAcls: held.map(({ roleId, name, ...acl }) => ({ ...acl, source: { kind: 'role', id: roleId, name } })),
  }
}

/**
 * Reads oversized rights from before the limit one row at a time, so that other requests are served in between, and keeps only
 * what has an effect.
 */
async function readRoleByRole(
  { from, inject }: Pick<AccountReader, 'from' | 'inject'>,
  { roles, tenantId }: Pick<Account, 'roles' | 'tenantId'>,
): Promise<HeldAcl[]> {
  const reduce = createReduction({ inject })
  const held: HeldAcl[] = []
  for (const { id: roleId, name } of roles) {
    const stored = await from(RoleAcl, 'a')
      .select(['a.isSuperAdmin', 'a.features', 'a.organizations', 'a.policies'])
      .where('a.tenantId', '=', tenantId)
      .where('a.roleId', '=', roleId)
      .executeTakeFirst()
    if (stored) held.push({ ...reduce(stored), roleId, name })
  }
  return held
}
