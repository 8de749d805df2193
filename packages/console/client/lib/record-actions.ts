import { type Loaded, useData } from './data.ts'
import type { Resource } from './openapi.ts'

/** A state of a record, in the visitor's language. */
export interface State {
  readonly name: string
  readonly label: string
  readonly color: string
  /** Whether records in it can be edited and deleted. */
  readonly isEditable: boolean
}

/** Something that the visitor may do with records, if they allow it. */
export interface RecordAction {
  readonly name: string
  readonly label: string
  readonly path: string
  /** The states that it begins in; null if it does not depend on them. */
  readonly from: readonly string[] | null
  /** The state that it ends in; null if it does not change it. */
  readonly to: string | null
  readonly preview: boolean
}

export interface RecordActions {
  readonly states: { readonly property: string; readonly values: readonly State[] } | null
  readonly actions: readonly RecordAction[]
  readonly records: readonly {
    readonly id: string
    readonly actions: readonly { readonly name: string; readonly reason: string | null }[]
  }[]
}

/** The server judges no more records at once. */
const MOST = 100

/** What the visitor can do with records of a resource, and how their states are called. */
export const useRecordActions = (
  { path, hasActions }: Pick<Resource, 'path' | 'hasActions'>,
  ids: readonly string[] = [],
): Loaded<RecordActions> =>
  useData<RecordActions>(hasActions ? `${path}/actions` : null, { ids: ids.slice(0, MOST).join(',') })

/** An action for some records. */
export interface Offer {
  readonly action: RecordAction
  /** The records with which it is possible. */
  readonly ids: readonly string[]
  /** Why it is not possible with the first of the others. */
  readonly reason: string | null
}

/** The actions for records. Those that begin in other states are left out. */
export function offersFor(
  { states, actions, records }: RecordActions,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly Offer[] {
  const ids = rows.map(({ id }) => String(id))
  const begins = ({ from }: RecordAction) =>
    from === null || rows.some((row) => from.includes(String(row[states?.property ?? ''])))
  return actions.filter(begins).map((action) => {
    const reasonOf = (id: string) =>
      records.find((one) => one.id === id)?.actions.find(({ name }) => name === action.name)?.reason ?? null
    const refused = ids.filter((id) => reasonOf(id) !== null)
    return {
      action,
      ids: ids.filter((id) => !refused.includes(id)),
      reason: refused[0] === undefined ? null : reasonOf(refused[0]),
    }
  })
}
