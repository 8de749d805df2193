import { z } from 'zod'
import { covers, fieldsIn } from '../acl/field-policies.ts'
import { kindsIn } from '../acl/row-policies.ts'
import { hasAccess } from '../acl/grants.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Tables } from '../data/query/tables.ts'
import type { Access, Actor } from '../define/access.ts'
import { type CustomRecords, findCustomRecords, kindOfEntity } from '../define/custom-records.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import type { DeclaredFields, FieldAction, FieldPolicies, FieldRights, NamedLines } from '../define/field-policies.ts'
import type { Module } from '../define/module.ts'
import { OWNER } from '../define/owned-records.ts'
import { shownRow } from '../define/row-schemas.ts'
import { brokenSetup } from '../errors.ts'
import { fieldsOfParameter } from '../http/field-parameters.ts'
import { isPlain } from '../plain-object.ts'
import type { RowPolicyCompiler } from './row-policies.ts'

/** Properties that say which row it is, and which version of it. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'tenantId', 'organizationId', 'updatedAt'])

/** Containers of custom values, whose members are fields. */
const CONTAINERS: ReadonlySet<string> = new Set([CUSTOM, 'customValues', 'customFields'])

/** What policies of custom entities can name besides their fields. */
const OF_ENTITIES: ReadonlySet<string> = new Set([OWNER])

/** Rows of a table as part of a resource: itself, or its lines under a name. */
interface Part {
  readonly kind: string
  /** `items.` for lines. */
  readonly prefix: string
}

type Shown = Readonly<Record<string, unknown>>

/** The field policies of the entities of a platform. */
export class CompiledFieldPolicies implements FieldPolicies {
  readonly #tables: Tables
  readonly #subjects: Subjects
  readonly #records: (CustomRecords & { readonly table: string; readonly column: string }) | undefined
  readonly #declared: ReadonlyMap<string, DeclaredFields>
  readonly #parts = new Map<string, readonly Part[]>()
  readonly #lines: ReadonlyMap<string, readonly NamedLines[]>
  /** Sums of lines, by table and property. */
  readonly #sums: ReadonlySet<string>
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>
  readonly #known = new WeakMap<Actor, Map<string, FieldRights | undefined>>()
  /** Whether any field is withheld from an actor. */
  readonly #restricted = new WeakMap<Actor, boolean>()
  readonly #aboutRows = new WeakMap<z.ZodType, boolean>()
  readonly #knownTables = new WeakMap<Actor, Map<string, FieldRights | undefined>>()

  constructor({ tables, modules, subjects }: FieldPolicyOptions) {
    this.#tables = tables
    this.#subjects = subjects
    const records = findCustomRecords(modules)
    this.#records = records && {
      ...records,
      table: tables.tableOf(records.entity),
      column: tables.columnOf(records.entity, records.of),
    }
    const routes = modules.flatMap((module) => module.routes ?? [])
    this.#declared = new Map(routes.flatMap(({ fields }) => (fields ? [[fields.kind, fields] as const] : [])))
    for (const kind of this.#declared.keys())
      if (!subjects.entityOf(kind))
        throw brokenSetup(
          `Fields of '${kind}' cannot be restricted: no command with this \`resource\` has an \`entity\``,
        )
    const commands = modules.flatMap((module) => module.commands ?? [])
    this.#lines = new Map(
      subjects.kinds.map((kind) => {
        const lines = commands.filter(({ resource }) => resource === kind).flatMap((command) => command.lines ?? [])
        const named = lines.flatMap((one) =>
          one.name === undefined ? [] : [[one.name, { ...one, name: one.name }] as const],
        )
        return [kind, [...new Map(named).values()]]
      }),
    )
    for (const kind of subjects.kinds) {
      this.#add(subjects.entityOf(kind)!, { kind, prefix: '' })
      for (const { entity, name } of this.#lines.get(kind) ?? []) this.#add(entity, { kind, prefix: `${name}.` })
    }
    this.#sums = new Set(
      subjects.kinds.flatMap((kind) =>
        this.linesOf(kind).flatMap(({ sums }) =>
          Object.keys(sums).map((sum) => `${tables.tableOf(subjects.entityOf(kind)!)} ${sum}`),
        ),
      ),
    )
    this.#names = new Map(subjects.kinds.map((kind) => [kind, this.#namesIn(kind, modules)]))
  }

  get kinds(): readonly string[] {
    return this.#subjects.kinds
  }

  namesOf(kind: string): ReadonlySet<string> {
    return this.#names.get(kind) ?? (this.#isOfEntity(kind) ? OF_ENTITIES : new Set())
  }

  /** Whether a kind is about records of a custom entity. */
  #isOfEntity(kind: string): boolean {
    return this.#subjects.entityIdOf(kind) !== undefined
  }

  /** The custom entities that policies of an actor are about. */
  #entityKindsOf({ layers }: Actor): readonly string[] {
    return layers ? kindsIn(layers).filter((kind) => this.#isOfEntity(kind)) : []
  }

  faultOf(kind: string, name: string): string | undefined {
    const entity = this.#subjects.entityOf(kind)
    if (!entity) return `Fields of '${kind}' cannot be restricted`
    const isCustom = name.startsWith(CUSTOM_PREFIX) && this.#tables.has(entity, CUSTOM)
    return isCustom || this.namesOf(kind).has(name) ? undefined : `'${name}' does not exist`
  }

  linesOf(kind: string): readonly NamedLines[] {
    return this.#lines.get(kind) ?? []
  }

  restricts(actor: Actor): boolean {
    if (actor.isSuperAdmin || actor.kind === 'system') return false
    if (this.#declared.size === 0 && actor.layers === undefined) return false
    let known = this.#restricted.get(actor)
    if (known === undefined) {
      known = [...this.kinds, ...this.#entityKindsOf(actor)].some((kind) => this.#ofKind(actor, kind) !== undefined)
      this.#restricted.set(actor, known)
    }
    return known
  }

  ofKind(actor: Actor, kind: string): FieldRights | undefined {
    return this.restricts(actor) ? this.#ofKind(actor, kind) : undefined
  }

  #ofKind(actor: Actor, kind: string): FieldRights | undefined {
    let known = this.#known.get(actor)
    if (!known) this.#known.set(actor, (known = new Map()))
    if (!known.has(kind)) known.set(kind, this.#rightsOf(actor, kind))
    return known.get(kind)
  }

  of(actor: Actor, entity: Declared): FieldRights | undefined {
    return this.#ofTable(actor, this.#tables.tableOf(entity))
  }

  #ofTable(actor: Actor, table: string): FieldRights | undefined {
    if (!this.restricts(actor)) return undefined
    let known = this.#knownTables.get(actor)
    if (!known) this.#knownTables.set(actor, (known = new Map()))
    if (!known.has(table)) known.set(table, this.#together(actor, table))
    return known.get(table)
  }

  #together(actor: Actor, table: string): FieldRights | undefined {
    const ofEntities = table === this.#records?.table ? this.#entityKindsOf(actor) : []
    const parts = [...(this.#parts.get(table) ?? []), ...ofEntities.map((kind) => ({ kind, prefix: '' }))]
    const all = parts.flatMap(({ kind, prefix }) => {
      const rights = this.ofKind(actor, kind)
      return rights ? [{ rights, prefix }] : []
    })
    if (all.length === 0) return undefined
    const isOwn = (name: string) => ALWAYS.has(name) || CONTAINERS.has(name)
    return {
      may: (action, name) => isOwn(name) || all.every(({ rights, prefix }) => rights.may(action, prefix + name)),
      mayUse: (name) => all.every(({ rights, prefix }) => rights.mayUse(prefix + name)),
    }
  }

  columnsBeyond(actor: Actor, action: FieldAction): ReadonlyMap<string, readonly string[]> {
    if (!this.restricts(actor)) return new Map()
    return new Map(
      [...this.#parts.keys(), ...(this.#records ? [this.#records.table] : [])].flatMap((table) => {
        const rights = this.#ofTable(actor, table)
        if (!rights) return []
        const columns = this.#tables.storedIn(table).flatMap((entity) =>
          this.#tables
            .propertiesOf(entity)
            .filter((name) => action === 'read' || !this.#isFilled(entity, name))
            .filter((name) => (action === 'read' && name === CUSTOM) || !this.#mayOf(rights, { action, entity, name }))
            .map((name) => this.#tables.columnOf(entity, name)),
        )
        return [[table, columns] as const]
      }),
    )
  }

  mayReadColumn(actor: Actor, table: string, column: string): boolean {
    return this.#mayReadColumn(this.#ofTable(actor, table), table, column)
  }

  #mayReadColumn(rights: FieldRights | undefined, table: string, column: string): boolean {
    if (!rights) return true
    if (column.startsWith(CUSTOM_PREFIX)) return rights.may('read', column)
    const name = this.#tables.propertyOf(table, column)
    if (name === undefined) return true
    return this.#tables.storedIn(table).every((entity) => this.#mayOf(rights, { action: 'read', entity, name }))
  }

  mayCompare(
    actor: Actor,
    kind: string,
    { table, column }: { readonly table: string; readonly column: string },
  ): boolean {
    if (!this.#isOfEntity(kind)) return this.mayReadColumn(actor, table, column)
    return this.#mayReadColumn(this.ofKind(actor, kind), table, column)
  }

  ofImage(actor: Actor, table: string, image: Shown): FieldRights | undefined {
    if (table !== this.#records?.table) return this.#ofTable(actor, table)
    return this.ofKind(actor, kindOfEntity(this.#records, String(image[this.#records.column])))
  }

  imageFor(actor: Actor, table: string, image: Shown | null): Shown | null {
    const rights = image && this.ofImage(actor, table, image)
    if (!image || !rights) return image
    const entries = Object.entries(image).flatMap(([column, value]) => {
      const name = this.#tables.propertyOf(table, column)
      if (name === CUSTOM) return [[column, customFor(rights, value)] as const]
      // A column of before, or one that is computed.
      if (name === undefined && !rights.mayUse(column)) return []
      return this.#mayReadColumn(rights, table, column) ? [[column, value] as const] : []
    })
    return Object.fromEntries(entries)
  }

  shownTo(actor: Actor, schema: z.ZodType, value: unknown): unknown {
    return this.restricts(actor) ? this.#show(actor, schema, value) : value
  }

  rowFor(actor: Actor, kind: string, row: Shown): Shown {
    const rights = this.ofKind(actor, kind)
    const entity = this.#subjects.entityOf(kind)
    const own = rights && entity && this.of(actor, entity)
    return own ? readable(own, row) : row
  }

  #add(entity: Declared, part: Part): void {
    const table = this.#tables.tableOf(entity)
    this.#parts.set(table, [...(this.#parts.get(table) ?? []), part])
  }

  #rightsOf(actor: Actor, kind: string): FieldRights | undefined {
    const lists = { read: listsOf(actor, kind, 'read'), write: listsOf(actor, kind, 'write') }
    const declared = Object.entries(this.#declared.get(kind)?.properties ?? {})
    const lacks = (access: Access | undefined) => access !== undefined && !hasAccess(actor, access)
    const hidden = new Set(declared.filter(([, { read }]) => lacks(read)).map(([name]) => name))
    const fixed = new Set(declared.filter(([, { write }]) => lacks(write)).map(([name]) => name))
    if (lists.read.length + lists.write.length + hidden.size + fixed.size === 0) return undefined
    const isIn = (names: ReadonlySet<string>, name: string) => names.has(name) || names.has(name.split('.')[0]!)
    const mayRead = (name: string) => !isIn(hidden, name) && lists.read.every((list) => covers(list, name))
    const isOfEntity = this.#isOfEntity(kind)
    const isOwn = (name: string) =>
      ALWAYS.has(name) ||
      CONTAINERS.has(name) ||
      ALWAYS.has(name.split('.')[1] ?? '') ||
      (isOfEntity && !OF_ENTITIES.has(name) && !name.startsWith(CUSTOM_PREFIX))
    return {
      may(action, name) {
        if (isOwn(name)) return true
        if (!mayRead(name)) return false
        return action === 'read' || (!isIn(fixed, name) && lists.write.every((list) => covers(list, name)))
      },
      mayUse: (name) => hidden.size === 0 && lists.read.every((list) => list.has(name)),
    }
  }

  /** Search texts show what they are made of. */
  #mayOf(rights: FieldRights, { action, entity, name }: NamedField): boolean {
    if (!this.#tables.has(entity, name)) return true
    return (this.#tables.sourcesOf(entity, name) ?? [name]).every((one) => rights.may(action, one))
  }

  /** Whether the platform fills in the property, so that nobody writes it. */
  #isFilled(entity: Declared, name: string): boolean {
    return (
      BOOKKEEPING.has(name) ||
      this.#tables.sourcesOf(entity, name) !== undefined ||
      this.#sums.has(`${this.#tables.tableOf(entity)} ${name}`)
    )
  }

  isAboutRows(schema: z.ZodType): boolean {
    let known = this.#aboutRows.get(schema)
    if (known === undefined) {
      // A recursive schema asks about itself.
      this.#aboutRows.set(schema, false)
      this.#aboutRows.set(schema, (known = this.#findRows(schema)))
    }
    return known
  }

  #findRows(schema: z.ZodType): boolean {
    const inner = (): readonly z.ZodType[] => {
      if (schema instanceof z.ZodObject) return Object.values(schema.shape as Readonly<Record<string, z.ZodType>>)
      if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]
      if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]
      if (schema instanceof z.ZodUnion) return schema.options as readonly z.ZodType[]
      if (schema instanceof z.ZodIntersection) return [schema.def.left as z.ZodType, schema.def.right as z.ZodType]
      return [innerOf(schema) ?? []].flat()
    }
    if (schema instanceof z.ZodObject && shownRow(schema)) return true
    return inner().some((one) => this.isAboutRows(one))
  }

  #show(actor: Actor, schema: z.ZodType, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !this.isAboutRows(schema)) return value
    if (schema instanceof z.ZodObject) {
      const shape = schema.shape as Readonly<Record<string, z.ZodType | undefined>>
      const entity = shownRow(schema)
      const rights = entity && this.of(actor, entity)
      const shown = Object.entries(rights ? readable(rights, value as Shown) : value).map(([name, member]) => {
        const inner = shape[name]
        return [name, inner ? this.#show(actor, inner, member) : member] as const
      })
      return Object.fromEntries(shown)
    }
    if (schema instanceof z.ZodArray)
      return (value as readonly unknown[]).map((one) => this.#show(actor, schema.element as z.ZodType, one))
    if (schema instanceof z.ZodRecord)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, this.#show(actor, schema.valueType as z.ZodType, one)]),
      )
    if (schema instanceof z.ZodUnion) {
      const options = schema.options as readonly z.ZodType[]
      const found = options.filter((option) => option.safeParse(value).success)
      return (found.length > 0 ? found : options).reduce<unknown>(
        (shown, option) => this.#show(actor, option, shown),
        value,
      )
    }
    if (schema instanceof z.ZodIntersection)
      return this.#show(actor, schema.def.right as z.ZodType, this.#show(actor, schema.def.left as z.ZodType, value))
    const inner = innerOf(schema)
    return inner ? this.#show(actor, inner, value) : value
  }

  #namesIn(kind: string, modules: readonly Module[]): ReadonlySet<string> {
    const entity = this.#subjects.entityOf(kind)!
    const own = (one: Declared) =>
      this.#tables.propertiesOf(one).filter((name) => this.#tables.sourcesOf(one, name) === undefined)
    const listed = modules.flatMap(({ routes = [] }) =>
      routes.flatMap(({ spec, method }) => {
        const { reads } = spec
        if (method !== 'GET' || (typeof reads === 'string' ? reads : reads?.kind) !== kind) return []
        const parameters = shapeOf(spec.query).flatMap(fieldsOfParameter)
        return [...shapeOf(itemOf(spec.response)), ...parameters]
      }),
    )
    const written = modules.flatMap(({ commands = [] }) =>
      commands
        .filter(({ resource, id }) => resource === kind && /\.(create|update)$/.test(id))
        .flatMap(({ input }) => shapeOf(input)),
    )
    const lines = this.linesOf(kind).flatMap(({ name, entity: line, parent }) => [
      name,
      ...own(line).flatMap((member) => (member === parent ? [] : [`${name}.${member}`])),
    ])
    const all = [...own(entity), ...listed, ...written, ...lines]
    return new Set(
      all.filter((name) => !ALWAYS.has(name) && !CONTAINERS.has(name) && !ALWAYS.has(name.split('.')[1] ?? '')),
    )
  }
}

type Subjects = Pick<RowPolicyCompiler, 'kinds' | 'entityOf' | 'entityIdOf'>

interface NamedField {
  readonly action: FieldAction
  readonly entity: Declared
  readonly name: string
}

interface FieldPolicyOptions {
  readonly tables: Tables
  readonly modules: readonly Module[]
  readonly subjects: Subjects
}

const BOOKKEEPING: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'createdBy', 'updatedBy'])

const listsOf = ({ layers = [] }: Actor, kind: string, action: FieldAction) =>
  layers.flatMap((layer) => fieldsIn(layer, kind, action) ?? [])

function readable(rights: FieldRights, row: Shown): Shown {
  const entries = Object.entries(row).filter(([name]) => rights.may('read', name))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, CONTAINERS.has(name) ? customFor(rights, value) : value] as const),
  )
}

/** Custom values by key, or descriptions of fields that have a key, without those that may not be read. */
function customFor(rights: FieldRights, value: unknown): unknown {
  const mayRead = (key: unknown) => rights.may('read', CUSTOM_PREFIX + String(key))
  if (Array.isArray(value)) return value.filter((one: { readonly key?: unknown } | null) => mayRead(one?.key))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => mayRead(key)))
}

const shapeOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []

/** The rows of an answer: those of a list, or the answer itself. */
function itemOf(response: z.ZodType): z.ZodType {
  const items: unknown = response instanceof z.ZodObject ? (response.shape as { items?: unknown }).items : undefined
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : response
}

/** The schema inside one that changes nothing about which properties there are. */
function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodLazy) return schema.unwrap() as z.ZodType
  if (schema instanceof z.ZodPipe) return schema.out as z.ZodType
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? (schema.unwrap as () => z.ZodType)() : undefined
}
