import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Command } from '../define/command.ts'
import { customValues } from '../define/custom-values.ts'
import type { CustomRecord } from '../define/extensible.ts'
import type {
  CalledCommand,
  CodesWork,
  CodeWork,
  CommandInterceptor,
  CommandOutcome,
  RunningCode,
  RunningCodes,
} from './interceptor.ts'
import { ruled } from './rule-interceptor.ts'
import { writeAllCustomValues } from './write-all-custom-values.ts'
import { extensionOfCommand, readAhead, writeCustomValues } from './write-custom-values.ts'

/**
 * Stores values of custom fields, sent with the request or passed by the caller of a command, in the rows that commands write.
 */
export const extended: CommandInterceptor = {
  async join(called) {
    const { state, command, call, isOutermost } = called
    const custom = call.custom ?? (isOutermost ? takeCustomValues(state, command) : undefined)
    // Rules that apply can set values that nobody has sent.
    if (!custom) return command.rules && (await ruled.join(called)) && STORING
    const areDefined = await loadCustomFields(called)
    // Values that no field is defined for are refused.
    return areDefined || Object.keys(custom).length > 0 ? { custom, ...STORING } : undefined
  },
}

/** The custom values that the request sent for such a resource; only the first command gets them. */
function takeCustomValues({ origin }: UnitOfWork, { resource }: Command): CustomRecord | undefined {
  const { custom } = origin
  if (!custom || custom.isTaken || custom.kind !== resource) return undefined
  custom.isTaken = true
  return custom.values
}

/**
 * Loads the fields that customers have defined for the rows of a command into a cache; before the transaction of an outermost
 * command, also those of the organization that its row most likely has. Returns false if none are defined.
 */
async function loadCustomFields({ state, command, isOutermost }: CalledCommand): Promise<boolean> {
  const extension = extensionOfCommand(state, command)
  const service = extension && new RequestContext(state).inject(customValues)
  if (!extension || !service || !(await service.hasFields(extension.entityId))) return false
  const { actor, scope } = state.caller
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  if (isOutermost) await service.fields({ entityId: extension.entityId, organizationId })
  return true
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

async function storeAllCustomValues(
  { state, command, inputs }: RunningCodes,
  next: CodesWork,
): Promise<readonly CommandOutcome[]> {
  const outcomes = await next(inputs)
  const written = outcomes.map((outcome, index) => ({ ...outcome, custom: inputs[index]!.custom }))
  await writeAllCustomValues(state, command, written)
  return outcomes
}

const STORING = { code: storeCustomValues, codeAll: storeAllCustomValues }
