import { RequestContext } from '../context/context.ts'
import { writesSuspended, writeSuspensions } from '../define/write-suspensions.ts'
import type { CommandInterceptor } from './interceptor.ts'

/** Rejects commands while an operator has suspended the writes of their tenant or of all tenants (503, with the message). */
export const suspendable: CommandInterceptor = {
  async join({ state, command: { logged, whileSuspended }, isOutermost }) {
    if (!isOutermost || logged === false || whileSuspended) return undefined
    const message = await new RequestContext(state).inject(writeSuspensions)?.messageFor(state.caller.scope.tenantId)
    if (message == null) return undefined
    throw writesSuspended(message)
  },
}
