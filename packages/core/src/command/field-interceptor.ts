import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Command } from '../define/command.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import type { FieldRights, NamedLines } from '../define/field-policies.ts'
import { notWritable } from '../context/readable-query.ts'
import { asStored, idOf } from './command-target.ts'
import {
  aroundEach,
  type CommandInput,
  type CommandInterceptor,
  type RunningCode,
  type RunningCodes,
} from './interceptor.ts'

/**
 * Refuses with 403 what a command is told to write into fields that the caller may not write. A value that the caller may read, and
 * that is sent back as it is, is no change: clients that send whole records keep working. One that the caller may not read is always
 * refused, because accepting the right one would tell it.
 */
export const restricted: CommandInterceptor = {
  join({ state, command }) {
    const rights = command.resource && state.runtime.fieldPolicies.ofKind(state.caller.actor, command.resource)
    if (!rights) return undefined
    const lines = state.runtime.fieldPolicies.linesOf(command.resource!)
    return aroundEach(async (running, next) => {
      const ofNew = await assertWritable(running, rights)
      for (const input of running.inputs) for (const one of lines) await assertLines(running, one, { rights, input })
      const outcomes = await next(running.inputs)
      if (ofNew.length > 0) throw notWritable(ofNew)
      return outcomes
    })
  },
}

type Values = Readonly<Record<string, unknown>>

/** What an input sets although the caller may not write it. */
interface Forbidden {
  readonly input: CommandInput
  readonly id: string | null
  readonly names: readonly string[]
  readonly custom: readonly (readonly [string, unknown])[]
}

/**
 * Returns what is set in rows that the caller does not see, in case the command succeeds all the same: it has created one with the id
 * that was sent, or has changed one that it calls by another name.
 */
async function assertWritable(
  { state, command, inputs }: RunningCodes,
  rights: FieldRights,
): Promise<readonly string[]> {
  const kind = command.resource!
  const found = inputs.flatMap((input) => findForbidden({ state, command, input }, rights) ?? [])
  if (found.length === 0) return []
  const ofNew: string[] = []
  const entity = command.entity ?? state.runtime.rowPolicies.entityOf(kind)!
  const ids = [...new Set(found.flatMap(({ id }) => id ?? []))]
  // Locked, so that what is sent back cannot undo what others write in the meantime.
  const rows = ids.length > 0 ? await findRows(state, entity, { id: ids.length === 1 ? ids[0] : ids }) : []
  const byId = new Map(rows.map((row) => [row['id'], row]))
  for (const { input, id, names, custom } of found) {
    const stored = id === null ? undefined : byId.get(id)
    const [sent, parsed] = [sentOf(input.raw), sentOf(input.parsed)]
    const former = (stored?.[CUSTOM] ?? {}) as Values
    const changed = [
      ...names.filter((name) => !isSame(name in parsed ? parsed[name] : sent[name], stored?.[name])),
      ...custom.filter(([key, value]) => !isSame(value, former[key])).map(([key]) => CUSTOM_PREFIX + key),
    ]
    // Whether the row exists is for the command to say.
    if (id !== null && !stored) ofNew.push(...changed)
    else if (changed.length > 0) throw notWritable(changed)
  }
  return ofNew
}

/** Throws 403 for what the caller may not even read. */
function findForbidden({ state, command, input }: RunningCode, rights: FieldRights): Forbidden | undefined {
  const { fieldPolicies } = state.runtime
  const kind = command.resource!
  const sent = sentOf(input.raw)
  const lines = new Set(fieldPolicies.linesOf(kind).map(({ name }) => name))
  const known = fieldPolicies.namesOf(kind)
  const id = namedBy(command, input)
  const chosen = command.chosen as readonly string[] | undefined
  // What says which row it is writes nothing; `id` itself is always read and never written.
  const isNaming = (name: string) => command.ruledId !== undefined && asStored(String(sent[name])) === id
  const names = Object.keys(sent)
    .filter((name) => known.has(name) && !lines.has(name) && (chosen?.includes(name) ?? true))
    .filter((name) => !rights.may('write', name) && !isNaming(name))
  const custom = Object.entries(input.custom ?? {}).filter(([key]) => !rights.may('write', CUSTOM_PREFIX + key))
  const hidden = [...names, ...custom.map(([key]) => CUSTOM_PREFIX + key)].filter((name) => !rights.may('read', name))
  if (hidden.length > 0) throw notWritable(hidden)
  return names.length + custom.length > 0 ? { input, id, names, custom } : undefined
}

function namedBy(command: Command, { parsed }: CommandInput): string | null {
  const named = command.ruledId?.(parsed as never) ?? idOf(parsed)
  return typeof named === 'string' ? asStored(named) : null
}

interface SentLines {
  readonly rights: FieldRights
  readonly input: CommandInput
}

async function assertLines(
  { state, command }: RunningCodes,
  { name, entity, parent }: NamedLines,
  { rights, input }: SentLines,
): Promise<void> {
  const sent = sentOf(input.raw)
  if (!Array.isArray(sent[name])) return
  const items = (sentOf(input.parsed)[name] ?? sent[name]) as readonly Values[]
  const id = namedBy(command, input)
  const members = [...new Set(items.flatMap((line) => Object.keys(sentOf(line))))].filter((member) => member !== 'id')
  const refused = members.filter((member) => !rights.may('write', `${name}.${member}`))
  const hidden = refused.filter((member) => !rights.may('read', `${name}.${member}`))
  if (hidden.length > 0 || !rights.may('read', name))
    throw notWritable(hidden.length > 0 ? hidden.map((member) => `${name}.${member}`) : [name])
  const isFixed = !rights.may('write', name)
  if (refused.length === 0 && !isFixed) return
  const stored = id === null ? [] : await findRows(state, entity, { [parent]: id })
  const known = new Map(stored.map((line) => [line['id'], line]))
  const changed = refused.filter((member) =>
    items.some((line) => line[member] !== undefined && !isSame(line[member], known.get(line['id'])?.[member])),
  )
  if (changed.length > 0) throw notWritable(changed.map((member) => `${name}.${member}`))
  if (isFixed && (items.length !== stored.length || items.some((line) => !known.has(line['id']))))
    throw notWritable([name])
}

const findRows = (state: UnitOfWork, entity: Declared, where: Values) =>
  state.from('app').lockAll(entity, where as never) as Promise<readonly Values[]>

/** The properties that have a value: an absent one keeps what it has. */
const sentOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
    : {}

/** Whether a value that was sent is the one that is stored, however each of them is written. */
function isSame(sent: unknown, stored: unknown): boolean {
  if (stored === null || stored === undefined)
    return sent === null || sent === undefined || (Array.isArray(sent) && sent.length === 0)
  if (sent === null || sent === undefined) return false
  const [one, other] = [canonical(sent), canonical(stored)]
  return one === other || (isNumber(one) && isNumber(other) && withoutZeros(one) === withoutZeros(other))
}

const NUMBER = /^-?\d+(\.\d+)?$/
const isNumber = (text: string) => NUMBER.test(text)
const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function canonical(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string')
    return TIME.test(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}
