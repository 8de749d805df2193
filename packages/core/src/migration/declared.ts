import type { EntityMetadata, EntityProperty } from '@mikro-orm/core'
import { createOrm } from '../data/orm.ts'
import { isSearchable } from '../data/search.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** A column as its entity declares it. */
export interface DeclaredColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** SQL. */
  readonly default: string | undefined
  /** The values of an enum. */
  readonly values: readonly string[] | undefined
  /** The default and the check of the values as PostgreSQL spells them, where it was asked. */
  readonly storedDefault?: string | undefined
  readonly storedCheck?: string | undefined
  readonly references: { readonly table: string; readonly onDelete: string | undefined } | undefined
}

export interface DeclaredIndex {
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** Of an index of some rows: SQL, and the same as PostgreSQL spells it, where it was asked. */
  readonly where?: string | undefined
  readonly storedWhere?: string | undefined
}

/** A table as its entity declares it. */
export interface DeclaredTable {
  readonly moduleId: string
  readonly entity: string
  readonly name: string
  /** By which words of the core it is made. */
  readonly kind: 'scoped_table' | 'tenant_table' | undefined
  /** Without those that its kind brings. */
  readonly columns: readonly DeclaredColumn[]
  readonly indexes: readonly DeclaredIndex[]
  /** Columns that are searched; none when it is not searched. */
  readonly searched: readonly string[]
  /** Columns with long texts, and the languages of these. */
  readonly texts: { readonly columns: readonly string[]; readonly languages: readonly string[] } | undefined
}

const TENANT = ['id', 'tenant_id', 'created_at', 'updated_at']

/** The tables of all modules, in the order of the modules. */
export async function readDeclared(modules: readonly Module[]): Promise<readonly DeclaredTable[]> {
  assertOwners(modules)
  const orm = await createOrm(modules.flatMap(({ entities = [] }) => entities))
  const metadata = new Map([...orm.getMetadata().getAll().values()].map((meta) => [meta.tableName, meta]))
  return modules.flatMap(({ id, entities = [], searches = [] }) =>
    entities
      .filter(({ meta }) => !meta.abstract)
      .map(({ meta: { tableName } }) => {
        return describe(
          metadata.get(tableName)!,
          id,
          searches.filter(({ entity }) => entity.meta.tableName === tableName),
        )
      }),
  )
}

function assertOwners(modules: readonly Module[]): void {
  const owners = new Map<string, string>()
  for (const { id, entities = [] } of modules)
    for (const { meta } of entities) {
      const owner = owners.get(meta.tableName)
      if (!meta.abstract && owner !== undefined)
        throw brokenSetup(`Modules '${owner}' and '${id}' both declare the table '${meta.tableName}'`)
      owners.set(meta.tableName, id)
    }
}

function describe(meta: EntityMetadata, moduleId: string, searches: NonNullable<Module['searches']>): DeclaredTable {
  const search = searches.find(isSearchable)
  const texts = searches.find((one) => 'languages' in one)
  const stored = meta.props.filter(({ persist, fieldNames }) => persist !== false && fieldNames?.length === 1)
  const names = stored.map(({ fieldNames }) => fieldNames[0]!)
  const isTenant = TENANT.every((name) => names.includes(name))
  const isScoped = isTenant && names.includes('organization_id') && isInherited(meta, 'Scoped')
  const known = isTenant ? (isScoped ? [...TENANT, 'organization_id'] : TENANT) : []
  const columnOf = (property: string) =>
    stored.find(({ name }) => name === property)?.fieldNames[0] ??
    fail(`Entity '${meta.className}' names '${property}', which is no property of it`)
  return {
    moduleId,
    entity: meta.className,
    name: meta.tableName,
    kind: isScoped ? 'scoped_table' : isTenant ? 'tenant_table' : undefined,
    columns: stored.filter(({ fieldNames }) => !known.includes(fieldNames[0]!)).map(toColumn),
    indexes: readIndexes(meta).map(({ properties, ...index }) => ({ columns: properties.map(columnOf), ...index })),
    searched: search?.properties.map(columnOf) ?? [],
    texts: texts && { columns: texts.properties.map(columnOf), languages: texts.languages },
  }
}

function isInherited({ extends: base }: EntityMetadata, name: string): boolean {
  if (base === undefined) return false
  const meta = typeof base === 'object' && 'meta' in base ? (base.meta as EntityMetadata) : undefined
  return (
    String(meta?.className ?? (base as { name?: string }).name ?? base) === name ||
    (meta ? isInherited(meta, name) : false)
  )
}

function readIndexes({ className, indexes, uniques, props }: EntityMetadata) {
  const listed = (all: EntityMetadata['indexes'] | EntityMetadata['uniques'], isUnique: boolean) =>
    all.flatMap(({ properties, where }) => {
      if (typeof where === 'object') fail(`An index of '${className}' says \`where\` as an object: say it as SQL`)
      return properties === undefined ? [] : [{ properties: [properties].flat() as string[], isUnique, where }]
    })
  const single = props.flatMap(({ name, index, unique }) =>
    index || unique ? [{ properties: [name as string], isUnique: Boolean(unique) }] : [],
  )
  return [...listed(indexes, false), ...listed(uniques, true), ...single]
}

function toColumn(property: EntityProperty): DeclaredColumn {
  const { fieldNames, columnTypes, nullable = false, defaultRaw, items, targetMeta, deleteRule } = property
  return {
    name: fieldNames[0]!,
    type: toType(columnTypes[0] ?? 'text'),
    isNullable: nullable,
    default: defaultRaw,
    values: property.enum ? items?.map(String) : undefined,
    references: targetMeta && { table: targetMeta.tableName, onDelete: deleteRule },
  }
}

/** As our migrations spell it: a length is a matter of inputs, a precision of the clock none at all. */
function toType(type: string): string {
  if (/^(varchar|character varying)/.test(type)) return 'text'
  if (type.startsWith('timestamptz')) return 'timestamptz'
  return type === 'int' ? 'integer' : type
}

function fail(message: string): never {
  throw brokenSetup(message)
}
