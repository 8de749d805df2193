import { propertyOf, relatedEntity } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { RelatedRow, RowComparison, RowField, RowTest } from '../data/query/row-tests.ts'
import type { Tables } from '../data/query/tables.ts'
import { isUuid } from '../data/query/uuid.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import type { PolicyCondition } from '../define/row-policies.ts'
import { parseDate } from '../parse-date.ts'
import { fieldsRead } from '../rules/branches.ts'
import { isGroup, valueFieldOf } from '../rules/conditions.ts'
import { tokenOf } from '../rules/interpolate.ts'
import { Meter } from '../rules/meter.ts'
import { isOperatorName, OPERATORS, type OperatorName } from '../rules/operators.ts'

/** The caller as conditions refer to them: `me.id`. */
export interface PolicyCaller {
  /** The user; null for an API key without one. */
  readonly id: string | null
  /** The organization that the account belongs to. */
  readonly organizationId: string | null
  /** Names of roles. */
  readonly roles: readonly string[]
  /** Ids of teams, those above through nesting included. */
  readonly teams: readonly string[]
  /** The value of a custom field of the account, null for none; undefined if no such field can be compared. */
  custom(key: string): unknown
}

/** The value of a custom field while it is only asked whether a condition can be compiled. */
export const SOME_VALUE = Symbol('some value')

/** A condition that cannot be evaluated, because it names something that does not exist or cannot be compared. */
export class ConditionFault extends Error {}

/** What a condition is compiled for. */
interface CompileOptions {
  readonly entity: Declared
  readonly tables: Tables
  readonly me: PolicyCaller
}

interface Compiling extends CompileOptions {
  readonly isNegated: boolean
}

const NEVER: RowTest = { any: [] }
const ALWAYS: RowTest = { all: [] }

/** Compiles a condition of a policy to a test of rows. Throws a `ConditionFault`. */
export const compileCondition = (condition: PolicyCondition, options: CompileOptions): RowTest =>
  compile(condition, { ...options, isNegated: false })

/**
 * Negations are moved down to the comparisons. So a comparison of a value that is not there is false whether or not it is negated,
 * and a policy permits a row only if its values say so.
 */
function compile(node: unknown, compiling: Compiling): RowTest {
  if (!isGroup(node)) return compileComparison(node, compiling)
  const { operator, rules } = node
  const isNegated = operator === 'NOT' ? !compiling.isNegated : compiling.isNegated
  const tests = rules.map((rule) => compile(rule, { ...compiling, isNegated }))
  const isAll = (operator !== 'OR') !== isNegated
  return isAll ? { all: tests } : { any: tests }
}

function compileComparison(node: unknown, compiling: Compiling): RowTest {
  const { field, operator, value } = (node ?? {}) as Readonly<Record<string, unknown>>
  if (typeof field !== 'string' || !isOperatorName(operator))
    throw new ConditionFault('A comparison needs a field and an operator')
  if (tokenOf(value))
    throw new ConditionFault(`'${field}' cannot be compared with ${String(value)}; use valueField: me.id`)
  const other = valueFieldOf(node as object)
  const right = other === undefined ? value : readCaller(other, compiling.me)
  if (field.startsWith('me.')) {
    const left = readCaller(field, compiling.me)
    if (left === SOME_VALUE || right === SOME_VALUE) return NEVER
    const isOfAccount = field.startsWith(ME_CUSTOM) || other?.startsWith(ME_CUSTOM)
    if (isOfAccount && !isComparable(operator, left, right)) return NEVER
    const isTrue = OPERATORS[operator](left, right, new Meter(10_000, 10_000))
    return isTrue === compiling.isNegated ? NEVER : ALWAYS
  }
  const compared = resolve(field, compiling)
  return toComparison(field, {
    compared,
    right,
    operator,
    isNegated: compiling.isNegated,
    isCaller: other !== undefined,
  })
}

/** A property of the caller; null if it has no value. */
function readCaller(name: string, me: PolicyCaller): unknown {
  if (name.startsWith(ME_CUSTOM)) {
    const value = me.custom(name.slice(ME_CUSTOM.length))
    if (value === undefined) throw new ConditionFault(`'${name}' does not exist`)
    const filled = Array.isArray(value) ? value.filter(isFilled) : value
    return isFilled(filled) ? filled : null
  }
  const property = name.slice('me.'.length)
  if (!name.startsWith('me.') || !isProperty(property))
    throw new ConditionFault(
      `'${name}' is unknown; values are compared with me.id, me.organizationId, me.roles and me.teams`,
    )
  return me[property]
}

/** How conditions name custom fields of the caller's account: `me.cf_region`. */
const ME_CUSTOM = `me.${CUSTOM_PREFIX}`

/** The keys of custom fields of the caller's account that a condition names. */
export const callerKeysIn = (condition: unknown): readonly string[] =>
  fieldsRead(condition).flatMap((name) => (name.startsWith(ME_CUSTOM) ? [name.slice(ME_CUSTOM.length)] : []))

const PROPERTIES = ['id', 'organizationId', 'roles', 'teams'] as const

const isProperty = (name: string): name is (typeof PROPERTIES)[number] =>
  (PROPERTIES as readonly string[]).includes(name)

/** Every text starts with a blank one, so it is no value either. */
function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false
  return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0
}

/**
 * Whether a value of the account can be compared at all. What it does not have, or has in another type, satisfies nothing but
 * emptiness, as in rows, whether or not that is negated.
 */
function isComparable(operator: OperatorName, left: unknown, right: unknown): boolean {
  if (EMPTINESS.has(operator)) return true
  if (MEMBERSHIP.has(operator)) return isMemberType(left, right)
  if (CONTAINMENT.has(operator) && Array.isArray(left)) return isMemberType(right, left)
  return isScalar(left) && typeof left === typeof right
}

const isScalar = (value: unknown) => value !== null && typeof value !== 'object'

const isMemberType = (one: unknown, all: unknown) =>
  isScalar(one) && Array.isArray(all) && all.every((other) => typeof other === typeof one)

const EMPTINESS: ReadonlySet<OperatorName> = new Set(['IS_EMPTY', 'IS_NOT_EMPTY'])
const MEMBERSHIP: ReadonlySet<OperatorName> = new Set(['IN', 'NOT_IN'])
const CONTAINMENT: ReadonlySet<OperatorName> = new Set(['CONTAINS', 'NOT_CONTAINS'])

interface Comparing {
  readonly compared: RowField
  readonly operator: OperatorName
  readonly right: unknown
  readonly isNegated: boolean
  readonly isCaller: boolean
}

function toComparison(name: string, { compared: field, operator, right, isNegated, isCaller }: Comparing): RowTest {
  const found = TESTS[operator]
  if (!found) throw new ConditionFault(`A policy cannot use the operator ${operator}`)
  const chosen = found[isNegated ? 1 : 0]
  if (chosen === 'empty' || chosen === 'filled') return { field, operator: chosen, value: null }
  const isList = chosen === 'in' || chosen === 'notIn'
  // A rule that compares with nothing on purpose asks for emptiness.
  if (right === null && !isList && (chosen === '=' || chosen === '!=')) {
    if (isCaller) return NEVER
    return { field, operator: chosen === '=' ? 'empty' : 'filled', value: null }
  }
  // A caller without the value has no rows by it.
  if (right === null && isCaller) return NEVER
  if (right === SOME_VALUE) return { field, operator: 'filled', value: null }
  if (isList) {
    if (!Array.isArray(right)) throw new ConditionFault(`'${name}' is compared with a list of values`)
    if (right.length === 0) return chosen === 'in' ? NEVER : { field, operator: 'filled', value: null }
    const values = right.map((one) => toValue(name, field, one))
    if (field.type === 'custom' && new Set(values.map((one) => typeof one)).size > 1)
      throw new ConditionFault(`'${name}' is compared with values of one type`)
    return { field, operator: chosen, value: values }
  }
  if (ORDERS.has(chosen) && !ORDERED.has(field.type) && !(field.type === 'custom' && typeof right === 'number'))
    throw new ConditionFault(`'${name}' has no order; compare numbers and dates`)
  if (PREFIXES.has(chosen) && field.type !== 'text' && field.type !== 'custom')
    throw new ConditionFault(`'${name}' is not a text`)
  if (PREFIXES.has(chosen) && typeof right !== 'string') throw new ConditionFault(`'${name}' is compared with a text`)
  return { field, operator: chosen, value: toValue(name, field, right) }
}

type Chosen = RowComparison['operator']

/** Comparisons that SQL answers like the rule engine, and their opposites for a value that is there. */
const TESTS: Readonly<Partial<Record<OperatorName, readonly [Chosen, Chosen]>>> = {
  '=': ['=', '!='],
  '==': ['=', '!='],
  '!=': ['!=', '='],
  '>': ['>', '<='],
  '>=': ['>=', '<'],
  '<': ['<', '>='],
  '<=': ['<=', '>'],
  IN: ['in', 'notIn'],
  NOT_IN: ['notIn', 'in'],
  STARTS_WITH: ['startsWith', 'notStartsWith'],
  IS_EMPTY: ['empty', 'filled'],
  IS_NOT_EMPTY: ['filled', 'empty'],
}

const ORDERS: ReadonlySet<Chosen> = new Set(['<', '<=', '>', '>='])
const PREFIXES: ReadonlySet<Chosen> = new Set(['startsWith', 'notStartsWith'])
const ORDERED: ReadonlySet<RowField['type']> = new Set(['integer', 'decimal', 'float', 'instant', 'date'])

/** The field of a row, or of a related one, one step away. */
function resolve(name: string, { entity, tables }: Compiling): RowField {
  const [first = '', second, ...more] = name.split('.')
  if (second === undefined) return fieldOf(name, { entity, tables, property: first })
  const target = more.length === 0 && tables.has(entity, first) ? relatedEntity(entity, first) : undefined
  if (!target)
    throw new ConditionFault(`'${name}' does not exist; a policy follows a relation one step: customer.ownerId`)
  if (tables.tableOf(target) === tables.tableOf(entity))
    throw new ConditionFault(`'${first}' is a row of the same kind`)
  if (!tables.hasTenant(target)) throw new ConditionFault(`'${first}' is not a row of the tenant`)
  const of: RelatedRow = {
    column: tables.columnOf(entity, first),
    table: tables.tableOf(target),
    isScoped: tables.has(target, 'organizationId'),
  }
  return { ...fieldOf(name, { entity: target, tables, property: second }), of }
}

interface NamedField {
  readonly entity: Declared
  readonly tables: Tables
  readonly property: string
}

function fieldOf(name: string, { entity, tables, property }: NamedField): RowField {
  if (property.startsWith(CUSTOM_PREFIX) && tables.has(entity, CUSTOM))
    return { column: tables.columnOf(entity, CUSTOM), type: 'custom', key: property.slice(CUSTOM_PREFIX.length) }
  if (!tables.has(entity, property)) throw new ConditionFault(`'${name}' does not exist`)
  const type = typeOf(entity, property)
  if (!type) throw new ConditionFault(`'${name}' cannot be compared`)
  return { column: tables.columnOf(entity, property), type }
}

/** The type by which a property is compared; undefined if conditions cannot compare it. */
export function typeOf(entity: Declared, property: string): RowField['type'] | undefined {
  const { kind, isSearchText } = propertyOf(entity, property, 'A row policy')
  return isSearchText ? undefined : TYPES[kind]
}

const TYPES: Readonly<Partial<Record<ReturnType<typeof propertyOf>['kind'], RowField['type']>>> = {
  uuid: 'uuid',
  relation: 'uuid',
  text: 'text',
  string: 'text',
  enum: 'text',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  float: 'float',
  boolean: 'boolean',
  instant: 'instant',
  date: 'date',
}

function toValue(name: string, { type }: RowField, value: unknown): unknown {
  const kind = KINDS[type]
  const known = kind.of(value)
  if (known === undefined) throw new ConditionFault(`'${name}' is compared with ${kind.title}`)
  return known
}

const MOST_TEXT = 1_000

const text = (value: unknown) =>
  typeof value === 'string' && value.length <= MOST_TEXT && !value.includes('\0') && value.isWellFormed()
    ? value
    : undefined

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

interface ValueKind {
  readonly title: string
  /** The value as it is compared; undefined if it is of another type. */
  readonly of: (value: unknown) => unknown
}

const KINDS: Readonly<Record<RowField['type'], ValueKind>> = {
  uuid: { title: 'an id', of: (value) => (isUuid(value) ? value.toLowerCase() : undefined) },
  text: { title: `a text of at most ${MOST_TEXT} characters`, of: text },
  integer: { title: 'an integer', of: (value) => (Number.isSafeInteger(value) ? value : undefined) },
  decimal: { title: 'a number', of: number },
  // Of larger numbers, such as `1e23`, PostgreSQL writes other digits than JavaScript, and compares these in recorded rows.
  float: {
    title: `a number of at most ${Number.MAX_SAFE_INTEGER}`,
    of: (value) => (Math.abs(number(value) ?? Infinity) <= Number.MAX_SAFE_INTEGER ? value : undefined),
  },
  boolean: { title: 'true or false', of: (value) => (typeof value === 'boolean' ? value : undefined) },
  instant: { title: 'a date and time', of: toMoment },
  date: {
    title: 'a date: 2026-01-31',
    of: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) && toMoment(value) ? value : undefined),
  },
  custom: {
    title: 'a text, a number, or true or false',
    of: (value) => (typeof value === 'boolean' ? value : (text(value) ?? number(value))),
  },
}

function toMoment(value: unknown): string | undefined {
  const time = typeof value === 'string' && /^\d{4}-/.test(value) ? parseDate(value) : Number.NaN
  if (Number.isNaN(time)) return undefined
  // Other years, which a time zone may lead to as well, are written in another way by PostgreSQL.
  const moment = new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
}
