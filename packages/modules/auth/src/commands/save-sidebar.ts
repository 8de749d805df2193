import { type Actor, badInput, type CommandContext, defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { anyOf, columns, inTenant } from '@plinth/core/data'
import { hasAccess } from '@plinth/core/acl'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Role, RoleSidebar, UserSidebar } from '../entities.ts'
import { inHomeTenant } from '../sidebar/preferences.ts'
import { normalizeSettings, SidebarInput } from '../sidebar/settings.ts'

/** Maximum size in bytes of a preference, which is stored once for each role. */
const MAX_SETTINGS = 65_536

/** A preference, and the roles it is saved for in addition to the caller. */
const Input = SidebarInput.extend({ locale: z.string() })

/** Replaces the preferences of the caller and of roles, all or none. */
export const saveSidebar = defineCommand({
  id: 'auth.sidebars.save',
  label: 'Save sidebar preferences',
  access: signedIn,
  resource: 'auth.sidebar',
  input: Input,
  output: z.object({ appliedRoles: z.array(z.uuid()), clearedRoles: z.array(z.uuid()) }),
  target: () => ({ id: null }),
  currentVersion: lockPersonal,
  async beforeRevert({ actor }, rows) {
    if (rows.some(({ table }) => table === 'role_sidebars')) assertMayArrangeRoles(actor)
  },
  async run(ctx) {
    const { actor, db, from, input, scope, now } = ctx
    const appliedRoles = distinct(input.applyToRoles)
    const clearedRoles = distinct(input.clearRoleIds).filter((id) => !appliedRoles.includes(id))
    if (appliedRoles.length + clearedRoles.length > 0) assertMayArrangeRoles(actor)
    if (actor.userId === null || actor.homeTenantId === null)
      throw forbidden('Cannot save preferences: no user associated with this API key')
    await assertRoles(ctx, appliedRoles)
    const settings = JSON.stringify(normalizeSettings(input))
    if (Buffer.byteLength(settings) > MAX_SETTINGS) throw badInput('The preferences take more than 64 KB')
    await savePersonal(ctx, settings)
    await from
      .delete(RoleSidebar, 's')
      .where('s.locale', '=', input.locale)
      .where('s.roleId', '=', anyOf(clearedRoles))
      .execute()
    const at = now().toISOString()
    await sql`insert into role_sidebars (id, tenant_id, role_id, locale, settings, created_at, updated_at)
      select gen_random_uuid(), ${scope.tenantId}, role_id, ${input.locale}, ${settings}::jsonb,
        ${at}::timestamptz, ${at}::timestamptz
      from unnest(${appliedRoles}::uuid[]) as role_id
      on conflict (tenant_id, role_id, locale)
        do update set settings = excluded.settings, updated_at = excluded.updated_at`.execute(db)
    return { appliedRoles, clearedRoles }
  },
})

function assertMayArrangeRoles(actor: Actor): void {
  const feature = features['sidebar.manage']
  if (!hasAccess(actor, feature)) throw forbidden('Forbidden', { requiredFeatures: [feature.id] })
}

type SavingContext = CommandContext<z.output<typeof Input>>

async function assertRoles({ from }: SavingContext, ids: readonly string[]): Promise<void> {
  const found = await from(Role, 'r').select('r.id').where('r.id', '=', anyOf(ids)).execute()
  const missing = ids.filter((named) => !found.some(({ id }) => id === named))
  if (missing.length > 0) throw badInput('Invalid roles', { missing })
}

/** The version of the caller's own preference. */
async function lockPersonal(ctx: SavingContext): Promise<Date | string | null> {
  const { actor, input, scope } = ctx
  if (actor.userId === null || actor.homeTenantId === null) return null
  const { rows } = await inHomeTenant(ctx, (db) =>
    sql<{ updatedAt: Date | string }>`select ${columns(UserSidebar, 'u', ['updatedAt'])} from user_sidebars u
      where ${inTenant({ tenantId: actor.homeTenantId! }, 'u')} and user_id = ${actor.userId}
        and organization_id is not distinct from ${scope.organizationId}::uuid and locale = ${input.locale}
      for update`.execute(db),
  )
  return rows[0]?.updatedAt ?? null
}

function savePersonal(ctx: SavingContext, settings: string) {
  const { actor, input, scope, now } = ctx
  const at = now().toISOString()
  return inHomeTenant(ctx, (db) =>
    sql`insert into user_sidebars (id, tenant_id, user_id, organization_id, locale, settings, created_at, updated_at)
      values (${crypto.randomUUID()}, ${actor.homeTenantId}, ${actor.userId}, ${scope.organizationId}, ${input.locale},
        ${settings}::jsonb, ${at}, ${at})
      on conflict (tenant_id, user_id, organization_id, locale)
        do update set settings = excluded.settings, updated_at = excluded.updated_at`.execute(db),
  )
}

/** Ids are compared in the format of PostgreSQL. */
function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
