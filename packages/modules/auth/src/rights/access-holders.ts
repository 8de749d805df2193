import { type Context, sql } from '@plinth/core'
import { inLanguage } from '@plinth/core/data'
import { wire } from '@plinth/core/http'
import { type OrganizationTree } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { Role, RoleAcl, User, UserAcl, UserRole } from '../entities.ts'
import { coveringGrants } from '../known-features.ts'

/** An account that may use a feature, and what grants it. */
export const HolderView = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  organizationId: z.uuid().nullable(),
  isSuperAdmin: z.boolean(),
  /** What they may do to the record that was asked about; null if policies decide by fields that the caller may not read. */
  record: z
    .object({ read: z.boolean().nullable(), update: z.boolean().nullable(), delete: z.boolean().nullable() })
    .optional(),
  /** The rows that grant it, the first 20; empty for super admins, who need no grant. */
  sources: z.array(
    z.object({
      kind: z.enum(['user_acl', 'role']),
      id: z.string().nullable(),
      name: z.string().nullable(),
      grants: z.array(z.string()),
    }),
  ),
})
export type HolderView = z.input<typeof HolderView>

/** The feature whose holders are listed. */
interface HolderQuery {
  readonly feature: string
  /** Where they use it; null for anywhere. */
  readonly organizationId: string | null
  readonly page: number
  readonly pageSize: number
}

/**
 * One page of the tenant's accounts that may currently use a feature, sorted by email, and their total. Contains accounts that
 * the caller may see and that can log in. Agrees with how requests are authorized, except that an account whose rights apply in
 * an organization other than its home has to select that organization.
 */
export async function readHolders(
  { inject, scope, widenScope, locale }: Context,
  { feature, organizationId, page, pageSize }: HolderQuery,
): Promise<[HolderView[], number]> {
  const { tenantId, organizationIds } = scope
  const { language } = await locale()
  const tree = await inject(organizationTrees).of(tenantId)
  const all = tree.roots.flatMap((root) => tree.subtree(root))
  const reaching = organizationId === null ? all : [...tree.ancestors(organizationId), organizationId]
  const covering = coveringGrants(feature)
  // Each row of rights is evaluated once, however many users hold it.
  const reaches = sql`(a.organizations is null or ${wire.allOrganizations} = any (a.organizations)
    or a.organizations && ${reaching}::text[])`
  // The super-admin flag applies regardless of the tenant it was set in, which the tenant's own rows do not show.
  return widenScope('allTenants', 'look who may use a feature', async ({ db, from }) => {
    const { rows } = await sql<HolderView & { total: number }>`
      with allowed as materialized (
        select a."roleId", a.features && ${covering}::text[] as has, ${reaches} as reaches
        from ${from.table(RoleAcl, 'a')} where a."tenantId" = ${tenantId}
      ), own as materialized (
        select a."userId", a.features && ${covering}::text[] as has, ${reaches} as reaches
        from ${from.table(UserAcl, 'a')} where a."tenantId" = ${tenantId}
      ), holders as (
        select o."userId" from own o where o.has and o.reaches
        union all
        select h."userId" from ${from.table(UserRole, 'h')} join allowed a on a."roleId" = h."roleId"
        where h."tenantId" = ${tenantId} and h."userId" not in (select "userId" from own)
        group by h."userId" having bool_or(a.has) and bool_or(a.reaches)
      ), flagged as (
        select a.user_id as "userId" from user_acls a where a.is_super_admin
        union
        select h.user_id from role_acls a join user_roles h on h.role_id = a.role_id
        where a.is_super_admin and h.tenant_id = ${tenantId}
      ), found as (
        select u.id, u.email, u.name, u."organizationId", u.id in (select "userId" from flagged) as "isSuperAdmin"
        from ${from.table(User, 'u')} where u."tenantId" = ${tenantId} and u."isConfirmed" and u."isActive"
          and (u."organizationId" is null or u."organizationId" = any (${activeOf(tree, all)}::uuid[]))
          and ${organizationIds === null ? sql`true` : sql`u."organizationId" = any (${[...organizationIds]}::uuid[])`}
          and (u.id in (select "userId" from holders) or u.id in (select "userId" from flagged))
      ), shown as (select * from found order by ${inLanguage('email', language)}, id limit ${pageSize} offset ${(page - 1) * pageSize})
      select (select count(*)::int from found) as total, s.*,
        case when s."isSuperAdmin" then '[]' else coalesce((
          select json_agg(json_build_object('kind', g.kind, 'id', g.id, 'name', g.name, 'grants', array(
            select f from unnest(g.features) f where f = any (${covering}))) order by ${inLanguage('g.name', language)}, g.id)
          from (
            select 'user_acl' as kind, null::uuid as id, null as name, a.features from ${from.table(UserAcl, 'a')}
            where a."tenantId" = ${tenantId} and a."userId" = s.id
            union
            select 'role', r.id, r.name, a.features from ${from.table(UserRole, 'h')}
            join allowed on allowed."roleId" = h."roleId" and allowed.has
            join ${from.table(RoleAcl, 'a')} on a."tenantId" = ${tenantId} and a."roleId" = h."roleId"
            join ${from.table(Role, 'r')} on r.id = h."roleId"
            where h."tenantId" = ${tenantId} and h."userId" = s.id and s.id not in (select "userId" from own)
            order by name, id limit ${MOST_SOURCES}) g), '[]') end as sources
      from (select) one left join shown s on true order by ${inLanguage('s.email', language)}, s.id`.execute(db)
    const holders = rows.filter(({ id }) => id !== null).map(({ total: _total, ...holder }) => holder)
    return [holders, rows[0]?.total ?? 0]
  })
}

const MOST_SOURCES = 20

const activeOf = (tree: OrganizationTree, ids: readonly string[]) => ids.filter((id) => tree.get(id)?.isActive)
