import { type CommandContext, sql } from '@plinth/core'
import { type Acl, type StoredPolicies, toLayers } from '@plinth/core/acl'
import { columns, inTenant } from '@plinth/core/data'
import { RoleAcl } from '../entities.ts'

/** The kinds of owners. Both tables have the same columns, except for this one. */
const OWNERS = {
  role: { table: sql.table('role_acls'), owner: sql.ref('role_id') },
  user: { table: sql.table('user_acls'), owner: sql.ref('user_id') },
} as const

interface AclKey {
  readonly of: keyof typeof OWNERS
  readonly id: string
}

/** Stored rights, and when they were last changed. */
export interface StoredAcl extends Acl {
  readonly policies: StoredPolicies | null
  readonly updatedAt: Date | string
}

/** The stored rights in the tenant, locked until the command ends; null if there are none. */
export async function lockAcl(
  { db, scope }: Pick<CommandContext, 'db' | 'scope'>,
  { of, id }: AclKey,
): Promise<StoredAcl | null> {
  const { table, owner } = OWNERS[of]
  const { rows } =
    await sql<StoredAcl>`select ${columns(RoleAcl, 'a', ['isSuperAdmin', 'features', 'organizations', 'policies', 'updatedAt'])}
    from ${table} a where ${inTenant(scope, 'a')} and a.${owner} = ${id} for update`.execute(db)
  const [row] = rows
  return row ? { ...row, layers: toLayers([{ source: { kind: 'user' }, ...row }]) } : null
}

/** Stores rights in the tenant, replacing existing ones. */
export async function writeAcl(
  { db, scope, now }: Pick<CommandContext, 'db' | 'scope' | 'now'>,
  { of, id }: AclKey,
  { isSuperAdmin, features, organizations }: Acl,
): Promise<void> {
  const { table, owner } = OWNERS[of]
  const time = now().toISOString()
  await sql`
    insert into ${table} (id, tenant_id, ${owner}, is_super_admin, features, organizations, created_at, updated_at)
    values (${crypto.randomUUID()}, ${scope.tenantId}, ${id}, ${isSuperAdmin}, ${[...features]},
      ${organizations && [...organizations]}, ${time}, ${time})
    on conflict (tenant_id, ${owner}) do update set is_super_admin = excluded.is_super_admin,
      features = excluded.features, organizations = excluded.organizations, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Stores row policies beside the rights in the tenant; rights without any are created first. */
export async function writePolicies(
  { db, scope, now }: Pick<CommandContext, 'db' | 'scope' | 'now'>,
  { of, id }: AclKey,
  policies: StoredPolicies | null,
): Promise<void> {
  const { table, owner } = OWNERS[of]
  const time = now().toISOString()
  const value = policies === null ? null : JSON.stringify(policies)
  await sql`
    insert into ${table} (id, tenant_id, ${owner}, is_super_admin, features, policies, created_at, updated_at)
    values (${crypto.randomUUID()}, ${scope.tenantId}, ${id}, false, '{}', ${value}::jsonb, ${time}, ${time})
    on conflict (tenant_id, ${owner}) do update set policies = excluded.policies, updated_at = excluded.updated_at`.execute(
    db,
  )
}
