import { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import type { Service } from './service.ts'

/** The color in which a state is shown. */
export type StateColor = 'gray' | 'blue' | 'green' | 'yellow' | 'red' | 'purple'

/** A state, and how it is shown to people. */
export interface State {
  readonly name: string
  /** In English. */
  readonly label: string
  readonly color: StateColor
  /** Whether records in it can be updated and deleted. */
  readonly isEditable: boolean
}

/** Returns labels of some keys in the caller's language. */
export interface LabelSource {
  of(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The states of an entity. */
export interface StateMachine {
  readonly entity: Declared
  /** The property that holds the state. */
  readonly property: string
  readonly initial: string
  /** In the order in which they were declared. */
  readonly states: readonly State[]
  /** The labels of the states, for analytics. */
  readonly labels: Service<LabelSource>
}

/** The payload of a resource's `states.event`. */
export const StateChange = z.object({
  id: z.uuid(),
  /** The name of the transition. */
  transition: z.string(),
  from: z.string(),
  to: z.string(),
})

export type StateChange = z.output<typeof StateChange>
