/** Shapes of rules, and what their builder knows about operators and actions. */
import type { Control } from '../ui/input.tsx'
import type { Query } from './api.ts'
import { recordMember } from './record-member.ts'
import type { LocalText } from './types.ts'

export type Condition = Comparison | ConditionGroup

export interface Comparison {
  readonly field: string
  readonly operator: string
  readonly value: unknown
  readonly valueField?: string | null
}

export interface ConditionGroup {
  readonly operator: 'AND' | 'OR' | 'NOT'
  readonly rules: readonly Condition[]
}

const NONE: ConditionGroup = { operator: 'AND', rules: [] }

/** The condition as a group, which is empty if there is none. */
export function toGroup(condition: Condition | null): ConditionGroup {
  if (!condition) return NONE
  return isGroup(condition) ? condition : { operator: 'AND', rules: [condition] }
}

export const isGroup = (one: Condition): one is ConditionGroup => 'rules' in one

export interface RuleAction {
  readonly type: ActionType
  readonly config?: Readonly<Record<string, unknown>>
}

export interface Rule {
  readonly id: string
  readonly ruleId: string
  readonly ruleName: string
  readonly description: string | null
  readonly ruleType: RuleType
  readonly ruleCategory: string | null
  readonly entityType: string
  readonly eventType: string | null
  readonly enabled: boolean
  readonly priority: number
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
  readonly updatedAt: string
  readonly conditionExpression: Condition | null
  readonly successActions: readonly RuleAction[] | null
  readonly failureActions: readonly RuleAction[] | null
}

export const RULE_TYPES = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const
export type RuleType = (typeof RULE_TYPES)[number]

export type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'any'

export interface RuleField {
  readonly name: string
  readonly type: FieldType
  readonly settable: boolean
  /** The possible values of an enumeration. */
  readonly values?: readonly (string | number)[]
  /** What they are called, where a page of the module says it. */
  readonly choiceLabels?: Readonly<Record<string, LocalText>> | undefined
  /** How a value is chosen that is not typed, or several. */
  readonly choose?: (isList: boolean) => Control | undefined
  /** Default: those of its type. */
  readonly operators?: readonly OperatorName[]
  /** Default: its name in words. */
  readonly label?: string
}

export interface RuleEntity {
  readonly entityType: string
  /** Its other names. */
  readonly aliases?: readonly string[]
  /** `custom` for an entity that customers have defined. */
  readonly source: 'code' | 'custom'
  readonly title: string
  /** The entity whose definitions have the details of custom fields. */
  readonly definedFor?: string
  readonly events: readonly { readonly eventType: string; readonly canRefuse: boolean }[]
  readonly fields: readonly RuleField[]
}

export interface Entities {
  readonly items: readonly RuleEntity[]
  readonly emittableEvents: readonly string[]
  readonly webhookHosts: readonly string[]
}

const ORDER = ['=', '!=', '>', '>=', '<', '<='] as const
const LISTS = ['IN', 'NOT_IN'] as const
const TEXTS = ['CONTAINS', 'NOT_CONTAINS', 'STARTS_WITH', 'ENDS_WITH', 'MATCHES'] as const
const EMPTY = ['IS_EMPTY', 'IS_NOT_EMPTY'] as const

export type OperatorName = (typeof ORDER | typeof LISTS | typeof TEXTS | typeof EMPTY)[number]

/** The operators that make sense for a type. */
export const OPERATORS: Readonly<Record<FieldType, readonly OperatorName[]>> = {
  text: ['=', '!=', ...TEXTS, ...LISTS, ...EMPTY],
  number: [...ORDER, ...LISTS, ...EMPTY],
  boolean: ['=', '!='],
  date: [...ORDER, ...EMPTY],
  array: ['CONTAINS', 'NOT_CONTAINS', ...EMPTY],
  object: EMPTY,
  any: [...ORDER, ...TEXTS, ...LISTS, ...EMPTY],
}

export const takesValue = (operator: string) => !EMPTY.some((one) => one === operator)
export const takesList = (operator: string) => LISTS.some((one) => one === operator)

export type ActionType =
  | 'ALLOW_TRANSITION'
  | 'BLOCK_TRANSITION'
  | 'LOG'
  | 'SHOW_ERROR'
  | 'SHOW_WARNING'
  | 'SHOW_INFO'
  | 'NOTIFY'
  | 'SET_FIELD'
  | 'CALL_WEBHOOK'
  | 'EMIT_EVENT'

/** The members that each action takes; those with a star are required. */
export const ACTIONS: Readonly<Record<ActionType, readonly string[]>> = {
  ALLOW_TRANSITION: ['message'],
  BLOCK_TRANSITION: ['message'],
  SHOW_ERROR: ['message*'],
  SHOW_WARNING: ['message*'],
  SHOW_INFO: ['message*'],
  SET_FIELD: ['field*', 'value*'],
  NOTIFY: ['recipients*', 'subject', 'message*'],
  EMIT_EVENT: ['eventName*'],
  CALL_WEBHOOK: ['url*', 'method'],
  LOG: ['message*', 'level'],
}

/** Why a condition has its verdict. */
export interface Explanation {
  readonly operator: string
  readonly verdict: boolean
  readonly rules?: readonly Explanation[]
  readonly field?: string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** What came of a rule. */
export interface Verdict {
  readonly conditionResult: boolean
  readonly actionsExecuted: {
    readonly results: readonly { readonly type: string; readonly success: boolean; readonly error?: string }[]
  } | null
  readonly error?: string
  readonly explanation?: Explanation | null
  readonly messages?: readonly { readonly severity: string; readonly message: string }[]
  readonly decisions?: readonly { readonly allowed: boolean; readonly message: string }[]
  readonly data?: unknown
}

/** Where the records are that rules of an entity are about. */
const RECORDS: Readonly<Record<string, string>> = {
  'catalog:product': '/catalog/products',
  'auth:user': '/auth/users',
  'auth:role': '/auth/roles',
  'directory:organization': '/directory/organizations',
  'attachments:attachment': '/attachments/library',
}

/** Where the records of an entity are listed. */
export function recordsOf({ entityType, source }: Pick<RuleEntity, 'entityType' | 'source'>): {
  readonly path: string
  readonly query: Query
} {
  if (source === 'custom') return { path: '/entities/records', query: { entityId: entityType } }
  const path = RECORDS[entityType] ?? `/${entityType.replace(':', '/')}s`
  return { path, query: entityType === 'directory:organization' ? { view: 'manage' } : {} }
}

/** What a rule gets to know of a record. */
export const dataOf = (
  { entityType, source, fields }: Pick<RuleEntity, 'entityType' | 'source' | 'fields'>,
  row: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> => ({
  ...(source === 'custom' && { entityId: entityType }),
  ...Object.fromEntries(
    fields.map(({ name }) => [name, row?.[source === 'custom' ? name.replace(/^cf_/, '') : name] ?? null]),
  ),
})

/** What a field is called. */
export const fieldLabel = ({ name, label }: RuleField): string => label ?? recordMember(name)
