import type { z } from 'zod'
import { isUuid } from '../data/query/uuid.ts'
import type { Command } from '../define/command.ts'
import { type RuleData, type RuleHook, type RulePoint, ruleRunner } from '../define/rule-point.ts'
import { isInvalidInput, refused } from '../errors.ts'
import { CUSTOM_PREFIX, type CustomRecord } from '../define/extensible.ts'
import { extensionOfCommand, fieldsOfRow, readCustomRow, withPrefix, writeCustomValues } from './write-custom-values.ts'
import { idOf, targetOf } from './commit.ts'
import { CommandRequestContext, RequestContext } from '../context/context.ts'
import { parseInput } from './parse.ts'
import type { RequestState } from '../context/unit-of-work.ts'

/** An input as received, and as parsed by its schema. */
export interface CommandInput {
  readonly raw: unknown
  readonly parsed: unknown
  /** Values of custom fields for the row that the command writes. */
  readonly custom?: CustomRecord | undefined
}

/** The result of a command, and its input, which rules may have changed. */
export interface CommandOutcome {
  readonly input: unknown
  readonly result: unknown
}

/**
 * Runs the command's own code and writes its rows. With a rule point, rules run around it: those before it can reject it (422)
 * or change the input, those after it are queued (decision 24).
 */
export async function runRuled(state: RequestState, command: Command, input: CommandInput): Promise<CommandOutcome> {
  const { rules } = command
  if (!rules) return runCode(state, command, input)
  const ctx = new RequestContext(state)
  const runner = ctx.inject(ruleRunner)
  if (!runner) return runCode(state, command, input)
  const { effects } = state.command!
  const point = rules.point()
  const { entityType } = point
  const isNew = rules.writes === 'new'
  const id = isNew ? undefined : (command.ruledId?.(input.parsed) ?? idOf(input.parsed) ?? undefined)
  const custom = ruledCustomValues(state, command, { id, isNew })
  const load = async (entityId: string | undefined) => {
    if (entityId === undefined) return null
    const loaded = pick(await point.load(ctx, entityId), point)
    return loaded && { ...loaded, ...(await custom?.load(entityId)) }
  }
  const applies = () =>
    Promise.all([rules.before, rules.after].map((eventTypes) => runner.applies({ entityType, eventTypes })))
  // The row is read before it changes; rules that run after the command need it too.
  const needsStored = !isNew && (await applies()).includes(true)
  const stored = needsStored ? await load(id) : null
  const sent = { ...pick(input.parsed as RuleData, point), ...(input.custom && withPrefix(input.custom)) }
  const former = stored && { before: stored }
  const trigger = { entityType, depth: state.origin.depth ?? 0 }
  const data = async () => {
    if (isNew) return sent
    return stored && (rules.writes === 'gone' ? { ...stored, ...former } : { ...stored, ...sent, ...former })
  }
  const ruled = await runner.before({ ...trigger, eventTypes: rules.before, entityId: id, read: data })
  const judged = ruled && { before: (await data()) ?? {}, after: ruled }
  const changes = judged && changesOf(rules, judged)
  const customChanges = judged && rules.writes !== 'gone' ? await custom?.changes(judged) : undefined
  if (ruled)
    effects.rules.push({
      entityType,
      eventTypes: rules.before,
      changed: Object.keys({ ...changes, ...(customChanges && withPrefix(customChanges)) }),
    })
  const amended = changes ? { ...input, parsed: amend(command, input, changes) } : input
  const outcome = await runCode(state, command, {
    ...amended,
    ...(customChanges && { custom: { ...input.custom, ...customChanges } }),
  })
  const written = targetOf(command, outcome.input, outcome.result).id ?? undefined
  // A caller who may write a row is not necessarily allowed to read it.
  const after = async () => {
    const reloaded = rules.writes === 'gone' ? null : await load(written)
    return reloaded ? { ...reloaded, ...former } : data()
  }
  await runner.after({ ...trigger, eventTypes: rules.after, entityId: written, read: once(after) })
  return outcome
}

async function runCode(
  state: RequestState,
  command: Command,
  { parsed, custom }: CommandInput,
): Promise<CommandOutcome> {
  const input = parsed
  const result: unknown = await command.run(new CommandRequestContext(state, input as never))
  await state.flush()
  if (custom) await writeCustomValues(state, command, { input, result, custom })
  return { input, result }
}

/** What rules know of the custom values of a command's row, as members with a prefix. Nothing is read until a rule needs it. */
interface RuledCustomValues {
  load(id: string): Promise<RuleData | undefined>
  /** The values that rules have set, by key; undefined if there are none. */
  changes(judged: { readonly before: RuleData; readonly after: RuleData }): Promise<CustomRecord | undefined>
}

/** Undefined if customers cannot define fields for the command's row. */
function ruledCustomValues(
  state: RequestState,
  command: Command,
  { id, isNew }: { readonly id: string | undefined; readonly isNew: boolean },
): RuledCustomValues | undefined {
  const extension = extensionOfCommand(state, command)
  if (!extension) return undefined
  const fieldsFor = (organizationId: string | null) => fieldsOfRow(state, extension, organizationId)
  const rowOf = async (rowId: string) =>
    isUuid(rowId) && (await fieldsFor(null)) ? readCustomRow(state, extension, { id: rowId, isNew }) : undefined
  return {
    async load(rowId) {
      const row = await rowOf(rowId)
      const fields = row && (await fieldsFor(row.organizationId))
      return fields && withPrefix(fields.show(row.custom))
    },
    async changes({ before, after }) {
      const row = isNew || id === undefined ? undefined : await rowOf(id)
      const fields = await fieldsFor(row?.organizationId ?? null)
      const changed = (fields?.described ?? []).filter(({ key }) => {
        const name = CUSTOM_PREFIX + key
        return JSON.stringify(after[name] ?? null) !== JSON.stringify(before[name] ?? null)
      })
      if (changed.length === 0) return undefined
      return Object.fromEntries(changed.map(({ key }) => [key, after[CUSTOM_PREFIX + key] ?? null]))
    },
  }
}

/** The fields that a rule point exposes to rules, with timestamps in their stored form: parsed inputs contain dates. */
function pick(holder: RuleData | null, { data }: RulePoint): RuleData | null {
  if (typeof holder !== 'object' || holder === null) return null
  const entries = Object.keys(data.shape).map((key) => {
    const value = holder[key]
    return [key, value instanceof Date ? value.toISOString() : value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The fields set by rules, without those that the point does not allow them to set. */
function changesOf(
  { point, writes }: RuleHook,
  { before, after }: { before: RuleData; after: RuleData },
): RuleData | undefined {
  if (writes === 'gone') return undefined
  const changed = point().settable.filter((key) => after[key] !== before[key])
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, after[key]])) : undefined
}

function amend({ input }: Command, { raw }: CommandInput, changes: RuleData): unknown {
  try {
    return parseInput(input as z.ZodType, { ...(raw as object), ...changes })
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    throw refused('Rules have set values that are not valid', {
      details: error.cause.issues.map(({ path, message }) => ({ path, message })),
    })
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= read())
}
