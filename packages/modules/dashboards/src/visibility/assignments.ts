import { type Context, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** The assignments that determine, in addition to rights, which widgets a user may use. */
export interface Assignments {
  /** The user's individual list, which replaces those of their roles; null if there is none. */
  readonly override: readonly string[] | null
  /** The lists of their roles: for each role that of the organization, otherwise that for all organizations. */
  readonly ofRoles: readonly (readonly string[])[]
}

/** Whose assignments are read, and where. */
export interface Holder {
  readonly userId: string
  readonly roleIds: readonly string[]
  readonly organizationId: string | null
}

/** Reads the assignments in one statement. */
export async function readAssignments(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { userId, roleIds, organizationId }: Holder,
): Promise<Assignments> {
  const { rows } = await sql<{ override: Assignments['override']; roles: Assignments['ofRoles'] }>`
    select (select widget_ids from dashboard_user_widgets u where ${inTenant(scope, 'u')}
        and user_id = ${userId} and organization_id is not distinct from ${organizationId}::uuid) as override,
      coalesce((select json_agg(widget_ids) from (
        select distinct on (role_id) widget_ids from dashboard_role_widgets r where ${inTenant(scope, 'r')}
          and role_id = any (${roleIds}::uuid[])
          and (organization_id is null or organization_id = ${organizationId}::uuid)
        order by role_id, organization_id nulls last) best), '[]') as roles`.execute(db)
  const { override, roles } = rows[0]!
  return { override, ofRoles: roles }
}
