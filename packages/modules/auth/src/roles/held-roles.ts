import { badInput, type Context, isUuid, type SystemContext } from '@plinth/core'
import { ALL_TENANTS, anyOf } from '@plinth/core/data'
import type { AclEntry } from '@plinth/core/acl'
import type { LookUpContext } from '@plinth/core/security'
import { roleTenantOf, Role, RoleAcl, UserRole } from '../entities.ts'
import { chunksOf, ROLES_AT_ONCE } from './role-chunks.ts'
import { assertRolesFit, bytesOfRoles, createReduction, MAX_RIGHTS } from '../rights-limit.ts'

/** A role and its rights in the current tenant. */
export interface HeldRole {
  readonly id: string
  /** Null for a role of all tenants. */
  readonly tenantId: string | null
  readonly name: string
  /** Null for a role without rights here. The super-admin flag applies wherever it was set. */
  readonly acl: Omit<AclEntry, 'source'> | null
}

/** The roles with these ids that are visible to the tenant, sorted by name. Unknown ids are left out. */
export function loadRoles(ctx: Pick<Context, 'widenScope' | 'scope'>, ids: readonly string[]): Promise<HeldRole[]> {
  return readAsSystem(ctx, ids, (from) => readRoles(from, ctx.scope, ids))
}

/** Not bound to the tenant, because a role of all tenants may have the flag in another one. */
function readAsSystem(
  { widenScope }: Pick<Context, 'widenScope'>,
  ids: readonly string[],
  read: (from: SystemContext['from']) => Promise<HeldRole[]>,
): Promise<HeldRole[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : widenScope('allTenants', 'read what roles allow', ({ from }) => read(from))
}

async function readRoles(
  from: SystemContext['from'],
  { tenantId }: Pick<Context['scope'], 'tenantId'>,
  ids: readonly string[],
): Promise<HeldRole[]> {
  const rows = await from(Role, 'r')
    .leftJoin(from.table(RoleAcl, 'a'), (join) => join.onRef('a.roleId', '=', 'r.id').on('a.tenantId', '=', tenantId))
    .select(['r.id', 'r.tenantId', 'r.name', 'a.features', 'a.organizations', 'a.policies'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom(from.table(RoleAcl, 'x'))
            .select('x.id')
            .whereRef('x.roleId', '=', 'r.id')
            .where('x.isSuperAdmin', '=', true),
        )
        .$castTo<boolean>()
        .as('isSuperAdmin'),
    )
    .where('r.id', '=', anyOf(ids))
    .where((eb) => eb.or([eb('r.tenantId', '=', tenantId), eb('r.tenantId', '=', ALL_TENANTS)]))
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, tenantId: owner, name, features, organizations, policies, isSuperAdmin }) => ({
    id,
    tenantId: roleTenantOf(owner),
    name,
    acl: features || isSuperAdmin ? { isSuperAdmin, features: features ?? [], organizations, policies } : null,
  }))
}

/**
 * Like `loadRoles`, for a key that holds all of these roles. Rights from before the limit are reduced to what has an effect.
 */
export function loadCountingRoles(
  ctx: Pick<LookUpContext, 'widenScope' | 'inject'> & Pick<Context, 'scope'>,
  ids: readonly string[],
): Promise<HeldRole[]> {
  const { scope } = ctx
  return readAsSystem(ctx, ids, async (from) => {
    if ((await bytesOfRoles({ from, scope }, ids)) <= MAX_RIGHTS) return readRoles(from, scope, ids)
    const reduce = createReduction(ctx)
    const roles: HeldRole[] = []
    for (const id of ids)
      for (const role of await readRoles(from, scope, [id])) roles.push({ ...role, acl: role.acl && reduce(role.acl) })
    return roles
  })
}

/** The names of roles visible to the tenant. */
export const readRoleNames = ({ from }: Pick<Context, 'from'>, ids: readonly string[]) =>
  from(Role, 'r').select(['r.id', 'r.name']).where('r.id', '=', anyOf(ids)).execute()

/** The roles held by a user of the tenant, whatever gives them. */
export async function loadHeldRoles(
  ctx: Pick<Context, 'widenScope' | 'scope' | 'from'>,
  userId: string,
): Promise<HeldRole[]> {
  return (await loadAssignedRoles(ctx, userId)).held
}

/**
 * The roles held by a user of the tenant, and which of them administrators gave and which something else (decision: Sources of
 * roles and memberships).
 */
export async function loadAssignedRoles(
  ctx: Pick<Context, 'widenScope' | 'scope' | 'from'>,
  userId: string,
): Promise<{ readonly held: HeldRole[]; readonly own: ReadonlySet<string>; readonly byOthers: ReadonlySet<string> }> {
  const rows = await ctx.from(UserRole, 'h').select(['h.roleId', 'h.source']).where('h.userId', '=', userId).execute()
  const [own, byOthers] = [new Set<string>(), new Set<string>()]
  for (const { roleId, source } of rows) (source === '' ? own : byOthers).add(roleId)
  return { held: await loadRoles(ctx, [...new Set([...own, ...byOthers])]), own, byOthers }
}

/** The roles held by each of these users, read together. */
export async function loadRolesByUser(
  ctx: Pick<Context, 'widenScope' | 'scope' | 'from'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldRole[]>> {
  const rows = await ctx
    .from(UserRole, 'h')
    .select(['h.userId', 'h.roleId'])
    .distinct()
    .where('h.userId', '=', anyOf(userIds))
    .execute()
  const roles = await loadAllRoles(
    ctx,
    rows.map(({ roleId }) => roleId),
  )
  const byUser = new Map(userIds.map((id): [string, HeldRole[]] => [id, []]))
  for (const { userId, roleId } of rows) byUser.get(userId)!.push(...(roles.has(roleId) ? [roles.get(roleId)!] : []))
  return byUser
}

/** The roles with these ids, read a few at a time, since each may be as large as the limit allows. */
export async function loadAllRoles(
  ctx: Pick<Context, 'widenScope' | 'scope'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldRole>> {
  const roles = new Map<string, HeldRole>()
  for (const some of chunksOf([...new Set(ids)], ROLES_AT_ONCE))
    for (const role of await loadRoles(ctx, some)) roles.set(role.id, role)
  return roles
}

/** Text that looks like an id is treated as one. Otherwise a role named like the id of another would be mistaken for it. */
const isName = (token: string) => !isUuid(token)

/**
 * Finds roles by id or name, preferring those of the tenant to those of all tenants. `unknown` lists the tokens that match
 * neither. Throws 400 if the roles together exceed the limit of an account or key and are larger than those in `held`.
 */
export async function findRoles(
  ctx: Pick<Context, 'widenScope' | 'scope' | 'from'>,
  tokens: readonly string[],
  held: readonly string[] = [],
): Promise<{ readonly roles: HeldRole[]; readonly unknown: readonly string[] }> {
  const names = [...new Set(tokens.map((token) => token.trim()).filter((token) => token !== ''))]
  if (names.length === 0) return { roles: [], unknown: [] }
  const { tenantId } = ctx.scope
  const ids = names.filter(isUuid).map((id) => id.toLowerCase())
  const rows = await ctx
    .from(Role, 'r')
    .select(['r.id', 'r.name'])
    .where((eb) => eb.or([eb('r.tenantId', '=', tenantId), eb('r.tenantId', '=', ALL_TENANTS)]))
    .where((eb) => eb.or([eb('r.id', '=', anyOf(ids)), eb('r.name', '=', anyOf(names.filter(isName), 'text'))]))
    // The id of all tenants sorts last.
    .orderBy('r.tenantId', 'desc')
    .orderBy('r.id')
    .execute()
  const idOf = (token: string) =>
    rows.find(({ id, name }) => (isName(token) ? name === token : id === token.toLowerCase()))?.id
  const found = [...new Set(names.flatMap((token) => idOf(token) ?? []))]
  await assertRolesFit(ctx, found, held)
  const roles = await loadRoles(ctx, found)
  // A role may be deleted between the two reads.
  return { roles, unknown: names.filter((token) => !roles.some(({ id }) => id === idOf(token))) }
}

/** Like `findRoles`, but throws 400 with all unknown tokens. */
export async function resolveRoles(
  ctx: Pick<Context, 'widenScope' | 'scope' | 'from'>,
  tokens: readonly string[],
  held: readonly string[] = [],
): Promise<HeldRole[]> {
  const { roles, unknown } = await findRoles(ctx, tokens, held)
  if (unknown.length > 0) throw badInput(`Role(s) not found: ${unknown.map((token) => `"${token}"`).join(', ')}`)
  return roles
}
