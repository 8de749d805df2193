import { subjectsOf } from '../acl/subjects.ts'
import { alternativesIn, kindsIn, type PolicyAlternative } from '../acl/row-policies.ts'
import { propertyOf, relatedEntity } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { RelatedRow, RowAction, RowComparison, RowField, RowPolicies, RowTest } from '../data/query/row-tests.ts'
import { mergeAlternatives } from '../data/query/merge-tests.ts'
import { comparisonsIn, relatedTables } from '../data/query/row-conditions.ts'
import type { Tables } from '../data/query/tables.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Actor } from '../define/access.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import { type CustomRecords, entityOfKind, findCustomRecords } from '../define/custom-records.ts'
import { findShared } from '../define/record-shares.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import type { PolicyCondition, PolicyLayer } from '../define/row-policies.ts'
import { defineService } from '../define/service.ts'
import { parseDate } from '../parse-date.ts'
import { findConditionFault, isGroup, valueFieldOf } from '../rules/conditions.ts'
import { tokenOf } from '../rules/interpolate.ts'
import { Meter } from '../rules/meter.ts'
import { isOperatorName, OPERATORS, type OperatorName } from '../rules/operators.ts'

/** Maximum number of comparisons in a condition, and in all conditions of a caller together. */
const POLICY_LIMITS = { comparisons: 50, together: 2_000 } as const

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
}

/** Why a row is visible to a caller, or not: each condition that applies, and whether the row satisfies it. */
export interface CompiledAlternative extends PolicyAlternative {
  readonly test: RowTest
  /** Why it cannot be evaluated, so that it permits nothing. */
  readonly fault: string | undefined
}

/** A column that a condition compares. */
export interface ComparedColumn {
  readonly table: string
  readonly column: string
  /** What it is compared with; nothing if it is asked whether there is a value. */
  readonly values: readonly unknown[]
}

/** Compiles row policies for the entities of a platform. */
export class RowPolicyCompiler {
  readonly #tables: Tables
  readonly #subjects: ReadonlyMap<string, Declared>
  readonly #shared: ReadonlySet<string>
  readonly #records: CustomRecords | undefined
  readonly #log: Logger
  readonly #known = new WeakMap<Actor, { readonly policies: RowPolicies | undefined }>()

  constructor({ tables, modules, log }: { tables: Tables; modules: readonly Module[]; log: Logger }) {
    this.#tables = tables
    this.#subjects = findSubjects(modules, tables)
    this.#shared = new Set(findShared(modules).map(({ kind }) => kind))
    this.#records = findCustomRecords(modules)
    this.#log = log
  }

  /** The kinds of resources whose rows can be restricted: `catalog.product`. Those of custom entities are not among them. */
  get kinds(): readonly string[] {
    return [...this.#subjects.keys()].toSorted()
  }

  /** The entity of a kind; undefined if its rows cannot be restricted. */
  entityOf(kind: string): Declared | undefined {
    return this.#subjects.get(kind) ?? (this.entityIdOf(kind) === undefined ? undefined : this.#records!.entity)
  }

  /** The custom entity whose records a kind is about: `fleet:vehicle`; undefined for kinds that modules declare. */
  entityIdOf(kind: string): string | undefined {
    return this.#subjects.has(kind) ? undefined : entityOfKind(this.#records, kind)
  }

  /** Which rows of the table a kind is about; undefined for all of them. */
  rowsOf(kind: string): RowTest | undefined {
    const entityId = this.entityIdOf(kind)
    return entityId === undefined ? undefined : this.#isOf('=', entityId)
  }

  /** The custom entities of which policies hide records from an actor: `fleet:vehicle`. */
  hiddenEntitiesOf(actor: Actor): readonly string[] {
    if (!actor.layers || !this.policiesOf(actor)) return []
    return kindsIn(actor.layers).flatMap((kind) => {
      const entityId = this.entityIdOf(kind)
      return entityId !== undefined && this.alternativesOf(actor, kind, 'read').length > 0 ? [entityId] : []
    })
  }

  /** The kind under which records are in the log, shared and read: `entities.record` for those of custom entities. */
  recordKindOf(kind: string): string {
    return this.entityIdOf(kind) === undefined ? kind : this.#records!.kind
  }

  #isOf(operator: '=' | 'notIn', value: unknown): RowTest {
    const { entity, of } = this.#records!
    return { field: { column: this.#tables.columnOf(entity, of), type: 'text' }, operator, value }
  }

  /** The fields of a kind that conditions can compare, those of related rows included: `customer.ownerId`. No custom fields. */
  fieldsOf(kind: string): readonly { readonly name: string; readonly type: string }[] {
    const entity = this.entityOf(kind)
    if (!entity) return []
    const own = this.#ownFieldsOf(entity).filter(
      ({ name }) => entity !== this.#records?.entity || name !== this.#records.of,
    )
    const related = own.flatMap(({ name }) => {
      const target = relatedEntity(entity, name)
      const isFollowed = target && this.faultOf(kind, { field: `${name}.id`, operator: 'IS_EMPTY' }) === undefined
      return isFollowed ? this.#ownFieldsOf(target).map((field) => ({ ...field, name: `${name}.${field.name}` })) : []
    })
    return [...own, ...related]
  }

  #ownFieldsOf(entity: Declared): readonly { readonly name: string; readonly type: string }[] {
    return this.#tables.propertiesOf(entity).flatMap((name) => {
      const type = typeOf(entity, name)
      return type ? [{ name, type }] : []
    })
  }

  /** The policies of an actor by table; undefined without any. Compiled once for each actor. */
  policiesOf(actor: Actor): RowPolicies | undefined {
    if (!actor.layers || actor.isSuperAdmin || actor.kind === 'system') return undefined
    let known = this.#known.get(actor)
    if (!known) this.#known.set(actor, (known = { policies: this.#compile(actor, actor.layers) }))
    return known.policies
  }

  /** The alternatives of each layer that restricts an action on a kind, of which a row must satisfy one. */
  alternativesOf(actor: Actor, kind: string, action: RowAction): readonly (readonly CompiledAlternative[])[] {
    if (actor.isSuperAdmin || actor.kind === 'system') return []
    return this.#alternatives(actor.layers ?? [], { kind, action, me: toCaller(actor) })
  }

  /** Whether records of a kind can be shared. */
  isShared(kind: string): boolean {
    return this.#shared.has(this.recordKindOf(kind))
  }

  /** The condition under which policies let an actor update rows of a kind that are not shared; undefined if none restricts it. */
  ownTestOf(actor: Actor, kind: string): RowTest | undefined {
    if (kind !== this.#records?.kind) return this.#ownTestOf(actor, kind)
    const each = kindsIn(actor.layers ?? []).flatMap((one) => {
      const entityId = this.entityIdOf(one)
      const update = entityId === undefined ? undefined : this.#ownTestOf(actor, one)
      return update ? [[entityId!, { update }] as const] : []
    })
    return this.#ofEach(new Map(each)).update
  }

  #ownTestOf(actor: Actor, kind: string): RowTest | undefined {
    const layers = (['read', 'update'] as const).flatMap((action) => this.alternativesOf(actor, kind, action))
    return layers.length === 0
      ? undefined
      : { all: layers.map((layer) => ({ any: mergeAlternatives(layer.map(({ test }) => test)) })) }
  }

  /** Why a condition cannot be a policy of a kind, in a sentence; undefined if it can. */
  faultOf(kind: string, condition: unknown): string | undefined {
    if (!this.entityOf(kind)) return `Rows of '${kind}' cannot be restricted`
    const fault = findConditionFault(condition)
    if (fault) return fault
    const compiled = this.#compileOne(kind, condition as PolicyCondition, SAMPLE)
    if (compiled.fault) return compiled.fault
    const { comparisons } = POLICY_LIMITS
    return countIn(compiled.test) > comparisons ? `A policy has at most ${comparisons} comparisons` : undefined
  }

  /** The columns that a condition compares, a relation that it follows included; `cf_` and the key for a custom field. */
  columnsIn(kind: string, condition: unknown): readonly ComparedColumn[] {
    const entity = this.entityOf(kind)
    if (!entity) return []
    const table = this.#tables.tableOf(entity)
    return comparisonsIn(this.#compileOne(kind, condition as PolicyCondition, SAMPLE).test).flatMap(
      ({ field: { column, key, of }, value }) => {
        const named = { table: of?.table ?? table, column: key === undefined ? column : CUSTOM_PREFIX + key }
        // Emptiness is that of any value.
        const compared = { ...named, values: value === null ? [] : [value].flat() }
        return of ? [{ table, column: of.column, values: [] }, compared] : [compared]
      },
    )
  }

  #compile(actor: Actor, layers: readonly PolicyLayer[]): RowPolicies | undefined {
    const me = toCaller(actor)
    const policies = new Map<string, Actions>()
    const ofEntities = new Map<string, Actions>()
    const subjects = subjectsOf(actor)
    const add = (kind: string, entity: Declared, own: Actions) => {
      const actions = this.#shared.has(kind) ? withShares(own, { kind, subjects }) : own
      if (Object.keys(actions).length > 0) policies.set(this.#tables.tableOf(entity), actions)
    }
    for (const kind of kindsIn(layers)) {
      const entity = this.entityOf(kind)
      // Of an entity that is not composed any more, nothing can be read.
      if (!entity) continue
      const own: Partial<Record<RowAction, RowTest>> = {}
      for (const action of ['read', 'update', 'delete'] as const) {
        const all = this.#alternatives(layers, { kind, action, me })
        for (const { fault, source } of all.flat())
          if (fault)
            this.#log.warn({ kind, action, source, fault }, 'a row policy cannot be evaluated and permits nothing')
        if (all.length > 0)
          own[action] = { all: all.map((layer) => ({ any: mergeAlternatives(layer.map(({ test }) => test)) })) }
      }
      const entityId = this.entityIdOf(kind)
      if (entityId === undefined) add(kind, entity, own)
      else ofEntities.set(entityId, own)
    }
    // One condition for the table that all of them share.
    if (ofEntities.size > 0) add(this.#records!.kind, this.#records!.entity, this.#ofEach(ofEntities))
    const all = [...policies.values()].flatMap((actions) => Object.values(actions))
    const count = all.reduce((sum, test) => sum + countIn(test), 0)
    if (count > POLICY_LIMITS.together) {
      this.#log.warn({ actor: actor.id, count }, 'row policies are too many, and permit nothing')
      for (const table of policies.keys()) policies.set(table, { read: { any: [] } })
    }
    for (const table of tablesInCircles(policies)) {
      this.#log.warn({ actor: actor.id, table }, 'row policies refer to each other, and permit nothing')
      policies.set(table, { read: { any: [] } })
    }
    return policies.size > 0 ? policies : undefined
  }

  /** Conditions of custom entities, by their ids, as one for each action. Records of other entities are not restricted. */
  #ofEach(conditions: ReadonlyMap<string, Actions>): Actions {
    const found = (['read', 'update', 'delete'] as const).flatMap((action) => {
      const restricted = [...conditions].filter(([, actions]) => actions[action])
      if (restricted.length === 0) return []
      const each = restricted.map(([id, actions]): RowTest => ({ all: [this.#isOf('=', id), actions[action]!] }))
      const others = this.#isOf(
        'notIn',
        restricted.map(([id]) => id),
      )
      return [[action, { any: [...each, others] }] as const]
    })
    return Object.fromEntries(found)
  }

  #alternatives(
    layers: readonly PolicyLayer[],
    { kind, action, me }: Asked,
  ): readonly (readonly CompiledAlternative[])[] {
    return layers.flatMap((layer) => {
      const alternatives = alternativesIn(layer, kind, action)
      return alternatives ? [alternatives.map((one) => ({ ...one, ...this.#compileOne(kind, one.condition, me) }))] : []
    })
  }

  #compileOne(kind: string, condition: PolicyCondition, me: PolicyCaller) {
    try {
      const entity = this.entityOf(kind)
      if (!entity) throw new Fault(`Rows of '${kind}' cannot be restricted`)
      return { test: compile(condition, { entity, tables: this.#tables, me, isNegated: false }), fault: undefined }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { test: { any: [] }, fault: error.message }
    }
  }
}

type Actions = Partial<Record<RowAction, RowTest>>

/** Adds rows that are shared. A row that is shared to be read can be neither changed nor deleted, whatever policies say of these. */
function withShares(
  { read, update, delete: remove }: Actions,
  { kind, subjects }: { readonly kind: string; readonly subjects: readonly string[] },
): Actions {
  const shared = (toEdit: boolean): RowTest => ({ shared: { kind, with: subjects, toEdit } })
  const both = (one: RowTest | undefined, other: RowTest | undefined): RowTest => ({
    all: [one, other].filter((test) => test !== undefined),
  })
  return {
    ...(read && { read: { any: [read, shared(false)] } }),
    ...((read || update) && { update: { any: [both(read, update), shared(true)] } }),
    ...((read || remove) && { delete: both(read, remove) }),
  }
}

interface Asked {
  readonly kind: string
  readonly action: RowAction
  readonly me: PolicyCaller
}

/** Resolve with `inject(rowPolicies)`; available on every platform. */
export const rowPolicies = defineService<RowPolicyCompiler>('core.row-policies')

const toCaller = ({ userId, homeOrganizationId, roles, teams = [] }: Actor): PolicyCaller => ({
  id: userId,
  organizationId: homeOrganizationId,
  roles,
  teams,
})

/** A caller with a value for everything, to check conditions. */
const SAMPLE: PolicyCaller = {
  id: '00000000-0000-4000-8000-000000000000',
  organizationId: '00000000-0000-4000-8000-000000000000',
  roles: ['role'],
  teams: ['00000000-0000-4000-8000-000000000000'],
}

/**
 * The entities that can be restricted, by kind: those that a command writes under that kind. Modules with tables from which rights
 * are computed are left out, so that a policy can lock nobody out.
 */
function findSubjects(modules: readonly Module[], tables: Tables): ReadonlyMap<string, Declared> {
  const commands = modules.flatMap(({ grantTables, commands = [] }) => (grantTables ? [] : commands))
  return new Map(
    commands.flatMap(({ resource, entity }) => {
      if (!resource || !entity || !tables.hasTenant(entity)) return []
      const table = tables.tableOf(entity)
      return /^[a-z_][a-z0-9_]*$/.test(table) ? [[resource, entity] as const] : []
    }),
  )
}

/** Tables whose rows are visible only if rows are that are visible only if they are. */
function tablesInCircles(policies: RowPolicies): readonly string[] {
  const next = (table: string) => {
    const read = policies.get(table)?.read
    return read ? relatedTables(read) : []
  }
  return [...policies.keys()].filter((start) => {
    const reached = new Set(next(start))
    for (const table of reached) for (const further of next(table)) reached.add(further)
    return reached.has(start)
  })
}

function countIn(test: RowTest): number {
  if (!('all' in test || 'any' in test)) return 1
  return ('all' in test ? test.all : test.any).reduce((sum, one) => sum + countIn(one), 0)
}

/** A condition that cannot be evaluated, because it names something that does not exist or cannot be compared. */
class Fault extends Error {}

interface Compiling {
  readonly entity: Declared
  readonly tables: Tables
  readonly me: PolicyCaller
  readonly isNegated: boolean
}

const NEVER: RowTest = { any: [] }
const ALWAYS: RowTest = { all: [] }

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
    throw new Fault('A comparison needs a field and an operator')
  if (tokenOf(value)) throw new Fault(`'${field}' cannot be compared with ${String(value)}; use valueField: me.id`)
  const other = valueFieldOf(node as object)
  const right = other === undefined ? value : readCaller(other, compiling.me)
  if (field.startsWith('me.')) {
    const isTrue = OPERATORS[operator](readCaller(field, compiling.me), right, new Meter(10_000, 10_000))
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
  const property = name.slice('me.'.length)
  if (!name.startsWith('me.') || !Object.hasOwn(me, property))
    throw new Fault(`'${name}' is unknown; values are compared with me.id, me.organizationId, me.roles and me.teams`)
  return me[property as keyof PolicyCaller]
}

interface Comparing {
  readonly compared: RowField
  readonly operator: OperatorName
  readonly right: unknown
  readonly isNegated: boolean
  readonly isCaller: boolean
}

function toComparison(name: string, { compared: field, operator, right, isNegated, isCaller }: Comparing): RowTest {
  const found = TESTS[operator]
  if (!found) throw new Fault(`A policy cannot use the operator ${operator}`)
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
  if (isList) {
    if (!Array.isArray(right)) throw new Fault(`'${name}' is compared with a list of values`)
    if (right.length === 0) return chosen === 'in' ? NEVER : { field, operator: 'filled', value: null }
    const values = right.map((one) => toValue(name, field, one))
    if (field.type === 'custom' && new Set(values.map((one) => typeof one)).size > 1)
      throw new Fault(`'${name}' is compared with values of one type`)
    return { field, operator: chosen, value: values }
  }
  if (ORDERS.has(chosen) && !ORDERED.has(field.type) && !(field.type === 'custom' && typeof right === 'number'))
    throw new Fault(`'${name}' has no order; compare numbers and dates`)
  if (PREFIXES.has(chosen) && field.type !== 'text' && field.type !== 'custom')
    throw new Fault(`'${name}' is not a text`)
  if (PREFIXES.has(chosen) && typeof right !== 'string') throw new Fault(`'${name}' is compared with a text`)
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
  if (!target) throw new Fault(`'${name}' does not exist; a policy follows a relation one step: customer.ownerId`)
  if (tables.tableOf(target) === tables.tableOf(entity)) throw new Fault(`'${first}' is a row of the same kind`)
  if (!tables.hasTenant(target)) throw new Fault(`'${first}' is not a row of the tenant`)
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
  if (!tables.has(entity, property)) throw new Fault(`'${name}' does not exist`)
  const type = typeOf(entity, property)
  if (!type) throw new Fault(`'${name}' cannot be compared`)
  return { column: tables.columnOf(entity, property), type }
}

function typeOf(entity: Declared, property: string): RowField['type'] | undefined {
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
  if (known === undefined) throw new Fault(`'${name}' is compared with ${kind.title}`)
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
