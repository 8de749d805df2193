import { type Context, inSlices, provide, sql } from '@plinth/core'
import {
  type Acl,
  type AclEntry,
  type Affected,
  createOrganizationTree,
  effectiveAcl,
  type OrganizationTree,
  rightsWatcher,
} from '@plinth/core/acl'
import { inTenant } from '@plinth/core/data'
import { wire } from '@plinth/core/http'
import { organizationTrees } from '@plinth/directory'
import {
  assertAdministered,
  isAdministered,
  lockAdministrators,
  mayAdminister,
  takesAdministration,
} from './administrators.ts'
import { tags } from '../contract.ts'
import { RoleAcl, User, UserAcl, UserRole } from '../entities.ts'
import { assertMayGrant, lockGrants, NO_RIGHTS, rightsOf } from './grant-boundary.ts'
import { loadAllRoles } from '../roles/held-roles.ts'
import { readOtherHolders, rightsOfHolder } from './other-holders.ts'
import { chunksOf, ROLES_AT_ONCE } from '../roles/role-chunks.ts'
import { assertSuperAdminLeft, isSuperAdminLeft, lockSuperAdmins } from './super-admins.ts'

/**
 * People's rights, by account, or by organization and rights if many people have the same rights; computed when they are
 * compared.
 */
interface WatchedRights {
  /** Empty if nobody has rights, which is when organizations do not matter. */
  readonly tree: OrganizationTree
  readonly roles: ReadonlyMap<string, AclEntry>
  readonly accounts: ReadonlyMap<string, RightsRow>
}

interface Watched extends Affected {
  /** The new state of locked accounts of which nothing else changes, so that their rights are read once. */
  readonly isActive?: boolean
}

/**
 * Watches how a change affects people's rights, and which administrators remain (decision: Revocation boundary). From here on it
 * waits for changes that affect many people. Changes of single accounts do not wait for each other, and lock the account first.
 */
export async function watchRights(ctx: Context, { isActive, ...affected }: Watched): Promise<() => Promise<void>> {
  const isPlaced = affected.isMove === true || (affected.organizationIds ?? []).length > 0
  // After invalidating a tag, a command bypasses the cache, which may not reflect yet what another host has committed.
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  const before = await readRights(ctx, affected, isPlaced ? 'exclusive' : 'shared')
  const assertOthersWithin = isPlaced ? await watchOthers(ctx, before.tree) : undefined
  const isFlagTouched = [...before.accounts.values()].some((account) => account.flag && isIn(account, before.tree))
  if ([...before.accounts.keys()].some((key) => isAdministrator(before, key))) await lockAdministrators(ctx)
  const assertSuperAdminRemains = isFlagTouched ? await watchSuperAdmins(ctx) : undefined
  return async () => {
    const after = isActive === undefined ? await readRights(ctx, affected) : withState(before, isActive)
    await assertWithin(ctx, before, after)
    await assertOthersWithin?.(after.tree)
    await assertSuperAdminRemains?.()
    if (losesAdministrator(before, after)) await assertAdministered(ctx)
  }
}

/** The same for service accounts, whose roles do not change here but where these apply. */
async function watchOthers(
  ctx: Context,
  tree: OrganizationTree,
): Promise<(treeNow: OrganizationTree) => Promise<void>> {
  if (rightsOf(ctx.actor).isSuperAdmin) return async () => {}
  const others = await readOtherHolders(ctx)
  const roles = await loadAllRoles(
    ctx,
    others.flatMap(({ roleIds }) => roleIds),
  )
  const held = others.map((holder) => ({ holder, roles: holder.roleIds.flatMap((id) => roles.get(id) ?? []) }))
  const toReach = (acl: Acl, of: OrganizationTree) => ({
    ...acl,
    organizations: acl.organizations && reach(acl.organizations, of),
  })
  return (treeNow) =>
    inSlices(
      (function* () {
        for (const { holder, roles: own } of held) {
          const [before, after] = [tree, treeNow].map((one) => toReach(rightsOfHolder(holder, own, one), one))
          assertMayGrant({ actor: ctx.actor, before: before!, after: after!, tree: FLAT })
          yield
        }
      })(),
    )
}

/** How a row of rights, or the rights of a role, change. */
interface AclChange {
  readonly before: Acl | null
  readonly after: Acl
  /** Whether the row had the super-admin flag. */
  readonly isFlagTouched: boolean
}

/**
 * Like `watchRights`, but for a row of rights, in commands that check for themselves what they grant: throws if no account
 * remains that can log in and administer the tenant or, if flags change, the platform. Call it while holding `lockGrants`.
 */
export async function watchRemaining(
  ctx: Context,
  { before, after, isFlagTouched }: AclChange,
): Promise<() => Promise<void>> {
  const isTaken = before !== null && takesAdministration(before, after)
  return watchLoss(ctx, { isTaken, isFlagTouched })
}

/** The same for a change of many people's rights: whether one of them loses what makes administrators, or the flag. */
export async function watchLoss(
  ctx: Context,
  { isTaken, isFlagTouched }: { readonly isTaken: boolean; readonly isFlagTouched: boolean },
): Promise<() => Promise<void>> {
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  const assertSuperAdminRemains = isFlagTouched ? await watchSuperAdmins(ctx) : undefined
  if (isTaken) await lockAdministrators(ctx)
  const wasAdministered = isTaken && (await isAdministered(ctx))
  return async () => {
    await assertSuperAdminRemains?.()
    if (wasAdministered) await assertAdministered(ctx)
  }
}

/** Super-admin flags count across all tenants. A change that affects no flag does not wait for other tenants. */
async function watchSuperAdmins(ctx: Context): Promise<() => Promise<void>> {
  await lockSuperAdmins(ctx)
  const wasAny = await isSuperAdminLeft(ctx)
  return async () => {
    if (wasAny) await assertSuperAdminLeft(ctx)
  }
}

/**
 * Whether somebody who could administer the tenant no longer can. Only then is it necessary to look for other administrators.
 */
function losesAdministrator(before: WatchedRights, after: WatchedRights): boolean {
  return [...before.accounts.keys()].some((key) => isAdministrator(before, key) && !isAdministrator(after, key))
}

/** The rights guard for commands of other modules. */
export const ownRightsWatcher = provide(rightsWatcher, (ctx) => ({
  watch: (affected) => watchRights(ctx, affected),
  watchTenants: () => watchTenants(ctx),
  countConfined: (organizationId) => countConfined(ctx, organizationId),
}))

/** Rights are combined as in `effectiveAcl`: individual rights replace those of roles, and super admins are not confined. */
async function countConfined({ widenScope, scope, inject }: Context, organizationId: string): Promise<number> {
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const others = tree.roots.flatMap((root) => tree.subtree(root)).filter((id) => id !== organizationId)
  // Each row of rights is evaluated once, however many users hold it.
  const place = sql`(a.organizations is null or ${wire.allOrganizations} = any (a.organizations)) as everywhere,
    coalesce(${organizationId} = any (a.organizations), false) as here,
    coalesce(a.organizations && ${others}::text[], false) as elsewhere`
  return widenScope('tenant', 'count who is confined to an organization', async ({ db, from }) => {
    const { rows } = await sql<{ people: number }>`
      with allowed as materialized (
        select a."roleId", a."isSuperAdmin", ${place} from ${from.table(RoleAcl, 'a')}
      ), own as materialized (
        select a."userId", a."isSuperAdmin", ${place} from ${from.table(UserAcl, 'a')}
      ), granted as (
        select o.*, true as counts from own o
        union all
        select h."userId", a."isSuperAdmin", a.everywhere, a.here, a.elsewhere, h."userId" not in (select "userId" from own)
        from ${from.table(UserRole, 'h')} join allowed a on a."roleId" = h."roleId"
      ), confined as (
        select g."userId" from granted g group by g."userId"
        having not bool_or(g."isSuperAdmin") and not bool_or(g.everywhere) filter (where g.counts)
          and bool_or(g.here) filter (where g.counts) and not bool_or(g.elsewhere) filter (where g.counts)
      )
      select count(*)::int as people from ${from.table(User, 'u')} where u."isConfirmed" and u."isActive"
        and (u."organizationId" = ${organizationId} or u.id in (select "userId" from confined))`.execute(db)
    return rows[0]!.people
  })
}

/** Serializes two super admins who deactivate each other's tenants, so that the second is rejected. */
function watchTenants(ctx: Context): Promise<() => Promise<void>> {
  // Bypasses the cache, as above.
  ctx.invalidate(tags.users(ctx.scope.tenantId))
  return watchSuperAdmins(ctx)
}

const isAdministrator = (watched: WatchedRights, key: string) =>
  watched.accounts.get(key)?.isLogin === true && mayAdminister(toRights(watched, key))

async function assertWithin({ actor }: Context, before: WatchedRights, after: WatchedRights): Promise<void> {
  if (rightsOf(actor).isSuperAdmin) return
  const keys = new Set([...before.accounts.keys(), ...after.accounts.keys()])
  await inSlices(
    (function* () {
      for (const key of keys) {
        assertMayGrant({ actor, before: toRights(before, key), after: toRights(after, key), tree: FLAT })
        yield
      }
    })(),
  )
}

/** For lists that name all organizations explicitly. */
const FLAT = createOrganizationTree([])

interface RightsRow {
  readonly id: string
  readonly organizationId: string | null
  readonly isActive: boolean
  /** Whether the account has a password and a confirmed address. Only then can it administer anything. */
  readonly isLogin: boolean
  readonly own: AclEntry | null
  /** Ids of roles. */
  readonly held: readonly string[]
  readonly flag: boolean
}

/** Has rights in some organizations only. */
const IS_CONFINED = sql`(
  exists (select from user_acls a where a.tenant_id = u."tenantId" and a.user_id = u.id and a.organizations is not null)
  or exists (select from user_roles h join role_acls a on a.tenant_id = h.tenant_id and a.role_id = h.role_id
    where h.tenant_id = u."tenantId" and h.user_id = u.id and a.organizations is not null))`

/**
 * The rights of the affected accounts; none for deactivated accounts, and for accounts in an inactive or deleted organization.
 */
async function readRights(
  ctx: Context,
  { userIds = [], organizationIds = [], isMove = false }: Affected,
  lock?: 'exclusive' | 'shared',
): Promise<WatchedRights> {
  const { inject, scope } = ctx
  const { tenantId } = scope
  const isPlaced = isMove || organizationIds.length > 0
  const acl = sql`jsonb_build_object('isSuperAdmin', a.is_super_admin, 'features', a.features, 'organizations', a.organizations,
    'policies', a.policies)`
  // Only what applies: PostgreSQL would plan a statement with all of it again each time, which takes longer than running it.
  const affectedBy = [
    sql`u.id = any (${[...userIds]}::uuid[])`,
    ...(organizationIds.length > 0 ? [sql`u."organizationId" = any (${[...organizationIds]}::uuid[])`] : []),
    ...(isMove ? [IS_CONFINED] : []),
  ]
  return ctx.widenScope('allTenants', 'read the rights that a change touches', async ({ db, from }) => {
    const found = sql<RightsRow>`
      select u.id, u."organizationId", u."isActive", u."isConfirmed" and u."passwordHash" is not null as "isLogin",
        (select ${acl} from user_acls a where a.tenant_id = u."tenantId" and a.user_id = u.id) as own,
        array(select distinct h.role_id::text as id from user_roles h where h.tenant_id = u."tenantId" and h.user_id = u.id
          order by id) as held,
        exists (select from user_acls where user_id = u.id and is_super_admin)
          or exists (select from user_roles h join role_acls a on a.role_id = h.role_id and a.is_super_admin
            where h.tenant_id = u."tenantId" and h.user_id = u.id) as flag
      from ${from.table(User, 'u')} where u."tenantId" = ${tenantId} and (${sql.join(affectedBy, sql` or `)})`
    // In one message; the rights are those after the lock.
    const [, { rows }] = await Promise.all([lock && lockGrants({ db, scope }, lock), found.execute(db)])
    const tree = isPlaced || rows.some(mayHaveRights) ? await inject(organizationTrees).of(tenantId) : FLAT
    const roles = new Map<string, AclEntry>()
    for (const ids of chunksOf([...new Set(rows.flatMap(({ held }) => held))], ROLES_AT_ONCE)) {
      const read = await sql<{ id: string; acl: AclEntry }>`select a.role_id as id, ${acl} as acl from role_acls a
        where ${inTenant(ctx.scope, 'a')} and a.role_id = any (${[...ids]}::uuid[])`.execute(db)
      for (const { id, acl: entry } of read.rows) roles.set(id, entry)
    }
    const single = new Set(userIds)
    const keyOf = ({ id, ...rest }: RightsRow) => (single.has(id) ? id : JSON.stringify(Object.values(rest)))
    return { tree, roles, accounts: new Map(rows.map((row) => [keyOf(row), row])) }
  })
}

/** The same accounts, all in this state. */
const withState = ({ accounts, ...watched }: WatchedRights, isActive: boolean): WatchedRights => ({
  ...watched,
  accounts: new Map([...accounts].map(([key, account]) => [key, { ...account, isActive }])),
})

const mayHaveRights = ({ own, held, flag }: RightsRow) => own !== null || held.length > 0 || flag

/** The rights of an account, or of several with the same ones. */
function toRights({ tree, roles, accounts }: WatchedRights, key: string): Acl {
  const account = accounts.get(key)
  if (!account || !mayHaveRights(account) || !isIn(account, tree)) return NO_RIGHTS
  const { own: userAcl, held, flag: superAdmin } = account
  const roleAcls = held.flatMap((id) => roles.get(id) ?? [])
  const acl = effectiveAcl({ userAcl, roleAcls, superAdmin, tree })
  return { ...acl, organizations: acl.organizations && reach(acl.organizations, tree) }
}

const isIn = ({ organizationId, isActive }: RightsRow, tree: OrganizationTree) =>
  isActive && (organizationId === null || tree.get(organizationId)?.isActive === true)

const reach = (ids: readonly string[], tree: OrganizationTree) => [...new Set(ids.flatMap((id) => tree.subtree(id)))]
