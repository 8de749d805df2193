import { subjectsOf } from '../acl/subjects.ts'
import { alternativesIn, kindsIn, type PolicyAlternative } from '../acl/row-policies.ts'
import { relatedEntity } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { RowAction, RowPolicies, RowTest } from '../data/query/row-tests.ts'
import { mergeAlternatives } from '../data/query/merge-tests.ts'
import { comparisonsIn, relatedTables } from '../data/query/row-conditions.ts'
import type { Tables } from '../data/query/tables.ts'
import type { Actor } from '../define/access.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import { type CustomRecords, entityOfKind, findCustomRecords } from '../define/custom-records.ts'
import { findShared } from '../define/record-shares.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import type { PolicyCondition, PolicyLayer } from '../define/row-policies.ts'
import { defineService } from '../define/service.ts'
import { findConditionFault } from '../rules/conditions.ts'
import { compileCondition, ConditionFault, type PolicyCaller, SOME_VALUE, typeOf } from './policy-conditions.ts'

/** Maximum number of comparisons in a condition, and in all conditions of a caller together. */
const POLICY_LIMITS = { comparisons: 50, together: 2_000 } as const

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
      if (!entity) throw new ConditionFault(`Rows of '${kind}' cannot be restricted`)
      return { test: compileCondition(condition, { entity, tables: this.#tables, me }), fault: undefined }
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error
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

const toCaller = ({ userId, homeOrganizationId, roles, teams = [], custom = {} }: Actor): PolicyCaller => ({
  id: userId,
  organizationId: homeOrganizationId,
  roles,
  teams,
  custom: (key) => (Object.hasOwn(custom, key) ? custom[key] : undefined),
})

/** A caller with a value for everything, to check conditions. */
const SAMPLE: PolicyCaller = {
  id: '00000000-0000-4000-8000-000000000000',
  organizationId: '00000000-0000-4000-8000-000000000000',
  roles: ['role'],
  teams: ['00000000-0000-4000-8000-000000000000'],
  custom: () => SOME_VALUE,
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
