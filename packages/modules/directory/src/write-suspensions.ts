import { type Context, defineCache, provide } from '@plinth/core'
import { type WriteSuspensions, writeSuspensions } from '@plinth/core/http'
import { WriteSuspension } from './entities.ts'
import { NIL_ID } from './id.ts'

/** Messages of suspensions by tenant; null without one. */
export const suspensionMessages = defineCache<string | null>('directory.write-suspensions')

/** The tag of what depends on the suspension of a tenant's writes, or with `NIL_ID` of all tenants' writes. */
export const suspensionTag = (tenantId: string) => `directory.write-suspension:${tenantId}`

/** Tells every command whether it may write. A message to all tenants comes first. */
export const suspensions = provide(writeSuspensions, (ctx): WriteSuspensions => ({
  messageFor: async (tenantId) => (await find(ctx, NIL_ID)) ?? (tenantId === NIL_ID ? null : find(ctx, tenantId)),
}))

const find = ({ cached, lookUp }: Pick<Context, 'cached' | 'lookUp'>, id: string): Promise<string | null> =>
  cached(suspensionMessages, id, async () => ({
    value: (await lookUp(WriteSuspension, { tenantId: id, id }, ['message']))?.message ?? null,
    tags: [suspensionTag(id)],
  }))
