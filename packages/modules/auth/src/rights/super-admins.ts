import { badInput, type Context, forbidden, sql } from '@plinth/core'
import { organizationTrees, tenants } from '@plinth/directory'
import { User } from '../entities.ts'
import { rightsOf } from './grant-boundary.ts'

/** Throws 400 if no super admin remains who can log in. Call it while holding `lockSuperAdmins`. */
export async function assertSuperAdminLeft(ctx: Pick<Context, 'widenScope' | 'inject'>): Promise<void> {
  if (!(await isSuperAdminLeft(ctx))) throw badInput('At least one super administrator must remain.')
}

/** Serializes changes that may remove the super-admin flag, so that two changes cannot each rely on the other's super admin. */
export async function lockSuperAdmins({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('auth.super-admins', 0))`.execute(db)
}

/** Whether a super admin can log in, in an active organization of an active tenant. */
export async function isSuperAdminLeft(ctx: Pick<Context, 'widenScope' | 'inject'>): Promise<boolean> {
  const homes = await ctx.widenScope('allTenants', 'look for a super admin of any tenant', async ({ db, from }) => {
    const { rows } = await sql<SuperAdminHome>`
      select distinct u."tenantId", u."organizationId" from (
        select tenant_id, user_id from user_acls where is_super_admin
        union all
        select h.tenant_id, h.user_id from role_acls a join user_roles h on h.role_id = a.role_id
        where a.is_super_admin
      ) flagged
      join ${from.table(User, 'u')} on u."tenantId" = flagged.tenant_id and u.id = flagged.user_id
      where u."isConfirmed" and u."isActive" and u."passwordHash" is not null`.execute(db)
    return rows
  })
  for (const home of homes) if (await mayLogIn(ctx, home)) return true
  return false
}

interface SuperAdminHome {
  readonly tenantId: string
  readonly organizationId: string | null
}

/** Whether accounts of a tenant and organization can log in. */
export async function mayLogIn(
  { inject }: Pick<Context, 'inject'>,
  { tenantId, organizationId }: SuperAdminHome,
): Promise<boolean> {
  if (!(await inject(tenants).find(tenantId))?.isActive) return false
  if (organizationId === null) return true
  const tree = await inject(organizationTrees).of(tenantId)
  return tree.get(organizationId)?.isActive ?? false
}

/** Whether one of these users has the super-admin flag from any row, in any tenant. */
export function isSuperAdmin(
  { widenScope }: Pick<Context, 'widenScope'>,
  ...userIds: readonly string[]
): Promise<boolean> {
  return widenScope('allTenants', 'see whether a user is a super admin', async ({ db }) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from user_acls where user_id = any (${userIds}::uuid[]) and is_super_admin)
        or exists (select from plinth.users_by_id u join user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.id
          join role_acls a on a.role_id = h.role_id and a.is_super_admin where u.value = any (${userIds}::uuid[])) as found`.execute(
      db,
    )
    return rows[0]?.found ?? false
  })
}

/** Throws 403 if the rights of a super admin would change and the actor is not one. */
export async function assertMayChangeRights(
  ctx: Pick<Context, 'actor' | 'widenScope'>,
  ...userIds: readonly string[]
): Promise<void> {
  if (!rightsOf(ctx.actor).isSuperAdmin && (await isSuperAdmin(ctx, ...userIds)))
    throw forbidden('Only super administrators may change the rights of a super administrator.')
}
