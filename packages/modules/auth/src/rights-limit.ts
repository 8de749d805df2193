import { badInput, type Context, sql } from '@plinth/core'
import { type Acl, type AclEntry, normalizeOrganizations } from '@plinth/core/acl'
import { anyOf, inTenant } from '@plinth/core/data'
import { knownGrants } from './known-features.ts'
import { RoleAcl } from './entities.ts'

/**
 * Maximum bytes of the rights of an account or key: features and organizations of all its roles together (decision: Limits per
 * tenant).
 */
export const MAX_RIGHTS = 512 * 1024

/** Maximum bytes of the rights of all roles and accounts of a tenant. */
const MAX_TENANT_RIGHTS = 64 * 1024 * 1024

/** Overhead per entry in bytes, so that many short entries count as well. */
const ENTRY = 8

/** The size in bytes of a row of rights, named `a`. */
export const rightsBytes = sql<number>`(octet_length(array_to_string(a.features, '')) + ${sql.lit(ENTRY)} * cardinality(a.features)
  + coalesce(octet_length(array_to_string(a.organizations, '')) + ${sql.lit(ENTRY)} * cardinality(a.organizations), 0)
  + coalesce(octet_length(a.policies::text), 0))`

type RightsRow = Omit<AclEntry, 'source'>

const bytesOfRights = ({ features, organizations, policies }: RightsRow) =>
  [...features, ...(organizations ?? [])].reduce((bytes, text) => bytes + Buffer.byteLength(text) + ENTRY, 0) +
  (policies ? Buffer.byteLength(JSON.stringify(policies)) : 0)

const tooLarge = (whose: string, limit = MAX_RIGHTS) =>
  badInput(`The features and organizations of ${whose} may take at most ${limit} bytes`)

/** Throws 400 if a row exceeds the limit and is larger than before. Returns whether it is larger than before. */
export function assertRowFits(before: RightsRow | null, after: RightsRow): boolean {
  const bytes = bytesOfRights(after)
  const isMore = bytes > (before ? bytesOfRights(before) : 0)
  if (isMore && bytes > MAX_RIGHTS) throw tooLarge('a role or account')
  return isMore
}

/** Throws 400 if the roles together exceed the limit of an account or key and are larger than those in `held`. */
export async function assertRolesFit(
  { from, scope }: Pick<Context, 'from' | 'scope'>,
  roleIds: readonly string[],
  held: readonly string[] = [],
): Promise<void> {
  if (roleIds.every((id) => held.includes(id))) return
  const bytes = await bytesOfRoles({ from, scope }, roleIds)
  if (bytes <= MAX_RIGHTS || bytes <= (await bytesOfRoles({ from, scope }, held))) return
  throw tooLarge('all roles of one account or key')
}

/** The size of the combined rights of roles in the tenant. */
export async function bytesOfRoles(
  { from, scope }: Pick<Context, 'from' | 'scope'>,
  ids: readonly string[],
): Promise<number> {
  const { bytes } = await from(RoleAcl, 'a')
    .select(sql<number>`coalesce(sum(${rightsBytes}), 0)::float8`.as('bytes'))
    .where('a.tenantId', '=', scope.tenantId)
    .where('a.roleId', '=', anyOf(ids))
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * Records what holders have, and returns a function that throws 400 if one of them has more after a change and exceeds the limit.
 * Holders who exceeded the limit before it was introduced keep what they have.
 */
export async function watchLimit(
  ctx: Pick<Context, 'db' | 'scope'>,
  userIds: readonly string[],
): Promise<() => Promise<void>> {
  const [before, total] = await Promise.all([readHeavy(ctx, { userIds }), readTotal(ctx)])
  return async () => {
    if ((await readTotal(ctx)) > Math.max(total, MAX_TENANT_RIGHTS))
      throw tooLarge('all roles and accounts', MAX_TENANT_RIGHTS)
    assertNotGrown(before, await readHeavy(ctx, { userIds }))
  }
}

/** Throws 400 if a role or account that was extended now exceeds the limit of its holders or of the tenant. */
export async function assertAllFit(ctx: Pick<Context, 'db' | 'scope'>, roleId?: string): Promise<void> {
  const heavy = roleId === undefined ? new Map() : await readHeavy(ctx, { roleIds: [roleId] })
  if (heavy.size > 0) throw tooLarge('all roles of one account')
  if ((await readTotal(ctx)) > MAX_TENANT_RIGHTS) throw tooLarge('all roles and accounts', MAX_TENANT_RIGHTS)
}

/** Throws 400 if one of these accounts exceeds the limit after its roles have changed, and has more than before. */
export async function keepWithinLimit(
  ctx: Pick<Context, 'db' | 'scope'>,
  userIds: readonly string[],
  change: () => Promise<unknown>,
): Promise<void> {
  if (userIds.length === 0) return void (await change())
  // In this order, in one message.
  const [before, , after] = await Promise.all([readHeavy(ctx, { userIds }), change(), readHeavy(ctx, { userIds })])
  assertNotGrown(before, after)
}

function assertNotGrown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
  for (const [id, bytes] of after) if (bytes > (before.get(id) ?? 0)) throw tooLarge('all roles of one account')
}

async function readTotal({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from (
    select ${rightsBytes} as bytes from role_acls a where ${inTenant(scope, 'a')}
    union all select ${rightsBytes} from user_acls a where ${inTenant(scope, 'a')}) rights`.execute(db)
  return rows[0]!.bytes
}

/** Accounts, or all holders of a role: one of them, so that an index finds their roles among those of a large tenant. */
type Holders = { readonly userIds: readonly string[] } | { readonly roleIds: readonly string[] }

/** Holders who exceed the limit, with the size of their roles. */
async function readHeavy(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  holders: Holders,
): Promise<ReadonlyMap<string, number>> {
  const concerned =
    'userIds' in holders
      ? sql`h.user_id = any (${[...holders.userIds]}::uuid[])`
      : sql`h.user_id in (select user_id from user_roles o
          where ${inTenant(scope, 'o')} and o.role_id = any (${[...holders.roleIds]}::uuid[]))`
  const { rows } = await sql<{ id: string; bytes: number }>`
    with held as materialized (
      select distinct user_id, role_id from user_roles h where ${inTenant(scope, 'h')} and ${concerned}
    ), weights as materialized (
      select a.role_id, ${rightsBytes} as bytes from role_acls a
      where ${inTenant(scope, 'a')} and a.role_id = any (array(select distinct role_id from held))
    )
    select h.user_id as id, sum(w.bytes)::float8 as bytes from held h join weights w on w.role_id = h.role_id
    group by h.user_id having sum(w.bytes) > ${MAX_RIGHTS}`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/**
 * Reduces rights from before the limit was introduced, row by row: keeps only what previous rows do not contain, so that the
 * union is the same, and only features that a composed module declares or that cover one.
 */
export function createReduction(ctx: Pick<Context, 'inject'>): <A extends Acl>(acl: A) => A {
  const counting = new Set(knownGrants(ctx))
  const named = new Set<string>()
  const isNew = (id: string) => named.size !== named.add(id).size
  return (acl) => ({
    ...acl,
    // A feature that has been found once is not looked for again.
    features: acl.features.filter((id) => counting.delete(id)),
    organizations: normalizeOrganizations(acl.organizations)?.filter(isNew) ?? null,
  })
}
