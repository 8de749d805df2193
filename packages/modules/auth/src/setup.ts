import { composition, type Context, isReservedRoleName, sql } from '@plinth/core'

/** The roles every tenant begins with, whatever is composed. */
const ALWAYS = ['admin', 'employee']

/**
 * Creates the roles of a new tenant, those that modules declare among them, with what the composed modules grant them
 * (section 10.3). `superadmin` carries a flag that no module can give.
 */
export async function setUpRoles(ctx: Context): Promise<void> {
  const declared = ctx.get(composition).modules.flatMap(({ roles = {} }) => Object.keys(roles))
  const names = new Set([...ALWAYS, ...declared].map((name) => name.toLowerCase()))
  for (const name of names) {
    if (isReservedRoleName(name) && !ALWAYS.includes(name)) continue
    const features = defaultFeatures(ctx, name)
    const id = crypto.randomUUID()
    const { tenantId } = ctx.scope
    await sql`insert into roles (id, tenant_id, name) values (${id}, ${tenantId}, ${name})`.execute(ctx.db)
    await sql`insert into role_acls (id, tenant_id, role_id, is_super_admin, features, organizations)
      values (${crypto.randomUUID()}, ${tenantId}, ${id}, false, ${features}, null)`.execute(ctx.db)
  }
}

/** What the composed modules grant a role, without duplicates. */
export function defaultFeatures({ get }: Pick<Context, 'get'>, role: string): string[] {
  const declared = get(composition).modules.flatMap(({ roles = {} }) => Object.entries(roles))
  // The names of roles are told apart without regard to case.
  const granted = declared.flatMap(([name, features]) => (name.toLowerCase() === role.toLowerCase() ? features : []))
  return [...new Set(granted.map((feature) => (typeof feature === 'string' ? feature : feature.id)))]
}
