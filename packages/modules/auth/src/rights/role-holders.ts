import { type CommandContext, inSlices, sql } from '@plinth/core'
import { type Acl, compileGrants } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { areSame } from './administered-scope.ts'
import { coveringGrants } from '../known-features.ts'
import { UserRole } from '../entities.ts'
import { assertMayGrant, rightsOf, unionOf } from './grant-boundary.ts'
import { readOtherHolders, rightsOfHolder } from './other-holders.ts'
import { chunksOf, ROLES_AT_ONCE } from '../roles/role-chunks.ts'
import { type HeldRole, loadRoles } from '../roles/held-roles.ts'
import type { RoleRow } from '../roles/role-rows.ts'

/**
 * Throws 403 if changing a role would give one of its holders more than the actor has. This can happen even if the row itself is
 * within the grant boundary, because rights are combined over roles: the organizations of one role extend the features of
 * another.
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
  // An unrestricted actor may grant the added features everywhere, and the organizations do not change.
  const isSettled = organizations === null && before !== null && areSame(before.organizations, after.organizations)
  if (isSettled) return
  const combinations = await readCombinations(ctx, id)
  const others = (await readOtherHolders(ctx)).filter(({ roleIds }) => roleIds.includes(id))
  const named = [...combinations.flat(), ...others.flatMap(({ roleIds }) => roleIds.filter((other) => other !== id))]
  const kinds = await readKinds(ctx, [...new Set(named)], { before, after })
  // Holders whose other roles are equivalent gain and lose the same.
  const distinct = new Map<string, readonly HeldRole[]>()
  for (const ids of combinations) {
    const heldKinds = [...new Set(ids.flatMap((other) => kinds.get(other) ?? []))]
    distinct.set(JSON.stringify(heldKinds.map((kind) => kind.id).toSorted()), heldKinds)
  }
  const changed = (acl: Acl | null): HeldRole => ({ id, tenantId, name, acl })
  await inSlices(
    (function* () {
      for (const heldKinds of distinct.values()) {
        assertMayGrant({
          actor,
          tree,
          before: unionOf([...heldKinds, changed(before)], tree),
          after: unionOf([...heldKinds, changed(after)], tree),
        })
        yield
      }
      for (const holder of others) {
        const held = [...new Set(holder.roleIds.flatMap((other) => kinds.get(other) ?? []))]
        assertMayGrant({
          actor,
          tree,
          before: rightsOfHolder(holder, [...held, changed(before)], tree),
          after: rightsOfHolder(holder, [...held, changed(after)], tree),
        })
        yield
      }
    })(),
  )
}

/**
 * Maps each of these roles, by id, to one representative of all equivalent ones. Of their features, only those count that the
 * actor may not grant or that cover a feature given or removed by the change.
 */
async function readKinds(
  ctx: Pick<CommandContext, 'actor' | 'widenScope' | 'scope'>,
  roleIds: readonly string[],
  { before, after }: { readonly before: Acl | null; readonly after: Acl },
): Promise<ReadonlyMap<string, HeldRole>> {
  const actorGrants = compileGrants(rightsOf(ctx.actor).features)
  const [had, has] = [compileGrants(before?.features ?? []), compileGrants(after.features)]
  const changed = [
    ...after.features.filter((feature) => !had.covers(feature)),
    ...had.list.filter((feature) => !has.covers(feature)),
  ]
  const covering = new Set(changed.flatMap((feature) => [...coveringGrants(feature), `${feature}.*`]))
  const kinds = new Map<string, HeldRole>()
  const first = new Map<string, HeldRole>()
  for (const ids of chunksOf(roleIds, ROLES_AT_ONCE)) {
    for (const role of await loadRoles(ctx, ids)) {
      const features =
        role.acl?.features.filter((feature) => covering.has(feature) || !actorGrants.covers(feature)) ?? []
      const acl = role.acl && { ...role.acl, features }
      const kind = JSON.stringify(acl)
      const same = first.get(kind) ?? { ...role, acl }
      first.set(kind, same)
      kinds.set(role.id, same)
    }
  }
  return kinds
}

/** All combinations of other roles that holders of this role have. */
async function readCombinations({ db, from }: CommandContext, roleId: string): Promise<string[][]> {
  const { rows } = await sql<{ others: string[] }>`
    select distinct coalesce((
      select array_agg(distinct o."roleId"::text) from ${from.table(UserRole, 'o')}
      where o."userId" = h."userId" and o."roleId" <> h."roleId"
    ), '{}') as others
    from ${from.table(UserRole, 'h')} where h."roleId" = ${roleId}`.execute(db)
  return rows.map(({ others }) => others)
}
