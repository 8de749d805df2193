import type { CodeWork, CommandInterceptor, CommandOutcome, RunningCode } from './interceptor.ts'
import { loadCustomFields, readAhead, takeCustomValues, writeCustomValues } from './write-custom-values.ts'

/**
 * Stores values of custom fields, sent with the request or passed by the caller of a command, in the rows that commands write.
 */
export const extended: CommandInterceptor = {
  async join(called) {
    const { state, command, call, isOutermost } = called
    const custom = call.custom ?? (isOutermost ? takeCustomValues(state, command) : undefined)
    // Rules can set values that nobody has sent.
    if (!custom) return command.rules && { code: storeCustomValues }
    const areDefined = await loadCustomFields(called)
    // Values that no field is defined for are refused.
    return areDefined || Object.keys(custom).length > 0 ? { custom, code: storeCustomValues } : undefined
  },
}

async function storeCustomValues({ state, command, input }: RunningCode, next: CodeWork): Promise<CommandOutcome> {
  const { custom } = input
  if (!custom) return next(input)
  const isSent = Object.keys(custom).length > 0
  // Sent together with the first statement of the command. If that fails too, its error is the one to report.
  const reading = isSent ? readAhead(state, command, input.parsed) : undefined
  reading?.catch(() => {})
  const outcome = await next(input)
  await writeCustomValues(state, command, { ...outcome, custom, ahead: await reading })
  return outcome
}
