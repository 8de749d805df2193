import type { z } from 'zod'
import type { Command } from '../define/command.ts'
import { type RuleData, type RuleHook, type RulePoint, ruleRunner } from '../define/rule-point.ts'
import { isInvalidInput, refused } from '../errors.ts'
import { idOf, targetOf } from './commit.ts'
import type { RequestState } from './context.ts'
import { parseInput } from './input.ts'

/** An input as it arrived, and as its schema left it. */
export interface CommandInput {
  readonly raw: unknown
  readonly parsed: unknown
}

/** What a command made of its input, which rules may have changed. */
export interface Outcome {
  readonly input: unknown
  readonly result: unknown
}

/**
 * Runs a command's own code and writes its rows, between the rules of its point where it has one: those before may
 * refuse (422) or change the input, those after are queued (decision 24).
 */
export async function runRuled(state: RequestState, command: Command, input: CommandInput): Promise<Outcome> {
  const { rules } = command
  const runner = rules && state.get(ruleRunner)
  if (!rules || !runner) return runCode(state, command, input.parsed)
  const { effects } = state.command!
  const point = rules.point()
  const { entityType } = point
  const isNew = rules.writes === 'new'
  const id = isNew ? undefined : (command.ruledId?.(input.parsed) ?? idOf(input.parsed) ?? undefined)
  const load = async (entityId: string | undefined) =>
    entityId === undefined ? null : pick(await point.load(state.contextOf(undefined), entityId), point)
  const applies = () =>
    Promise.all([rules.before, rules.after].map((eventTypes) => runner.applies({ entityType, eventTypes })))
  // What was is read before it changes, for the rules that come after, too.
  const isRead = !isNew && (await applies()).includes(true)
  const stored = isRead ? await load(id) : null
  const given = pick(input.parsed as RuleData, point)
  const was = stored && { before: stored }
  const occasion = { entityType, depth: state.origin.depth ?? 0 }
  const data = async () => {
    if (isNew) return given
    return stored && (rules.writes === 'gone' ? { ...stored, ...was } : { ...stored, ...given, ...was })
  }
  const left = await runner.before({ ...occasion, eventTypes: rules.before, entityId: id, read: data })
  const changes = left && changesOf(rules, { was: (await data()) ?? {}, is: left })
  if (left) effects.rules.push({ entityType, eventTypes: rules.before, changed: Object.keys(changes ?? {}) })
  const outcome = await runCode(state, command, changes ? amend(command, input, changes) : input.parsed)
  const written = targetOf(command, outcome.input, outcome.result).id ?? undefined
  // Who may write a row need not be able to read it.
  const after = async () => {
    const left = rules.writes === 'gone' ? null : await load(written)
    return left ? { ...left, ...was } : data()
  }
  await runner.after({ ...occasion, eventTypes: rules.after, entityId: written, read: once(after) })
  return outcome
}

async function runCode(state: RequestState, command: Command, input: unknown): Promise<Outcome> {
  const result: unknown = await command.run(state.contextOf(input))
  await state.flush()
  return { input, result }
}

/** The fields that a rule point shows to rules. */
function pick(holder: RuleData | null, { data }: RulePoint): RuleData | null {
  if (typeof holder !== 'object' || holder === null) return null
  const entries = Object.keys(data.shape).map((key) => [key, holder[key]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What rules have set, as far as the point lets them. */
function changesOf({ point, writes }: RuleHook, { was, is }: { was: RuleData; is: RuleData }): RuleData | undefined {
  if (writes === 'gone') return undefined
  const changed = point().settable.filter((key) => is[key] !== was[key])
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, is[key]])) : undefined
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
