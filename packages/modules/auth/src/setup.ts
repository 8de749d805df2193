import { composition, type Context, sql } from '@plinth/core'

/** The roles every tenant begins with; `superadmin` carries the flag and is given to the first tenant only. */
export const builtInRoles = ['admin', 'employee'] as const

/** Creates the built-in roles of a new tenant with what the composed modules grant them (section 10.3). */
export async function setUpRoles(ctx: Context, names: readonly string[] = builtInRoles): Promise<void> {
  for (const name of names) {
    const features = defaultFeatures(ctx, name)
    const id = crypto.randomUUID()
    const { tenantId } = ctx.scope
    await sql`insert into roles (id, tenant_id, name) values (${id}, ${tenantId}, ${name})`.execute(ctx.db)
    await sql`insert into role_acls (id, tenant_id, role_id, is_super_admin, features, organizations)
      values (${crypto.randomUUID()}, ${tenantId}, ${id}, ${name === 'superadmin'}, ${features}, null)`.execute(ctx.db)
  }
}

/** What the composed modules grant a built-in role, without duplicates. */
export function defaultFeatures({ get }: Pick<Context, 'get'>, role: string): string[] {
  const granted = get(composition).modules.flatMap((module) => module.roles?.[role] ?? [])
  return [...new Set(granted.map((feature) => (typeof feature === 'string' ? feature : feature.id)))]
}
