import { Role } from '@plinth/auth'
import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { assertKnownWidgets, WidgetIds } from '../visibility/known-widgets.ts'
import { assertOrganization } from '../visibility/named-scope.ts'
import { clearList, storeList, versionOfList } from '../visibility/stored-list.ts'

const Input = z.object({ roleId: z.uuid(), organizationId: z.uuid().nullable(), widgetIds: WidgetIds })

/** Sets the widgets that holders of a role may use. An empty list removes the setting. */
export const assignRoleWidgets = defineCommand({
  id: 'dashboards.role_widgets.assign',
  label: 'Assign widgets to role',
  access: features.assignWidgets,
  resource: 'dashboards.role_widgets',
  input: Input,
  currentVersion: (ctx) => {
    const { roleId: id, organizationId } = ctx.input
    return versionOfList(ctx, { of: 'role', id, organizationId }, sql`for update`)
  },
  output: z.object({ widgetIds: WidgetIds, id: z.uuid().nullable() }),
  target: ({ input, result }) => ({ id: result.id, parent: { kind: 'auth.role', id: input.roleId } }),
  async run(ctx) {
    const { input, from, scope, invalidate } = ctx
    await from.lock(Role, input.roleId)
    await assertOrganization(ctx, input.organizationId)
    assertKnownWidgets(ctx, input.widgetIds)
    invalidate(tags.widgets(scope.tenantId))
    const { organizationId, widgetIds } = input
    const owner = { of: 'role', id: input.roleId, organizationId } as const
    const id = await (widgetIds.length === 0 ? clearList(ctx, owner) : storeList(ctx, owner, widgetIds))
    return { widgetIds, id }
  },
})
