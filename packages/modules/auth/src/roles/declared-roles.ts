import { composition, type Context, sql } from '@plinth/core'
import { isReservedRoleName } from './role-names.ts'

/** The roles of every tenant, whichever modules are composed. */
const ALWAYS = ['admin', 'employee']

/**
 * The features that the composed modules grant to each role they name, without duplicates. Names are compared case-insensitively.
 * `superadmin` cannot be declared by a module, because it carries a flag that modules cannot grant.
 */
export function declaredRoles({ inject }: Pick<Context, 'inject'>): ReadonlyMap<string, readonly string[]> {
  const roles = new Map(ALWAYS.map((name) => [name, new Set<string>()]))
  for (const [roleName, features] of inject(composition).modules.flatMap(({ roles = {} }) => Object.entries(roles))) {
    const name = roleName.toLowerCase()
    if (isReservedRoleName(name) && !ALWAYS.includes(name)) continue
    const granted = roles.get(name) ?? new Set()
    for (const feature of features) granted.add(typeof feature === 'string' ? feature : feature.id)
    roles.set(name, granted)
  }
  return new Map([...roles].map(([name, features]) => [name, [...features]]))
}

/** The features that the composed modules grant to a role. */
export const defaultFeatures = (ctx: Pick<Context, 'inject'>, role: string): readonly string[] =>
  declaredRoles(ctx).get(role.toLowerCase()) ?? []

/** Adds a declared role to the current tenant, unless a role of that name exists. */
export async function addDeclaredRole(
  { db, scope: { tenantId }, now }: Pick<Context, 'db' | 'scope' | 'now'>,
  [name, features]: readonly [string, readonly string[]],
): Promise<void> {
  const id = crypto.randomUUID()
  const at = now().toISOString()
  const { rows } = await sql`insert into roles (id, tenant_id, name, created_at, updated_at)
    values (${id}, ${tenantId}, ${name}, ${at}, ${at})
    on conflict do nothing returning id`.execute(db)
  if (rows.length > 0)
    await sql`insert into role_acls (id, tenant_id, role_id, is_super_admin, features, organizations, created_at, updated_at)
      values (${crypto.randomUUID()}, ${tenantId}, ${id}, false, ${features}, null, ${at}, ${at})`.execute(db)
  await sql`insert into declared_roles (id, tenant_id, role_id, name, offered, created_at, updated_at)
    values (${crypto.randomUUID()}, ${tenantId}, ${id}, ${name}, ${features}, ${at}, ${at})`.execute(db)
}

/** Creates the roles of a new tenant, with the features granted by the composed modules. */
export async function setUpRoles(ctx: Context): Promise<void> {
  for (const role of declaredRoles(ctx)) await addDeclaredRole(ctx, role)
}
