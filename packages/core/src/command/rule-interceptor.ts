import type { z } from 'zod'
import { RequestContext } from '../context/context.ts'
import type { Command } from '../define/command.ts'
import { type RuleData, type RuleHook, type RulePoint, ruleRunner } from '../define/rule-point.ts'
import { isInvalidInput, refused } from '../errors.ts'
import { idOf, targetOf } from './command-target.ts'
import type { CodeWork, CommandInput, CommandInterceptor, CommandOutcome, RunningCode } from './interceptor.ts'
import { parseInput } from './parse-input.ts'
import { ruledCustomValues } from './ruled-custom-values.ts'
import { withPrefix } from './write-custom-values.ts'

/**
 * Runs customers' rules around commands with a rule point: those before the command can reject it (422) or change its input, those
 * after it are queued (decision 24).
 */
export const ruled: CommandInterceptor = {
  async join({ state, command: { rules } }) {
    if (!rules) return undefined
    const { entityType } = rules.point()
    // Loads the rules into a cache.
    const applies = await new RequestContext(state)
      .inject(ruleRunner)
      ?.applies({ entityType, eventTypes: [...rules.before, ...rules.after] })
    return applies ? { code: (running, next) => runRuled({ ...running, rules }, next) } : undefined
  },
}

async function runRuled(
  { state, command, input, rules }: RunningCode & { readonly rules: RuleHook },
  next: CodeWork,
): Promise<CommandOutcome> {
  const ctx = new RequestContext(state)
  // There is one, because it was asked whether any rule applies.
  const runner = ctx.inject(ruleRunner)!
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
  // The row is read before it changes; rules that run after the command need it too.
  const stored = isNew ? null : await load(id)
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
  const outcome = await next({
    ...input,
    ...(changes && { parsed: amend(command, input, changes) }),
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
