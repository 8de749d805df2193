import { type CommandContext, sql } from '@plinth/core'
import type { Acl } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { areSame } from './administered-scope.ts'
import { UserRole } from '../entities.ts'
import { assertMayGrant, rightsOf, unionOf } from './grant-boundary.ts'
import { type HeldRole, loadRoles } from '../roles/held-roles.ts'
import type { RoleRow } from '../roles/role-rows.ts'

/**
 * Throws 403 where changing a role would give one of its holders more than the actor has. A row within the boundary
 * can still do so: rights add up over roles, so organizations of one role widen the features of another.
 */
export async function assertHoldersWithin(
  ctx: CommandContext,
  { id, tenantId, name }: RoleRow,
  { before, after }: { readonly before: Acl | null; readonly after: Acl },
): Promise<void> {
  const { actor, scope, inject } = ctx
  const { isSuperAdmin, organizations } = rightsOf(actor)
  if (isSuperAdmin) return
  const tree = await inject(organizationTrees).of(scope.tenantId)
  // What an unrestricted actor adds to unchanged organizations is theirs everywhere.
  const isSettled = organizations === null && before !== null && areSame(before.organizations, after.organizations)
  if (isSettled) return
  const combinations = await readCombinations(ctx, id)
  const others = await loadRoles(ctx, [...new Set(combinations.flat())])
  for (const ids of combinations) {
    const heldRoles = others.filter((role) => ids.includes(role.id))
    const changed = (acl: Acl | null): HeldRole => ({ id, tenantId, name, acl })
    assertMayGrant({
      actor,
      tree,
      before: unionOf([...heldRoles, changed(before)], tree),
      after: unionOf([...heldRoles, changed(after)], tree),
    })
  }
}

/** Every set of further roles that a holder has beside this one. */
async function readCombinations({ db, from }: CommandContext, roleId: string): Promise<string[][]> {
  const { rows } = await sql<{ others: string[] }>`
    select distinct coalesce((
      select array_agg(o."roleId"::text order by o."roleId") from ${from.table(UserRole, 'o')}
      where o."userId" = h."userId" and o."roleId" <> h."roleId"
    ), '{}') as others
    from ${from.table(UserRole, 'h')} where h."roleId" = ${roleId}`.execute(db)
  return rows.map(({ others }) => others)
}
