import { type EntityMetadata, type EntityProperty, EntitySchema } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../errors.ts'
import { toConditions } from './predicates.ts'
import { propertyNames } from './property-names.ts'
import { type Declared, nameOf } from './row.ts'
import { type EntityScope, visibleTo } from './scoped.ts'

type Metadata = EntityMetadata<object>

interface Table {
  readonly meta: Metadata
  readonly columnOf: (property: string) => string
  /** `select product_type as "productType", … from catalog_products`. */
  readonly rows: RawBuilder<unknown>
}

/**
 * Entities as tables of their property names. Each is a sub-select that says whose rows it has, so no clause of the
 * query around it can take that back; PostgreSQL plans it as if the table stood there itself.
 */
export class Tables {
  readonly #orm: MikroORM
  readonly #known = new Map<Declared, Table>()

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  /** The rows of the entity that its filters show in this scope; all of them to the platform itself. */
  visible<A extends string>(
    entity: Declared,
    alias: A,
    scope: EntityScope,
  ): AliasedRawBuilder<Record<string, unknown>, A> {
    const { rows, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, columnOf)
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join<SqlBool>(conditions, sql` and `)}`
    return sql<Record<string, unknown>>`(${rows}${where})`.as(alias)
  }

  /** The table under an alias as a statement writes to it: what makes its rows visible, and its properties as columns. */
  written(entity: Declared, alias: string, scope: EntityScope) {
    const { meta, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, (property) => `${alias}.${property}`)
    return {
      table: `${meta.schema === undefined ? '' : `${meta.schema}.`}${meta.tableName} as ${alias}`,
      isVisible: conditions.length === 0 ? undefined : sql.join<SqlBool>(conditions, sql` and `),
      names: propertyNames({
        alias,
        columnOf,
        selectionOf: (name) => {
          const { columnTypes, runtimeType } = propertyOf(meta, name)
          const cast = sql.raw(castFor(columnTypes[0] ?? '', runtimeType))
          return sql`${sql.ref(`${alias}.${columnOf(name)}`)}${cast}`.toOperationNode()
        },
      }),
    }
  }

  /** The entity that a relation leads to. */
  target(entity: Declared, relation: string): Declared {
    const { meta } = this.#of(entity)
    const { targetMeta } = propertyOf(meta, relation)
    if (!targetMeta) throw brokenSetup(`'${relation}' of entity '${meta.className}' is no relation`)
    return targetMeta.class as unknown as Declared
  }

  tableOf(entity: Declared): string {
    return this.#of(entity).meta.tableName
  }

  columnOf(entity: Declared, property: string): string {
    return this.#of(entity).columnOf(property)
  }

  /** Whether rows of the entity belong to a tenant. */
  hasTenant(entity: Declared): boolean {
    return 'tenantId' in this.#of(entity).meta.properties
  }

  /** What the entity's filters ask of rows in this scope. */
  #conditions(entity: Declared, scope: EntityScope, columnOf: (property: string) => string): RawBuilder<SqlBool>[] {
    return Object.values(this.#of(entity).meta.filters)
      .filter((filter) => filter.default)
      .flatMap(({ name, cond }) => toConditions(visibleTo(scope, { name, cond }), columnOf))
  }

  #of(entity: Declared): Table {
    let table = this.#known.get(entity)
    if (!table) this.#known.set(entity, (table = this.#describe(entity)))
    return table
  }

  #describe(entity: Declared): Table {
    const declared = entity instanceof EntitySchema ? entity.meta.class : entity
    const meta = this.#orm
      .getMetadata()
      .getAll()
      .get(declared as never) as Metadata | undefined
    if (!meta) throw brokenSetup(`Entity '${nameOf(entity)}' is no table of a module: list it in \`entities\``)
    const stored = meta.props.filter(({ fieldNames, persist }) => persist !== false && fieldNames?.length === 1)
    const selection = sql.raw(stored.map(toSelection).join(', '))
    const name = meta.schema === undefined ? sql.id(meta.tableName) : sql.id(meta.schema, meta.tableName)
    return {
      meta,
      rows: sql`select ${selection} from ${name}`,
      columnOf: (property) => propertyOf(meta, property).fieldNames[0]!,
    }
  }
}

function propertyOf({ className, properties }: Metadata, name: string): EntityProperty {
  const property = (properties as Readonly<Record<string, EntityProperty>>)[name]
  if (!property) throw brokenSetup(`Entity '${className}' has no property '${name}'`)
  return property
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function toSelection({ name, fieldNames, columnTypes, runtimeType }: EntityProperty): string {
  const column = quoted(fieldNames[0]!)
  return `${column}${castFor(columnTypes[0] ?? '', runtimeType)} as ${quoted(name)}`
}

/** What the connection reads otherwise than the entity declares: decimals come as text, big integers as numbers. */
function castFor(columnType: string, runtimeType: string): string {
  if (/^(numeric|decimal)/.test(columnType) && runtimeType === 'number') return '::float8'
  return /^(bigint|int8)/.test(columnType) && runtimeType === 'string' ? '::text' : ''
}
