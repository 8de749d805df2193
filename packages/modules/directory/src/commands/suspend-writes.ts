import { badInput, dateTime, defineCommand, notFound, Ok } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { z } from 'zod'
import { features } from '../contract.ts'
import { WriteSuspension } from '../entities.ts'
import { EntityId, NIL_ID } from '../entity-id.ts'
import { tenants } from '../tenants.ts'
import { MOST_SUSPENSIONS, SUSPENSIONS } from '../write-suspensions.ts'

/** A tenant; null for all of them. */
const id = EntityId.nullable()

/** Suspends the writes of a tenant, or of all tenants, for super admins. The message says why and until when. */
export const suspendWrites = defineCommand({
  id: 'directory.writes.suspend',
  label: 'Suspend writes',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  whileSuspended: true,
  input: z.object({
    id,
    message: z.string().trim().min(1).max(500),
    endsAt: dateTime().nullable().default(null).meta({ description: 'When the suspension ends by itself.' }),
  }),
  output: Ok,
  async run({ input, actor, widenScope, inject, invalidate }) {
    assertSuperAdmin(actor)
    if (input.id !== null && !(await inject(tenants).find(input.id))) throw notFound('Tenant')
    const id = input.id ?? NIL_ID
    const { message, endsAt } = input
    await widenScope('allTenants', 'suspend writes', async ({ from }) => {
      const changed = await from
        .update(WriteSuspension, 's')
        .set({ message, endsAt })
        .where('s.tenantId', '=', id)
        .returning('s.id')
        .executeTakeFirst()
      if (changed) return
      await from.insert(WriteSuspension, { id, tenantId: id, message, endsAt }).execute()
      const { count } = await from(WriteSuspension, 's')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count > MOST_SUSPENSIONS)
        throw badInput(`At most ${MOST_SUSPENSIONS} tenants can be suspended one by one; suspend all instead`)
    })
    invalidate(SUSPENSIONS)
    return { ok: true as const }
  },
})

/** Lifts the suspension of a tenant's writes, or of all tenants' writes. */
export const resumeWrites = defineCommand({
  id: 'directory.writes.resume',
  label: 'Resume writes',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  whileSuspended: true,
  input: z.object({ id: id.default(null) }),
  output: Ok,
  async run({ input, actor, widenScope, invalidate }) {
    assertSuperAdmin(actor)
    const id = input.id ?? NIL_ID
    await widenScope('allTenants', 'resume writes', ({ from }) =>
      from.delete(WriteSuspension, 's').where('s.tenantId', '=', id).execute(),
    )
    invalidate(SUSPENSIONS)
    return { ok: true as const }
  },
})
