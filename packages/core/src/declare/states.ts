import type { z } from 'zod'
import { propertyOf } from '../data/query/properties.ts'
import { type Changes, type Declared, nameOf, type Row, type StoredRow } from '../data/query/row-types.ts'
import type { CommandContext } from '../define/command.ts'
import type { EventType } from '../define/event.ts'
import { inWords } from '../define/in-words.ts'
import type { LabelSource, StateChange, StateColor, StateMachine } from '../define/state-machine.ts'
import { defineService } from '../define/service.ts'
import { texts } from '../define/texts.ts'
import { brokenSetup, conflict } from '../errors.ts'
import type { ActionBase, Parsed } from './action-spec.ts'

/** How a state is shown to people. */
export interface StateSpec {
  /** In English: `Signed`. Modules translate it like their other texts. Default: its name in words. */
  readonly label?: string
  /** Default: `gray`. */
  readonly color?: StateColor
}

/** A step from one state to another: a command, with a route below the path of the resource. */
export interface TransitionSpec<T extends object, V, I> extends ActionBase<T, I> {
  readonly from: V | readonly V[]
  readonly to: V
  /** Further values that the transition writes, computed from the locked row. May throw. */
  readonly set?: (ctx: CommandContext<Parsed<I>>, row: StoredRow<T>) => Promise<Changes<T> | void> | Changes<T> | void
}

/** The states of an entity, kept in a property that is an enum, and what leads from one to another. */
export interface StatesSpec<T extends object, K extends keyof Row<T> & string, X> {
  readonly property: K
  /** Every value of the enum, in the order in which people are shown the states. */
  readonly values: Readonly<Record<Row<T>[K] & string, StateSpec>>
  /** The state of new rows. */
  readonly initial: Row<T>[K] & string
  /**
   * The states in which records can be updated, with their lines, and deleted; in others both are refused with 409. Transitions and
   * actions, and your own commands, are not restricted. Default: all states.
   */
  readonly editable?: readonly (Row<T>[K] & string)[]
  readonly transitions: { readonly [N in keyof X]: TransitionSpec<T, Row<T>[K] & string, X[N]> }
  /** Emitted by every transition; its payload is `StateChange`. */
  readonly event?: EventType<StateChange>
}

/** A specification whose transitions are of any type. */
export interface AnyStatesSpec {
  readonly property: string
  readonly values: Readonly<Record<string, StateSpec>>
  readonly initial: string
  readonly editable?: readonly string[]
  readonly transitions: Readonly<Record<string, TransitionSpec<object, string, z.ZodRawShape>>>
  readonly event?: EventType<StateChange>
}

/** Checks the states of a resource. Throws `broken_setup` for what its entity or its input contradicts. */
export function toStateMachine(
  { property, values, initial, editable, transitions }: AnyStatesSpec,
  {
    path,
    id,
    entity,
    input,
  }: { readonly path: string; readonly id: string; readonly entity: Declared; readonly input: z.ZodObject },
): StateMachine {
  const what = `The states of ${path}`
  const { kind, items = [], isNullable } = propertyOf(entity, property, what)
  const names = Object.keys(values)
  if (kind !== 'enum' || isNullable || items.map(String).toSorted().join() !== names.toSorted().join())
    throw brokenSetup(
      `${what} are ${names.join(', ')}, so '${property}' of '${nameOf(entity)}' must be \`p.enum(${JSON.stringify(names)})\``,
    )
  if (property in input.shape)
    throw brokenSetup(`${what} change by transitions only, so '${property}' cannot be in the \`input\``)
  const assertKnown = (state: string) => {
    if (!Object.hasOwn(values, state)) throw brokenSetup(`${what} have no '${state}'`)
  }
  for (const state of [
    initial,
    ...(editable ?? []),
    ...Object.values(transitions).flatMap(({ from, to }) => [...fromOf(from), to]),
  ])
    assertKnown(state)
  const states = names.map((name) => ({
    name,
    label: values[name]!.label ?? inWords(name),
    color: values[name]!.color ?? ('gray' as const),
    isEditable: editable?.includes(name) ?? true,
  }))
  const labels = defineService(`${id}.${property}`, ({ inject, locale }): LabelSource => ({
    async of(keys) {
      const [{ language }, known] = [await locale(), inject(texts)]
      const told = states.map(({ name, label }) => [name, known.in(language, label)] as const)
      return new Map(told.filter(([name]) => keys.includes(name)))
    },
  }))
  return Object.freeze({ entity, property, initial, states, labels })
}

/** The states that a transition begins in. */
export const fromOf = (from: string | readonly string[]): readonly string[] => [from].flat()

/** Why something is not possible in the state of a row, in English. */
export function stateRefusal({ property, states }: StateMachine, row: object): string {
  const state = String((row as Readonly<Record<string, unknown>>)[property])
  const { label = state } = states.find(({ name }) => name === state) ?? {}
  return `Not possible in the state ${label}`
}

/** Throws 409 for a row in a state in which it can be neither updated nor deleted. */
export function assertEditable(machine: StateMachine | undefined, row: object): void {
  if (!machine) return
  const state = (row as Readonly<Record<string, unknown>>)[machine.property]
  if (machine.states.find(({ name }) => name === state)?.isEditable ?? true) return
  throw conflict(stateRefusal(machine, row), { code: 'action_not_allowed', state })
}
