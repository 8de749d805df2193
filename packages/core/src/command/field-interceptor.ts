import type { Declared } from '../data/query/row-types.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import type { FieldRights, NamedLines } from '../define/field-policies.ts'
import { notWritable } from '../context/readable-query.ts'
import { idOf } from './command-target.ts'
import type { CommandInterceptor, RunningCode } from './interceptor.ts'

/**
 * Refuses with 403 what a command is told to write into fields that the caller may not write. A value that the caller may read, and
 * that is sent back as it is, is no change: clients that send whole records keep working. One that the caller may not read is always
 * refused, because accepting the right one would tell it.
 */
export const restricted: CommandInterceptor = {
  join({ state, command }) {
    const rights = command.resource && state.runtime.fieldPolicies.ofKind(state.caller.actor, command.resource)
    if (!rights) return undefined
    return {
      async code(running, next) {
        await assertWritable(running, rights)
        return next(running.input)
      },
    }
  },
}

type Values = Readonly<Record<string, unknown>>

async function assertWritable(running: RunningCode, rights: FieldRights): Promise<void> {
  const { state, command, input } = running
  const { fieldPolicies, rowPolicies } = state.runtime
  const kind = command.resource!
  const sent = sentOf(input.raw)
  const parsed = sentOf(input.parsed)
  const lines = fieldPolicies.linesOf(kind)
  const names = fieldPolicies.namesOf(kind)
  const isLines = (name: string) => lines.some((one) => one.name === name)
  const refused = Object.keys(sent).filter((name) => names.has(name) && !isLines(name) && !rights.may('write', name))
  const custom = Object.entries(input.custom ?? {}).filter(([key]) => !rights.may('write', CUSTOM_PREFIX + key))
  const sentLines = lines.filter(({ name }) => Array.isArray(sent[name]))
  const hidden = [...refused, ...custom.map(([key]) => CUSTOM_PREFIX + key)].filter((name) => !rights.may('read', name))
  if (hidden.length > 0) throw notWritable(hidden)
  const named = command.ruledId?.(input.parsed as never) ?? idOf(input.parsed)
  const id = typeof named === 'string' ? named : null
  if (refused.length > 0 || custom.length > 0) {
    const entity = command.entity ?? rowPolicies.entityOf(kind)!
    const stored = id === null ? undefined : await findRow(running, entity, id)
    // Whether the row exists is for the command to say.
    if (id !== null && !stored) return
    const former = (stored?.[CUSTOM] ?? {}) as Values
    const changed = [
      ...refused.filter((name) => !isSame(name in parsed ? parsed[name] : sent[name], stored?.[name])),
      ...custom.filter(([key, value]) => !isSame(value, former[key])).map(([key]) => CUSTOM_PREFIX + key),
    ]
    if (changed.length > 0) throw notWritable(changed)
  }
  for (const one of sentLines)
    await assertLines(running, one, { rights, items: (parsed[one.name] ?? sent[one.name]) as readonly Values[], id })
}

interface SentLines {
  readonly rights: FieldRights
  readonly items: readonly Values[]
  /** The record; null for a new one. */
  readonly id: string | null
}

async function assertLines(running: RunningCode, lines: NamedLines, { rights, items, id }: SentLines): Promise<void> {
  const { name, entity, parent } = lines
  const members = [...new Set(items.flatMap((line) => Object.keys(sentOf(line))))].filter((member) => member !== 'id')
  const refused = members.filter((member) => !rights.may('write', `${name}.${member}`))
  const hidden = refused.filter((member) => !rights.may('read', `${name}.${member}`))
  if (hidden.length > 0 || !rights.may('read', name))
    throw notWritable(hidden.length > 0 ? hidden.map((member) => `${name}.${member}`) : [name])
  const isFixed = !rights.may('write', name)
  if (refused.length === 0 && !isFixed) return
  const stored = id === null ? [] : await findRows(running, entity, [parent, id])
  const known = new Map(stored.map((line) => [line['id'], line]))
  const changed = refused.filter((member) =>
    items.some((line) => line[member] !== undefined && !isSame(line[member], known.get(line['id'])?.[member])),
  )
  if (changed.length > 0) throw notWritable(changed.map((member) => `${name}.${member}`))
  if (isFixed && (items.length !== stored.length || items.some((line) => !known.has(line['id']))))
    throw notWritable([name])
}

/** The row, locked, so that what is sent back cannot undo what others write in the meantime. */
const findRow = async (running: RunningCode, entity: Declared, id: string): Promise<Values | undefined> =>
  (await findRows(running, entity, ['id', id]))[0]

const findRows = ({ state }: RunningCode, entity: Declared, [name, value]: readonly [string, string]) =>
  state.from('app').lockAll(entity, { [name]: value } as never) as Promise<readonly Values[]>

/** The properties that have a value: an absent one keeps what it has. */
const sentOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
    : {}

/** Whether a value that was sent is the one that is stored, however each of them is written. */
function isSame(sent: unknown, stored: unknown): boolean {
  if (sent === null || sent === undefined || stored === null || stored === undefined)
    return (sent ?? null) === (stored ?? null)
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
