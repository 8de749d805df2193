import { type Context, defineCommand, forbidden, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { addDeclaredRole, declaredRoles } from '../roles/declared-roles.ts'
import { DeclaredRole, RoleAcl } from '../entities.ts'
import { lockGrants } from '../rights/grant-boundary.ts'

/**
 * Grants the tenant's declared roles the features that modules declare for the first time, and adds declared roles that the
 * tenant never had. Features that were granted once and removed are not granted again. Roles older than `declared_roles` are only
 * registered there. Only the platform itself may run it.
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
    const offered = await readOffered(ctx)
    let granted = 0
    for (const role of declaredRoles(ctx)) {
      const [name, declared] = role
      const old = offered.get(name)
      if (!old) await addDeclaredRole(ctx, role)
      else if (await offer(ctx, old, declared)) granted++
    }
    ctx.invalidate(tags.acl(ctx.scope.tenantId))
    return { granted }
  },
})

interface OfferedRole {
  readonly roleId: string
  readonly name: string
  /** Null if the offered features were not recorded. */
  readonly offered: readonly string[] | null
}

async function readOffered({ from }: Context): Promise<ReadonlyMap<string, OfferedRole>> {
  const rows = await from(DeclaredRole, 'd').select(['d.roleId', 'd.name', 'd.offered']).execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns whether the role was changed. */
async function offer(
  { from }: Context,
  { roleId, offered }: OfferedRole,
  declared: readonly string[],
): Promise<boolean> {
  const fresh = declared.filter((feature) => !offered?.includes(feature))
  if (fresh.length === 0 && offered) return false
  await from
    .update(DeclaredRole, 'd')
    .set({ offered: [...(offered ?? []), ...fresh] })
    .where('d.roleId', '=', roleId)
    .execute()
  if (!offered) return false
  const roleFeatures = sql.ref('a.features')
  const { numUpdatedRows } = await from
    .update(RoleAcl, 'a')
    .set({
      features: sql<string[]>`${roleFeatures} || array(
        select f from unnest(${fresh}::text[]) f where f <> all (${roleFeatures}) and '*' <> all (${roleFeatures}))`,
    })
    .where('a.roleId', '=', roleId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
