import { badInput, get, post } from '@plinth/core'
import { z } from 'zod'
import { saveEncryption } from '../commands/save-encryption.ts'
import { features } from '../contract.ts'
import { EntityId } from '../field-config.ts'
import { lineageOf, liveOf, loadDefinitions, resolve, workingOrganization } from '../definitions/load-definitions.ts'

/** GET /entities/encryption: the fields of an entity whose values are encrypted. */
export const getEncryption = get(
  '/entities/encryption',
  {
    operation: 'getEncryption',
    access: features['definitions.manage'],
    summary: 'List the custom fields of an entity that are encrypted.',
    query: z.object({ entityId: EntityId }),
    response: z.object({
      entityId: z.string(),
      tenantId: z.uuid(),
      organizationId: z.uuid().nullable(),
      fields: z.array(z.object({ field: z.string(), hashField: z.string().nullable() })),
      isActive: z.boolean(),
    }),
    errors: [400],
    onInvalid: () => badInput('entityId is required'),
  },
  async (ctx) => {
    const { entityId } = ctx.query
    const organizationId = workingOrganization(ctx)
    const live = liveOf(resolve(await loadDefinitions(ctx, entityId), await lineageOf(ctx, [organizationId])))
    const fields = live
      .filter(({ config }) => config.encrypted)
      .map(({ key, config }) => ({ field: key, hashField: config.filterable ? key : null }))
    return { entityId, tenantId: ctx.scope.tenantId, organizationId, fields, isActive: true }
  },
)

export const postEncryption = post('/entities/encryption', saveEncryption, {
  operation: 'saveEncryption',
  summary: 'Set which custom fields of an entity are encrypted.',
  errors: [400, 409],
  onInvalid: (error) => badInput('Invalid payload', { details: z.flattenError(error) }),
})
