import { type Context, defineCommand, forbidden, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { addDeclaredRole, declaredRoles } from '../declared-roles.ts'
import { lockGrants } from '../grant-boundary.ts'

/**
 * Gives the declared roles of the tenant at hand what modules declare for them and never did before, and the tenant the
 * roles that it was never given. What was offered once and taken away stays away. Of roles of before it is noted what
 * they are offered by now, and nothing is granted. Only the platform itself may run it.
 */
export const offerFeatures = defineCommand({
  id: 'auth.roles.offer',
  label: 'Grant what modules have added',
  access: features['acl.manage'],
  resource: 'auth.role',
  undoable: { because: 'what was offered to a role is not offered again' },
  target: () => ({ id: null }),
  input: z.object({}),
  output: z.object({ granted: z.number().int() }),
  async run(ctx) {
    if (ctx.actor.kind !== 'system') throw forbidden()
    await lockGrants(ctx)
    const known = await readKnown(ctx)
    let granted = 0
    for (const role of declaredRoles(ctx)) {
      const [name, declared] = role
      const old = known.get(name)
      if (!old) await addDeclaredRole(ctx, role)
      else if (await offer(ctx, old, declared)) granted++
    }
    ctx.invalidate(tags.acl(ctx.scope.tenantId))
    return { granted }
  },
})

interface Known {
  readonly roleId: string
  readonly name: string
  /** Null for what nobody wrote down. */
  readonly offered: readonly string[] | null
}

type Offering = Pick<Context, 'db' | 'scope' | 'now'>

async function readKnown({ db, scope }: Offering): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known>`select role_id as "roleId", name, offered from declared_roles
    where tenant_id = ${scope.tenantId}`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Answers whether the role was given something. */
async function offer(
  { db, scope: { tenantId }, now }: Offering,
  { roleId, offered }: Known,
  declared: readonly string[],
): Promise<boolean> {
  const fresh = declared.filter((feature) => !offered?.includes(feature))
  if (fresh.length === 0 && offered) return false
  await sql`update declared_roles set offered = ${[...(offered ?? []), ...fresh]}, updated_at = ${now().toISOString()}
    where tenant_id = ${tenantId} and role_id = ${roleId}`.execute(db)
  if (!offered) return false
  const { numAffectedRows = 0n } = await sql`
    update role_acls set updated_at = ${now().toISOString()}, features = features || array(
      select f from unnest(${fresh}::text[]) f where f <> all (features) and '*' <> all (features))
    where tenant_id = ${tenantId} and role_id = ${roleId}`.execute(db)
  return numAffectedRows > 0n
}
