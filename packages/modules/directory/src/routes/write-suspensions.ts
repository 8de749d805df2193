import { del, forbidden, get, put } from '@plinth/core'
import { z } from 'zod'
import { resumeWrites, suspendWrites } from '../commands/suspend-writes.ts'
import { features } from '../contract.ts'
import { WriteSuspension } from '../entities.ts'
import { NIL_ID } from '../id.ts'
import { mayGovernTenants } from '../refusals.ts'

/** GET /directory/write-suspensions */
export const listSuspensions = get(
  '/directory/write-suspensions',
  {
    operation: 'listWriteSuspensions',
    access: features['tenants.view'],
    summary: 'Whose writes are suspended, for super admins: of tenants, or (`tenantId` is null) of all of them.',
    response: z.object({
      items: z.array(z.object({ tenantId: z.uuid().nullable(), message: z.string(), createdAt: z.string() })),
    }),
  },
  async ({ actor, asSuperAdmin }) => {
    if (!mayGovernTenants(actor)) throw forbidden()
    const rows = await asSuperAdmin('list suspensions', ({ from }) =>
      from(WriteSuspension, 's')
        .select(['s.id', 's.message', 's.createdAt'])
        .orderBy('s.createdAt')
        .orderBy('s.id')
        .execute(),
    )
    return {
      items: rows.map(({ id, message, createdAt }) => ({ tenantId: id === NIL_ID ? null : id, message, createdAt })),
    }
  },
)

/** PUT /directory/write-suspensions */
export const putSuspension = put('/directory/write-suspensions', suspendWrites, {
  operation: 'suspendWrites',
  summary: 'Suspends the writes of a tenant, or of all tenants. They are answered with 503 and the message.',
  errors: [400, 404],
})

/** DELETE /directory/write-suspensions */
export const deleteSuspension = del('/directory/write-suspensions', resumeWrites, {
  operation: 'resumeWrites',
  summary: "Lifts the suspension of a tenant's writes, or without a tenant of all tenants' writes.",
  errors: [400],
})
