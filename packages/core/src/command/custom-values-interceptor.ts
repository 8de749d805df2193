import type { CommandInterceptor, CommandOutcome } from './interceptor.ts'
import { prepareCustomValues, readAhead, takeCustomValues, writeCustomValues } from './write-custom-values.ts'

/**
 * Stores values of custom fields, sent with the request or passed by the caller of a command, in the rows that commands write.
 */
export const extended: CommandInterceptor = {
  async aroundCall({ outer, command, call }, next) {
    const custom = call.custom ?? takeCustomValues(outer, command)
    if (!custom) return next(call)
    // The definitions of the fields are loaded into a cache, before the transaction.
    await prepareCustomValues(outer, command)
    return next({ ...call, custom })
  },

  async aroundCode({ state, command, input }, next): Promise<CommandOutcome> {
    const { custom } = input
    if (!custom) return next(input)
    const isSent = Object.keys(custom).length > 0
    // Sent together with the first statement of the command. If that fails too, its error is the one to report.
    const reading = isSent ? readAhead(state, command, input.parsed) : undefined
    reading?.catch(() => {})
    const outcome = await next(input)
    await writeCustomValues(state, command, { ...outcome, custom, ahead: await reading })
    return outcome
  },
}
