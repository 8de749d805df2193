import { User } from '@plinth/auth'
import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { assertKnownWidgets, WidgetIds } from '../visibility/known-widgets.ts'
import { assertOrganization } from '../visibility/named-scope.ts'
import { clearList, storeList, versionOfList } from '../visibility/stored-list.ts'

/** Whether a user's roles or an individual list determine the widgets. */
export const Mode = z.enum(['inherit', 'override'])

const Input = z.object({
  userId: z.uuid(),
  organizationId: z.uuid().nullable(),
  mode: Mode,
  widgetIds: WidgetIds,
})

/** Gives a user an individual list of widgets, which replaces those of their roles and may be empty, or removes it. */
export const assignUserWidgets = defineCommand({
  id: 'dashboards.user_widgets.assign',
  label: 'Assign widgets to user',
  access: features.assignWidgets,
  resource: 'dashboards.user_widgets',
  input: Input,
  currentVersion: (ctx) => {
    const { userId: id, organizationId } = ctx.input
    return versionOfList(ctx, { of: 'user', id, organizationId }, sql`for update`)
  },
  output: z.object({ mode: Mode, widgetIds: WidgetIds, id: z.uuid().nullable() }),
  target: ({ input, result }) => ({ id: result.id, parent: { kind: 'auth.user', id: input.userId } }),
  async run(ctx) {
    const { input, from, scope, invalidate } = ctx
    const { mode, organizationId, widgetIds } = input
    const owner = { of: 'user', id: input.userId, organizationId } as const
    await from.lock(User, input.userId)
    await assertOrganization(ctx, input.organizationId)
    assertKnownWidgets(ctx, input.widgetIds)
    invalidate(tags.widgets(scope.tenantId))
    if (mode === 'inherit') return { mode, widgetIds: [], id: await clearList(ctx, owner) }
    return { mode, widgetIds, id: await storeList(ctx, owner, widgetIds) }
  },
})
