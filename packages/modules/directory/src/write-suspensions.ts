import { defineCache, provide } from '@plinth/core'
import { type WriteSuspensions, writeSuspensions } from '@plinth/core/http'
import { WriteSuspension } from './entities.ts'
import { NIL_ID } from './entity-id.ts'

interface Suspension {
  readonly message: string
  /** In milliseconds since 1970. */
  readonly endsAt: number
}

/** The messages of all suspensions, by tenant. */
export const suspensionMessages = defineCache<ReadonlyMap<string, Suspension>>('directory.write-suspensions')

/** The tag of everything that depends on suspensions. */
export const SUSPENSIONS = 'directory.write-suspensions'

/** The most tenants whose writes can be suspended one by one: every host keeps their messages in memory. */
export const MOST_SUSPENSIONS = 1_000

/** Tells every command whether it may write. A message to all tenants comes first. */
export const suspensions = provide(writeSuspensions, ({ cached, widenScope, now }): WriteSuspensions => ({
  async messageFor(tenantId) {
    const messages = await cached(suspensionMessages, 'all', async () => {
      const rows = await widenScope('allTenants', 'find whose writes are suspended', ({ from }) =>
        from(WriteSuspension, 's').select(['s.id', 's.message', 's.endsAt']).execute(),
      )
      return {
        value: new Map(
          rows.map(({ id, message, endsAt }) => [
            id,
            { message, endsAt: endsAt === null ? Infinity : Date.parse(endsAt) },
          ]),
        ),
        tags: [SUSPENSIONS],
      }
    })
    const inForce = [NIL_ID, tenantId].map((id) => messages.get(id)).find((one) => one && one.endsAt > now().getTime())
    return inForce?.message ?? null
  },
}))
