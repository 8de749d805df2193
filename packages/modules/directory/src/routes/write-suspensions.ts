import { del, get, put } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { z } from 'zod'
import { resumeWrites, suspendWrites } from '../commands/suspend-writes.ts'
import { features } from '../contract.ts'
import { WriteSuspension } from '../entities.ts'
import { NIL_ID } from '../entity-id.ts'

/** GET /directory/write-suspensions */
export const listSuspensions = get(
  '/directory/write-suspensions',
  {
    operation: 'listWriteSuspensions',
    access: features['tenants.view'],
    summary:
      'List suspended writes, for super admins: those of single tenants, and those of all tenants (`tenantId` is null).',
    response: z.object({
      items: z.array(
        z.object({
          tenantId: z.uuid().nullable(),
          message: z.string(),
          endsAt: z.string().nullable(),
          createdAt: z.string(),
        }),
      ),
    }),
  },
  async ({ actor, widenScope }) => {
    assertSuperAdmin(actor)
    const rows = await widenScope('allTenants', 'list suspensions', ({ from }) =>
      from(WriteSuspension, 's')
        .select(['s.id', 's.message', 's.endsAt', 's.createdAt'])
        .orderBy('s.createdAt')
        .orderBy('s.id')
        .execute(),
    )
    return {
      items: rows.map(({ id, ...shown }) => ({ tenantId: id === NIL_ID ? null : id, ...shown })),
    }
  },
)

/** PUT /directory/write-suspensions */
export const putSuspension = put('/directory/write-suspensions', suspendWrites, {
  operation: 'suspendWrites',
  summary: 'Suspend the writes of a tenant or of all tenants. They are rejected with 503 and the given message.',
  errors: [400, 404],
})

/** DELETE /directory/write-suspensions */
export const deleteSuspension = del('/directory/write-suspensions', resumeWrites, {
  operation: 'resumeWrites',
  summary: 'Resume the writes of a tenant, or of all tenants if no tenant is given.',
  errors: [400],
})
