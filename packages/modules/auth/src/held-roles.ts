import { badInput, type Context, sql } from '@plinth/core'
import type { Acl } from '@plinth/core/acl'
import { z } from 'zod'

/** A role and what it allows in the tenant at hand. */
export interface HeldRole {
  readonly id: string
  /** Null for a role of all tenants. */
  readonly tenantId: string | null
  readonly name: string
  /** Null for a role without rights here. The flag counts wherever it was set. */
  readonly acl: Acl | null
}

type Reading = Pick<Context, 'asSystem' | 'scope'>

interface Row extends Omit<HeldRole, 'acl'>, Omit<Acl, 'features'> {
  readonly features: readonly string[] | null
}

/** The roles of those ids that the tenant can see, by name. Unknown ids are left out. */
export function loadRoles({ asSystem, scope }: Reading, ids: readonly string[]): Promise<HeldRole[]> {
  if (ids.length === 0) return Promise.resolve([])
  const { tenantId } = scope
  // Not bound to the tenant, because a global role may carry the flag in another one.
  return asSystem('read what roles allow', async ({ db }) => {
    const { rows } = await sql<Row>`
      select r.id, r.tenant_id as "tenantId", r.name, a.features, a.organizations,
        exists (select from role_acls x where x.role_id = r.id and x.is_super_admin) as "isSuperAdmin"
      from roles r left join role_acls a on a.role_id = r.id and a.tenant_id = ${tenantId}
      where r.id = any (${ids}::uuid[]) and (r.tenant_id = ${tenantId} or r.tenant_id is null)
      order by r.name, r.id`.execute(db)
    return rows.map(({ id, tenantId: owner, name, features, organizations, isSuperAdmin }) => ({
      id,
      tenantId: owner,
      name,
      acl: features || isSuperAdmin ? { isSuperAdmin, features: features ?? [], organizations } : null,
    }))
  })
}

/** The roles that a user of the tenant holds. */
export async function loadHeldRoles(ctx: Reading & Pick<Context, 'db'>, userId: string): Promise<HeldRole[]> {
  const { rows } = await sql<{ id: string }>`select role_id as id from user_roles
    where tenant_id = ${ctx.scope.tenantId} and user_id = ${userId}`.execute(ctx.db)
  return loadRoles(
    ctx,
    rows.map(({ id }) => id),
  )
}

const isId = (token: string) => z.uuid().safeParse(token).success

/** Roles by id or name: of the tenant, then of all tenants; `unknown` are the tokens that are neither. */
export async function findRoles(
  ctx: Reading & Pick<Context, 'db'>,
  tokens: readonly string[],
): Promise<{ readonly roles: HeldRole[]; readonly unknown: readonly string[] }> {
  const wanted = [...new Set(tokens.map((token) => token.trim()).filter((token) => token !== ''))]
  if (wanted.length === 0) return { roles: [], unknown: [] }
  const { tenantId } = ctx.scope
  const ids = wanted.filter(isId).map((id) => id.toLowerCase())
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from roles where (tenant_id = ${tenantId} or tenant_id is null)
      and (id = any (${ids}::uuid[]) or name = any (${wanted}::text[]))
    order by tenant_id nulls last, id`.execute(ctx.db)
  const idOf = (token: string) => rows.find(({ id, name }) => id === token.toLowerCase() || name === token)?.id
  const roles = await loadRoles(ctx, [...new Set(wanted.flatMap((token) => idOf(token) ?? []))])
  // A role may be deleted between the two reads.
  return { roles, unknown: wanted.filter((token) => !roles.some(({ id }) => id === idOf(token))) }
}

/** Roles by id or name. Throws 400 with all that are neither. */
export async function resolveRoles(ctx: Reading & Pick<Context, 'db'>, tokens: readonly string[]): Promise<HeldRole[]> {
  const { roles, unknown } = await findRoles(ctx, tokens)
  if (unknown.length > 0) throw badInput(`Role(s) not found: ${unknown.map((token) => `"${token}"`).join(', ')}`)
  return roles
}
