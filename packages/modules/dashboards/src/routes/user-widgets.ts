import { User } from '@plinth/auth'
import { badInput, type Context, get, notFound, put } from '@plinth/core'
import { z } from 'zod'
import { assignUserWidgets, Mode } from '../commands/assign-user-widgets.ts'
import { features } from '../contract.ts'
import { effectiveWidgets } from '../visibility/effective-widgets.ts'
import { stillKnown, WidgetIds } from '../visibility/known-widgets.ts'
import { versionOfList } from '../visibility/stored-list.ts'
import { assertOrganization, inNamedScope, ScopeFields, ScopeView } from '../visibility/named-scope.ts'

const unknownUser = () => notFound('User')

const UserTarget = z.object({ userId: z.uuid().toLowerCase(), ...ScopeFields })

export const readUserWidgets = get(
  '/dashboards/users/widgets',
  {
    operation: 'getUserWidgets',
    access: features.assignWidgets,
    summary: 'Get the widgets assigned to a user, and the widgets that the user sees.',
    query: UserTarget,
    response: z.object({
      mode: Mode,
      widgetIds: WidgetIds,
      hasCustom: z.boolean(),
      updatedAt: z.string().nullable(),
      effectiveWidgetIds: z.array(z.string()),
      scope: ScopeView,
    }),
    errors: [400, 404],
    onInvalid: ({ issues }) => badInput('userId is required', { issues }),
  },
  (ctx) =>
    inNamedScope(ctx, async (there) => {
      const { userId } = ctx.query
      const { tenantId } = there.scope
      const organizationId = organizationOf(there, ctx.query)
      await there.from(User, 'u').select('u.id').where('u.id', '=', userId).executeTakeFirstOrThrow(unknownUser)
      await assertOrganization(there, organizationId)
      const { override, effective } = await effectiveWidgets(there, { userId, organizationId })
      return {
        mode: override === null ? ('inherit' as const) : ('override' as const),
        widgetIds: stillKnown(ctx, override ?? []),
        hasCustom: override !== null,
        updatedAt: await versionOfList(there, { of: 'user', id: userId, organizationId }),
        effectiveWidgetIds: effective.map(({ id }) => id),
        scope: { tenantId, organizationId },
      }
    }),
)

export const putUserWidgets = put(
  '/dashboards/users/widgets',
  {
    operation: 'assignUserWidgets',
    access: features.assignWidgets,
    runs: assignUserWidgets,
    summary: 'Assign widgets to a user that replace those of their roles, or remove the assignment.',
    body: UserTarget.extend({ mode: Mode.default('inherit'), widgetIds: WidgetIds }),
    response: z.object({ ok: z.literal(true), mode: Mode, widgetIds: WidgetIds }),
    errors: [400, 404],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid payload', { issues }),
  },
  (ctx) =>
    inNamedScope(ctx, async (there) => {
      const { userId, mode, widgetIds } = ctx.body
      const organizationId = organizationOf(there, ctx.body)
      const saved = await there.run(assignUserWidgets, { userId, organizationId, mode, widgetIds })
      return { ok: true as const, mode: saved.mode, widgetIds: saved.widgetIds }
    }),
)

/** The named organization, null for the tenant, otherwise the one that the caller works in. */
const organizationOf = (
  { scope }: Context,
  { organizationId = scope.organizationId }: { readonly organizationId?: string | null | undefined },
): string | null => organizationId
