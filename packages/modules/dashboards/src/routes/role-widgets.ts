import { Role } from '@plinth/auth'
import { badInput, get, notFound, put, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { assignRoleWidgets } from '../commands/assign-role-widgets.ts'
import { features } from '../contract.ts'
import { stillKnown, WidgetIds } from '../visibility/known-widgets.ts'
import { versionOfList } from '../visibility/stored-list.ts'
import { assertOrganization, inNamedScope, ScopeFields, ScopeView } from '../visibility/named-scope.ts'

const unknownRole = () => notFound('Role')

const RoleTarget = z.object({ roleId: z.uuid().toLowerCase(), ...ScopeFields })

/** GET /dashboards/roles/widgets: the list for the organization, otherwise that for all organizations. */
export const readRoleWidgets = get(
  '/dashboards/roles/widgets',
  {
    operation: 'getRoleWidgets',
    access: features.assignWidgets,
    summary: 'Get the widgets assigned to a role.',
    query: RoleTarget,
    response: z.object({
      widgetIds: WidgetIds,
      hasCustom: z.boolean(),
      updatedAt: z.string().nullable(),
      scope: ScopeView,
    }),
    errors: [400, 404],
    onInvalid: ({ issues }) => badInput('roleId is required', { issues }),
  },
  (ctx) =>
    inNamedScope(ctx, async (there) => {
      const { from, db, scope } = there
      const { roleId, organizationId = null } = ctx.query
      await from(Role, 'r').select('r.id').where('r.id', '=', roleId).executeTakeFirstOrThrow(unknownRole)
      await assertOrganization(there, organizationId)
      const { rows } = await sql<{ ids: string[] }>`select widget_ids as ids from dashboard_role_widgets w
        where ${inTenant(scope, 'w')} and role_id = ${roleId}
          and (organization_id is null or organization_id = ${organizationId}::uuid)
        order by organization_id nulls last limit 1`.execute(db)
      return {
        widgetIds: stillKnown(ctx, rows[0]?.ids ?? []),
        hasCustom: rows.length > 0,
        // Of the list that a write would replace, not of one that is inherited.
        updatedAt: await versionOfList(there, { of: 'role', id: roleId, organizationId }),
        scope: { tenantId: scope.tenantId, organizationId },
      }
    }),
)

export const putRoleWidgets = put(
  '/dashboards/roles/widgets',
  {
    operation: 'assignRoleWidgets',
    access: features.assignWidgets,
    runs: assignRoleWidgets,
    summary: 'Assign widgets to a role. An empty list removes the assignment.',
    body: RoleTarget.extend({ widgetIds: WidgetIds }),
    response: z.object({ ok: z.literal(true), widgetIds: WidgetIds }),
    errors: [400, 404],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid payload', { issues }),
  },
  (ctx) =>
    inNamedScope(ctx, async ({ run }) => {
      const { roleId, organizationId = null, widgetIds } = ctx.body
      const saved = await run(assignRoleWidgets, { roleId, organizationId, widgetIds })
      return { ok: true as const, widgetIds: saved.widgetIds }
    }),
)
