import type { z } from 'zod'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Command, Reverted } from '../define/command.ts'
import { composition } from '../define/module.ts'
import {
  type ProjectedWrite,
  type RuleData,
  type RuleHook,
  type RulePoint,
  ruleRunner,
  typeOfData,
} from '../define/rule-point.ts'
import { isInvalidInput, refused } from '../errors.ts'
import { redoEntry, undoEntry, undoPart } from '../log/undo.ts'
import { CommandRequestContext } from './command-context.ts'
import { asStored, idOf, targetOf } from './command-target.ts'
import {
  aroundEach,
  type CodesWork,
  type CodeWork,
  type CommandInput,
  type CommandInterceptor,
  type CommandOutcome,
  type RunningCode,
  type RunningCodes,
} from './interceptor.ts'
import { parseInput } from './parse-input.ts'
import { pick, type PointInUse, RuleDecisions } from './rule-decisions.ts'
import { customNames, whyNotSet } from './why-not-set.ts'
import { ruledCustomValues } from './ruled-custom-values.ts'
import { withPrefix } from './write-custom-values.ts'

const REVERTS: ReadonlySet<string> = new Set([undoEntry.id, undoPart.id, redoEntry.id])

/**
 * Runs customers' rules around commands with a rule point (decisions: Rules on commands; Guards): those that set fields before it,
 * and all others when every command of its transaction has run. They can reject it (422) until the commit. Those that run after the
 * commit are queued. Undo and redo ask the rules that can reject, about every row that they restore.
 */
export const ruled: CommandInterceptor = {
  async join({ state, command, call: { input } }) {
    const { rules, id } = command
    if (REVERTS.has(id)) return joinRevert(state)
    if (!rules) return undefined
    const point = rules.point()
    // Commands that change or delete a row may also write others: a deletion moves children up.
    const others = rules.writes === 'new' && !point.records ? [] : [point.create, point.update, point.delete]
    const events = [rules, ...others].flatMap(({ before }) => before)
    const applies = await applying(state, point, { input, eventTypes: [...new Set(events), ...rules.after] })
    return applies ? aroundEach((running, next) => runRuled({ ...running, rules }, next)) : undefined
  },
}

interface RuledEvents {
  readonly input?: unknown
  readonly eventTypes: readonly string[]
}

/** Whether any rule applies; loads the rules into a cache. True where the entity is not known yet. */
async function applying(state: UnitOfWork, point: RulePoint, { input, eventTypes }: RuledEvents): Promise<boolean> {
  const runner = new RequestContext(state).inject(ruleRunner)
  if (!runner) return false
  const entityType = typeOfData(point, input)
  if (point.records && entityType === point.entityType) return true
  return runner.applies({ entityType, eventTypes })
}

async function joinRevert(state: UnitOfWork) {
  const commands = new RequestContext(state).inject(composition).modules.flatMap((module) => module.commands ?? [])
  const inUse: PointInUse[] = []
  for (const point of new Set(commands.flatMap(({ rules }) => rules?.point() ?? []))) {
    const events = [point.create, point.update, point.delete].flatMap(({ before }) => before)
    if (!(await applying(state, point, { eventTypes: events }))) continue
    const entity = point.entity ?? commands.find((one) => one.rules?.point() === point && one.entity)?.entity
    inUse.push({ point, entity })
  }
  if (inUse.length === 0) return undefined
  const code = async (running: RunningCode, next: CodeWork) => {
    const outcome = await next(running.input)
    const { target } = outcome.result as Reverted
    const ran = commands.find(({ id }) => id === target.commandId)
    for (const { point, entity } of inUse) {
      const rows = RuleDecisions.of(running.state).rowsOf({ point, entity })
      rows.isRevert = true
      if (!entity && target.id && ran?.rules?.point() === point) rows.restored.push(target.id)
    }
    return outcome
  }
  return { code }
}

async function runRuled(
  { state, command, inputs, rules }: RunningCodes & { readonly rules: RuleHook },
  next: CodesWork,
): Promise<readonly CommandOutcome[]> {
  const { effects } = state.command!
  const point = rules.point()
  const isNew = rules.writes === 'new'
  const decisions = RuleDecisions.of(state)
  const rows = decisions.rowsOf({ point, entity: point.entity ?? command.entity }, command.resource)
  const named = inputs.map(({ parsed }) => (isNew ? [] : idsOf(command, parsed)))
  // Rows are read before they change; rules that run after the command need them too.
  const stored = await decisions.load(rows, [...new Set(named.flat())], { isWritten: false })
  const ruled: RuledInput[] = []
  for (const [index, input] of inputs.entries()) {
    const sent = { ...pick(input.parsed as RuleData, point), ...(input.custom && withPrefix(input.custom)) }
    const ids = named[index]!
    const writes = isNew ? [NEW] : ids.map((id) => ({ id, stored: stored.get(id) ?? null }))
    const changes = await changesFor({ state, command, input, rules }, { writes, sent })
    const { parsed: changed, custom } = changes
    effects.rules.push({
      entityType: typeOfData(point, input.parsed),
      eventTypes: rules.before,
      changed: Object.keys({ ...changed, ...(custom && withPrefix(custom)) }),
    })
    const amended = {
      ...input,
      ...(changed && { parsed: amend(command, input, { point, changed }) }),
      ...(custom && { custom: { ...input.custom, ...custom } }),
    }
    ruled.push({ amended, writes, sent: { ...sent, ...(custom && withPrefix(custom)) } })
  }
  const outcomes = await next(ruled.map(({ amended }) => amended))
  for (const [index, { writes, sent }] of ruled.entries()) {
    const outcome = outcomes[index]!
    const { id: targetId } = targetOf(command, outcome.input, outcome.result)
    const ruledSent = { ...sent, ...pick(outcome.input as RuleData, point) }
    for (const { id = isNew ? (idOf(outcome.result) ?? targetId ?? undefined) : undefined, stored: was } of writes)
      rows.writes.push({ hook: rules, id, stored: was, sent: ruledSent })
  }
  return outcomes
}

/** An input with what rules have set. */
interface RuledInput {
  readonly amended: CommandInput
  readonly writes: NamedRows['writes']
  readonly sent: RuleData
}

/** The write of a row that does not exist yet. */
const NEW = { id: undefined, stored: null }

/** The ids of the rows that an update or deletion names. */
function idsOf(command: Command, input: unknown): readonly string[] {
  const named = command.ruledId?.(input as never) ?? idOf(input)
  if (named !== null) return [...new Set([named].flat().map(asStored))]
  const ids = typeof input === 'object' && input !== null && 'ids' in input ? input.ids : []
  return Array.isArray(ids) ? [...new Set(ids.filter((id): id is string => typeof id === 'string').map(asStored))] : []
}

interface Assignment {
  readonly parsed?: RuleData | undefined
  readonly custom?: RuleData | undefined
}

interface NamedRows {
  readonly writes: readonly { readonly id: string | undefined; readonly stored: RuleData | null }[]
  readonly sent: RuleData
}

/** What rules set in the input of a command. Throws `refused` if they set different values for several rows. */
async function changesFor(
  { state, command, input, rules }: RunningCode & { readonly rules: RuleHook },
  { writes, sent }: NamedRows,
): Promise<Assignment> {
  const runner = new RequestContext(state).inject(ruleRunner)!
  const point = rules.point()
  const isNew = rules.writes === 'new'
  const assignments: Assignment[] = []
  const project = async (write: ProjectedWrite) => {
    if (!isNew && !write.stored) return null
    const fields = await point.project?.(new CommandRequestContext(state, input.parsed as never), write)
    return { ...(fields ?? { ...write.stored, ...write.sent }), before: write.stored }
  }
  for (const { id, stored } of writes) {
    let reading: Promise<RuleData | null> | undefined
    const read = () => (reading ??= project({ id, stored, sent }))
    const custom = ruledCustomValues(state, command, { id, isNew })
    const after = await runner.assign?.({
      entityType: typeOfData(point, input.parsed),
      eventTypes: rules.before,
      entityId: id,
      depth: state.origin.depth ?? 0,
      read,
      whyNotSet: async () => {
        const defined = point.records ? customNames((await read()) ?? {}) : await custom?.names()
        return (field) => whyNotSet(field, rules, defined)
      },
    })
    const judged = after && rules.sets !== false && { before: (await read()) ?? {}, after }
    if (judged) assignments.push({ parsed: changesOf(point, judged), custom: await custom?.changes(judged) })
    else assignments.push({})
  }
  const [first = {}, ...others] = assignments
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw refused('Rules set different values for the rows of one command')
  return { parsed: first.parsed, custom: first.custom && { ...input.custom, ...first.custom } }
}

/** The fields set by rules, without those that the point does not allow them to set, or that do not exist. */
function changesOf(
  { settable, records }: RulePoint,
  { before, after }: { before: RuleData; after: RuleData },
): RuleData | undefined {
  const custom = records ? customNames(before) : []
  const changed = [
    ...settable.filter((key) => after[key] !== before[key]),
    ...custom.filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key])),
  ]
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, after[key]])) : undefined
}

interface Amendment {
  readonly point: RulePoint
  readonly changed: RuleData
}

function amend({ input }: Command, { raw }: CommandInput, { point, changed }: Amendment): unknown {
  try {
    const sent = raw as RuleData
    return parseInput(input as z.ZodType, point.records ? point.records.amend(sent, changed) : { ...sent, ...changed })
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    throw refused('Rules have set invalid values', {
      details: error.cause.issues.map(({ path, message }) => ({ path, message })),
    })
  }
}
