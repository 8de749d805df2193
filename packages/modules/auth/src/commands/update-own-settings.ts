import { type Context, defineCommand, notFound, Ok, signedIn } from '@plinth/core'
import { assertLocaleChoice, LocaleChoice } from '@plinth/core/http'
import { z } from 'zod'
import { events } from '../contract.ts'
import { User } from '../entities.ts'
import { staleTags } from '../users/user-rows.ts'

const forget = ({ input, scope, invalidate }: Pick<Context, 'scope' | 'invalidate'> & { input: { userId: string } }) =>
  invalidate(...staleTags(scope.tenantId, input.userId))

/** Changes the given settings of the caller's own account. */
export const updateOwnSettings = defineCommand({
  id: 'auth.profile.settings',
  label: 'Update own settings',
  access: signedIn,
  resource: 'auth.user',
  entity: User,
  input: LocaleChoice.partial().extend({ userId: z.uuid() }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, scope, emit } = ctx
    const { userId, ...settings } = input
    await assertLocaleChoice(ctx, settings)
    const updated = await from
      .update(User, 'u')
      .set(settings)
      .where('u.id', '=', userId)
      .returning('u.id')
      .executeTakeFirst()
    if (!updated) throw notFound('User')
    forget(ctx)
    emit(events['user.updated'], { id: userId, tenantId: scope.tenantId, organizationId: scope.organizationId })
    return { ok: true as const }
  },
  // No permission depends on them.
  beforeRevert: async () => {},
  undo: forget,
  redo: forget,
})
