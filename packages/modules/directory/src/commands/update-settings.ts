import { type Context, defineCommand, forbidden, Ok } from '@plinth/core'
import { assertLocaleChoice, LocaleChoice } from '@plinth/core/http'
import { z } from 'zod'
import { events, features, tenantTag } from '../contract.ts'
import { Tenant } from '../entities.ts'

const forget = ({ invalidate, scope }: Pick<Context, 'invalidate' | 'scope'>) => invalidate(tenantTag(scope.tenantId))

/** Changes the given settings of the caller's tenant. */
export const updateSettings = defineCommand({
  id: 'directory.settings.update',
  label: 'Update settings of the tenant',
  access: features['settings.manage'],
  resource: 'directory.tenant',
  entity: Tenant,
  input: LocaleChoice.partial(),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { input, from, scope, actor, emit } = ctx
    const { tenantId } = scope
    // The settings are those of all organizations.
    if (actor.allowedOrganizationIds !== null) throw forbidden()
    await assertLocaleChoice(ctx, input)
    await from
      .update(Tenant, 't')
      .set(input)
      .where('t.id', '=', tenantId)
      .where('t.deletedAt', 'is', null)
      .returning('t.id')
      .executeTakeFirstOrThrow()
    forget(ctx)
    emit(events['tenant.updated'], { id: tenantId, tenantId, organizationId: null })
    return { ok: true as const, id: tenantId }
  },
  // No permission depends on them.
  beforeRevert: async () => {},
  undo: forget,
  redo: forget,
})
