import { defineCache, provide } from '@plinth/core'
import { type WriteSuspensions, writeSuspensions } from '@plinth/core/http'
import { WriteSuspension } from './entities.ts'
import { NIL_ID } from './id.ts'

/** The messages of all suspensions, by tenant. */
export const suspensionMessages = defineCache<ReadonlyMap<string, string>>('directory.write-suspensions')

/** The tag of everything that depends on suspensions. */
export const SUSPENSIONS = 'directory.write-suspensions'

/** The most tenants whose writes can be suspended one by one: every host keeps their messages in memory. */
export const MOST_SUSPENSIONS = 1_000

/** Tells every command whether it may write. A message to all tenants comes first. */
export const suspensions = provide(writeSuspensions, ({ cached, asSystem }): WriteSuspensions => ({
  async messageFor(tenantId) {
    const messages = await cached(suspensionMessages, 'all', async () => {
      const rows = await asSystem('find whose writes are suspended', ({ from }) =>
        from(WriteSuspension, 's').select(['s.id', 's.message']).execute(),
      )
      return { value: new Map(rows.map(({ id, message }) => [id, message])), tags: [SUSPENSIONS] }
    })
    return messages.get(NIL_ID) ?? messages.get(tenantId) ?? null
  },
}))
