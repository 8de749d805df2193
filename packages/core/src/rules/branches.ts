import type { Action } from './actions.ts'
import { isGroup, valueFieldOf } from './conditions.ts'
import { tokenOf, tokensIn } from './interpolate.ts'
import { parsePath, type Path } from './paths.ts'
import type { Rule } from './rule.ts'

/** What a rule does for one outcome of its condition. */
export interface Branch {
  readonly rule: Rule
  readonly holds: boolean
  readonly sets: ReadonlyMap<string, SetValue>
  /** True if it allows a transition, false if it blocks one. */
  readonly allows: boolean | undefined
  /** True if it has no effect other than setting fields. */
  readonly onlySets: boolean
}

/** The value that a field is set to. */
export interface SetValue {
  readonly json: string
  /** True if the value contains a token, whose value is not known here. */
  readonly hasToken: boolean
}

/** The branches of a rule that set fields or decide a transition. */
export function branchesOf(rule: Rule): Branch[] {
  return [branchOf(rule, true), branchOf(rule, false)].filter(
    ({ sets, allows }) => sets.size > 0 || allows !== undefined,
  )
}

/** All paths that a condition reads from the data. */
export function fieldsRead(node: unknown): string[] {
  if (isGroup(node)) return node.rules.flatMap(fieldsRead)
  if (typeof node !== 'object' || node === null) return []
  const { field } = node as { readonly field?: unknown }
  const other = valueFieldOf(node)
  return [...(typeof field === 'string' ? [normal(field)] : []), ...(other === undefined ? [] : [normal(other)])]
}

/** All data paths that actions write, or read as `{{data.…}}`. */
export function fieldsUsed(actions: readonly Action[] | null): string[] {
  return (actions ?? []).flatMap((action) => {
    const { type, config = {} } = action
    const read = tokensUsed(action).filter(([root, ...path]) => root === 'data' && path.length > 0)
    const written = type === 'SET_FIELD' && typeof config['field'] === 'string' ? [normal(config['field'])] : []
    return [...written, ...read.map(([, ...path]) => path.join('.'))]
  })
}

/** The tokens that an action replaces. */
export function tokensUsed({ type, config = {} }: Action): readonly Path[] {
  const { message, subject, url, headers, body, payload, value } = config
  if (type === 'SET_FIELD') return [tokenOf(value) ?? []].filter(({ length }) => length > 0)
  return [message, subject, url, headers, body, payload].flatMap(textsIn).flatMap(tokensIn)
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function branchOf(rule: Rule, holds: boolean): Branch {
  const actions = (holds ? rule.successActions : rule.failureActions) ?? []
  const sets = new Map<string, SetValue>()
  let allows: boolean | undefined
  for (const { type, config = {} } of actions) {
    if (type === 'SET_FIELD') {
      const json = JSON.stringify(config['value'] ?? null)
      sets.set(normal(String(config['field'])), { json, hasToken: json.includes('{{') })
    }
    if (type === 'BLOCK_TRANSITION') allows = false
    if (type === 'ALLOW_TRANSITION') allows ??= true
  }
  return { rule, holds, sets, allows, onlySets: actions.every(({ type }) => type === 'SET_FIELD') }
}

function normal(path: string): string {
  return parsePath(path).join('.')
}
