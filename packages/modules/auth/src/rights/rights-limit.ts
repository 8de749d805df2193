import { badInput, type Context, sql } from '@plinth/core'
import { type Acl, normalizeOrganizations } from '@plinth/core/acl'
import { anyOf, inTenant } from '@plinth/core/data'
import { knownGrants } from './known-features.ts'
import { RoleAcl } from '../entities.ts'

/** Bytes that the rights of one account or key may take: features and organizations, of all its roles together (decision 43). */
export const MAX_RIGHTS = 512 * 1024

/** Bytes that the rights of all roles and accounts of a tenant may take. */
const MAX_TENANT_RIGHTS = 64 * 1024 * 1024

/** What an entry takes beside its text, so that many short ones count as well. */
const ENTRY = 8

/** Bytes of a row of rights, which is `a`. */
export const rightsBytes = sql<number>`(octet_length(array_to_string(a.features, '')) + ${sql.lit(ENTRY)} * cardinality(a.features)
  + coalesce(octet_length(array_to_string(a.organizations, '')) + ${sql.lit(ENTRY)} * cardinality(a.organizations), 0))`

const bytesOfRights = ({ features, organizations }: Acl) =>
  [...features, ...(organizations ?? [])].reduce((bytes, text) => bytes + Buffer.byteLength(text) + ENTRY, 0)

const tooLarge = (whose: string, limit = MAX_RIGHTS) =>
  badInput(`The features and organizations of ${whose} may take at most ${limit} bytes`)

/** Whether a row has more than before. Throws 400 where it has and is beyond the limit. */
export function assertRowFits(before: Acl | null, after: Acl): boolean {
  const bytes = bytesOfRights(after)
  const isMore = bytes > (before ? bytesOfRights(before) : 0)
  if (isMore && bytes > MAX_RIGHTS) throw tooLarge('a role or account')
  return isMore
}

/** Throws 400 where roles allow more together than one account or key may have, and more than those `held` before. */
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

/** What roles allow in the tenant, all together. */
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
 * Notes what holders have, and answers what throws 400 where one has more after a change, and beyond the limit. Those who were
 * beyond it before there was one keep what they have.
 */
export async function watchLimit(
  ctx: Pick<Context, 'db' | 'scope'>,
  userIds: readonly string[],
): Promise<() => Promise<void>> {
  const [before, total] = [await readHeavy(ctx, { userIds }), await readTotal(ctx)]
  return async () => {
    if ((await readTotal(ctx)) > Math.max(total, MAX_TENANT_RIGHTS))
      throw tooLarge('all roles and accounts', MAX_TENANT_RIGHTS)
    for (const [id, bytes] of await readHeavy(ctx, { userIds }))
      if (bytes > (before.get(id) ?? 0)) throw tooLarge('all roles of one account')
  }
}

/** Throws 400 where a role or account that has more now is too much for those who hold the role, or for the tenant. */
export async function assertAllFit(ctx: Pick<Context, 'db' | 'scope'>, roleId?: string): Promise<void> {
  const heavy = roleId === undefined ? new Map() : await readHeavy(ctx, { roleIds: [roleId] })
  if (heavy.size > 0) throw tooLarge('all roles of one account')
  if ((await readTotal(ctx)) > MAX_TENANT_RIGHTS) throw tooLarge('all roles and accounts', MAX_TENANT_RIGHTS)
}

async function readTotal({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from (
    select ${rightsBytes} as bytes from role_acls a where ${inTenant(scope, 'a')}
    union all select ${rightsBytes} from user_acls a where ${inTenant(scope, 'a')}) rights`.execute(db)
  return rows[0]!.bytes
}

/** Holders beyond the limit, with what their roles take. */
async function readHeavy(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { userIds = [], roleIds = [] }: { readonly userIds?: readonly string[]; readonly roleIds?: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    with weights as materialized (
      select a.role_id, ${rightsBytes} as bytes from role_acls a where ${inTenant(scope, 'a')}
    )
    select h.user_id as id, sum(w.bytes)::float8 as bytes from user_roles h join weights w on w.role_id = h.role_id
    where ${inTenant(scope, 'h')} and (h.user_id = any (${[...userIds]}::uuid[]) or h.user_id in (
      select user_id from user_roles o where ${inTenant(scope, 'o')} and o.role_id = any (${[...roleIds]}::uuid[])))
    group by h.user_id having sum(w.bytes) > ${MAX_RIGHTS}`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/**
 * For rights from before there was a limit, row by row: keeps of each what those before it do not have, so that they unite to
 * the same, and of features those that a composed module declares, and what covers one.
 */
export function createReduction(ctx: Pick<Context, 'inject'>): (acl: Acl) => Acl {
  const counting = new Set(knownGrants(ctx))
  const named = new Set<string>()
  const isNew = (id: string) => named.size !== named.add(id).size
  return ({ isSuperAdmin, features, organizations }) => ({
    isSuperAdmin,
    // What was named once is not looked for again.
    features: features.filter((id) => counting.delete(id)),
    organizations: normalizeOrganizations(organizations)?.filter(isNew) ?? null,
  })
}
