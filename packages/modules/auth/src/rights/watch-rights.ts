import { type Context, provide, sql } from '@plinth/core'
import {
  type Acl,
  type AclEntry,
  type Affected,
  createOrganizationTree,
  effectiveAcl,
  type OrganizationTree,
  rightsGuard,
} from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { assertAdministered, isAdministered } from './administrators.ts'
import { tags } from '../contract.ts'
import { User } from '../entities.ts'
import { assertMayGrant, lockGrants, NO_RIGHTS, rightsOf } from './grant-boundary.ts'
import { assertSuperAdminLeft, isSuperAdminLeft, lockSuperAdmins } from './super-admins.ts'

/** What people may do, by account, or by organization and rights where many have the same. */
type RightsByAccount = ReadonlyMap<string, Acl>

/** Watches what a change does to people's rights, and to who is left (decision 40). */
export async function watchRights(ctx: Context, affected: Affected): Promise<() => Promise<void>> {
  await lockGrants(ctx)
  // A command that has invalidated a tag bypasses the cache, which may not know yet what another host has committed.
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  const before = await readRights(ctx, affected)
  const isFlagTouched = [...before.values()].some(({ isSuperAdmin }) => isSuperAdmin)
  const assertUnharmed = await watchRemaining(ctx, isFlagTouched)
  return async () => {
    assertWithin(ctx, before, await readRights(ctx, affected))
    await assertUnharmed()
  }
}

/** Throws where no account is left that can log in and administer the tenant; where flags change, the platform. */
export async function watchRemaining(ctx: Context, isFlagTouched: boolean): Promise<() => Promise<void>> {
  await lockGrants(ctx)
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  // Flags of all tenants count together; a change that touches none need not wait for other tenants.
  if (isFlagTouched) await lockSuperAdmins(ctx)
  const wasAny = isFlagTouched && (await isSuperAdminLeft(ctx))
  const wasAdministered = await isAdministered(ctx)
  return async () => {
    if (wasAny) await assertSuperAdminLeft(ctx)
    if (wasAdministered) await assertAdministered(ctx)
  }
}

/** The guard of commands that are not this module's. */
export const ownRightsGuard = provide(rightsGuard, (ctx) => ({
  watch: (affected) => watchRights(ctx, affected),
  watchTenants: () => watchTenants(ctx),
}))

/** Two super admins who lock each other's tenants out wait for each other, and the second one is refused. */
async function watchTenants(ctx: Context): Promise<() => Promise<void>> {
  await lockSuperAdmins(ctx)
  // To bypass the cache, as above.
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  const wasAny = await isSuperAdminLeft(ctx)
  return async () => {
    if (wasAny) await assertSuperAdminLeft(ctx)
  }
}

function assertWithin({ actor }: Context, before: RightsByAccount, after: RightsByAccount): void {
  if (rightsOf(actor).isSuperAdmin) return
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const change = { before: before.get(key) ?? NO_RIGHTS, after: after.get(key) ?? NO_RIGHTS }
    assertMayGrant({ actor, ...change, tree: FLAT })
  }
}

/** For lists that name all organizations they reach. */
const FLAT = createOrganizationTree([])

interface RightsRow {
  readonly id: string
  readonly organizationId: string | null
  readonly own: AclEntry | null
  readonly held: readonly AclEntry[]
  readonly flag: boolean
}

/** Rights of those affected; nothing for accounts of an organization that is inactive or gone. */
async function readRights(ctx: Context, { userIds = [], organizationIds = [], isMove = false }: Affected) {
  const { tenantId } = ctx.scope
  const tree = await ctx.inject(organizationTrees).of(tenantId)
  const acl = sql`jsonb_build_object('isSuperAdmin', a.is_super_admin, 'features', a.features, 'organizations', a.organizations)`
  const { rows } = await ctx.asSystem('read the rights that a change touches', ({ db, from }) =>
    sql<RightsRow>`
      select u.id, u."organizationId",
        (select ${acl} from user_acls a where a.tenant_id = u."tenantId" and a.user_id = u.id) as own,
        coalesce((select jsonb_agg(${acl} order by a.role_id) from user_roles h
          join role_acls a on a.tenant_id = h.tenant_id and a.role_id = h.role_id
          where h.tenant_id = u."tenantId" and h.user_id = u.id), '[]') as held,
        exists (select from user_acls where user_id = u.id and is_super_admin)
          or exists (select from user_roles h join role_acls a on a.role_id = h.role_id and a.is_super_admin
            where h.tenant_id = u."tenantId" and h.user_id = u.id) as flag
      from ${from.table(User, 'u')} where u."tenantId" = ${tenantId} and (u.id = any (${[...userIds]}::uuid[])
        or u."organizationId" = any (${[...organizationIds]}::uuid[])
        or ${isMove} and (
          exists (select from user_acls a where a.tenant_id = u."tenantId" and a.user_id = u.id and a.organizations is not null)
          or exists (select from user_roles h join role_acls a on a.tenant_id = h.tenant_id and a.role_id = h.role_id
            where h.tenant_id = u."tenantId" and h.user_id = u.id and a.organizations is not null)))`.execute(db),
  )
  return toRights(rows, tree, new Set(userIds))
}

function toRights(rows: readonly RightsRow[], tree: OrganizationTree, single: ReadonlySet<string>): RightsByAccount {
  const rights = new Map<string, Acl>()
  for (const { id, organizationId, own: userAcl, held: roleAcls, flag: superAdmin } of rows) {
    const key = single.has(id) ? id : JSON.stringify([organizationId, userAcl, roleAcls, superAdmin])
    if (rights.has(key)) continue
    const isIn = organizationId === null || tree.get(organizationId)?.isActive === true
    const acl = isIn ? effectiveAcl({ userAcl, roleAcls, superAdmin, tree }) : NO_RIGHTS
    rights.set(key, { ...acl, organizations: acl.organizations && reach(acl.organizations, tree) })
  }
  return rights
}

const reach = (ids: readonly string[], tree: OrganizationTree) => [...new Set(ids.flatMap((id) => tree.subtree(id)))]
