import type { EntityMetadata, EntityProperty } from '@mikro-orm/core'
import type { Module, Route } from '@plinth/core'
import { extensionOf, type Queryable } from '@plinth/core/data'
import { brokenSetup, createOrm, isSearchable } from '@plinth/core/internal'
import { checkOf } from './check-constraint.ts'
import type { DeclaredCheck, DeclaredColumn, DeclaredIndex, DeclaredTable } from './declared-table.ts'
import { ref } from './names.ts'

const TENANT = ['id', 'tenant_id', 'created_at', 'updated_at']

/** The tables declared by all modules, in the order of the modules. */
export function readDeclared(modules: readonly Module[]): readonly DeclaredTable[] {
  assertOwners(modules)
  const orm = createOrm(modules.flatMap(({ entities = [] }) => entities))
  const lines = modules.flatMap(({ commands = [] }) => commands.flatMap((command) => command.lines ?? []))
  const metadata = new Map([...orm.getMetadata().getAll().values()].map((meta) => [meta.tableName, meta]))
  return modules.flatMap(({ id, entities = [], searches = [], routes = [] }) =>
    entities
      .filter(({ meta }) => !meta.abstract)
      .map((entity) => {
        const { tableName } = entity.meta
        const isOwn = ({ entity }: { readonly entity: unknown }) => (entity as AnyMeta).meta.tableName === tableName
        const lists = routes.flatMap(({ lists: listed }) => (listed && isOwn(listed) ? [listed] : []))
        return describe(metadata.get(tableName)!, id, {
          searches: searches.filter(isOwn),
          lists,
          parents: lines.flatMap((line) => (isOwn(line) ? [line.parent] : [])),
          isExtended: extensionOf(entity) !== undefined,
        })
      }),
  )
}

function assertOwners(modules: readonly Module[]): void {
  const owners = new Map<string, string>()
  for (const { id, entities = [] } of modules)
    for (const { meta } of entities) {
      if (!meta.abstract && !meta.tableName) fail(`Entity '${meta.className}' has no \`tableName\``)
      const owner = owners.get(meta.tableName)
      if (!meta.abstract && owner !== undefined)
        throw brokenSetup(`Modules '${owner}' and '${id}' both declare the table '${meta.tableName}'`)
      owners.set(meta.tableName, id)
    }
}

interface AnyMeta {
  readonly meta: { readonly tableName: string }
}

interface TableUses {
  /** Whether its rows hold values of custom fields. */
  readonly isExtended: boolean
  readonly searches: NonNullable<Module['searches']>
  readonly lists: readonly NonNullable<Route['lists']>[]
  /** Relations to the records whose lines its rows are, and with which they are deleted. */
  readonly parents: readonly string[]
}

function describe(
  meta: EntityMetadata,
  moduleId: string,
  { searches, lists, parents, isExtended }: TableUses,
): DeclaredTable {
  const search = searches.find(isSearchable)
  const texts = searches.find((one) => 'languages' in one)
  const stored = meta.props.filter(({ persist, fieldNames }) => persist !== false && fieldNames?.length === 1)
  const names = stored.map(({ fieldNames }) => fieldNames[0]!)
  const isTenant = TENANT.every((name) => names.includes(name))
  const isScoped = isTenant && names.includes('organization_id') && isInherited(meta, 'Scoped')
  const known = isTenant ? (isScoped ? [...TENANT, 'organization_id'] : TENANT) : []
  const isCustom = (name: string) => isExtended && name === CUSTOM
  const columnOf = (property: string) =>
    stored.find(({ name }) => name === property)?.fieldNames[0] ??
    fail(`Entity '${meta.className}' names '${property}', which is not one of its properties`)
  return {
    moduleId,
    entity: meta.className,
    name: meta.tableName,
    kind: isScoped ? 'scoped_table' : isTenant ? 'tenant_table' : undefined,
    columns: stored
      .filter(({ fieldNames }) => !known.includes(fieldNames[0]!))
      .map((property) =>
        toColumn(property, { isCustom: isCustom(property.name), isParent: parents.includes(property.name) }),
      ),
    // The ORM lists the values of enums, too.
    checks: meta.checks.flatMap(({ name, expression, property }) =>
      !stored.some((one) => one.name === property && one.enum) && typeof expression === 'string' && name !== undefined
        ? [{ name, expression }]
        : [],
    ),
    indexes: readIndexes(meta).map(({ properties, ...index }) => ({ columns: properties.map(columnOf), ...index })),
    sorted: isTenant ? sortedTexts(lists).map(columnOf) : [],
    searched: search?.properties.map(columnOf) ?? [],
    texts: texts && { columns: texts.properties.map(columnOf), languages: texts.languages },
  }
}

/** The texts that lists are sorted by first: what their rows are called. */
const sortedTexts = (lists: TableUses['lists']) => [
  ...new Set(lists.flatMap(({ first, texts }) => (first !== undefined && texts.includes(first) ? [first] : []))),
]

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
    all.flatMap(({ properties, where, ...more }) => {
      if (typeof where === 'object') fail(`An index of '${className}' has \`where\` as an object: write it as SQL`)
      const deferMode = 'deferMode' in more ? more.deferMode : undefined
      if (deferMode && where) fail(`A unique constraint of '${className}' has both \`where\` and \`deferMode\``)
      return properties === undefined
        ? []
        : [{ properties: [properties].flat() as string[], isUnique, where, deferMode }]
    })
  const single = props.flatMap(({ name, index, unique }) =>
    index || unique ? [{ properties: [name as string], isUnique: Boolean(unique) }] : [],
  )
  return [...listed(indexes, false), ...listed(uniques, true), ...single]
}

/** The property of the values of custom fields. */
const CUSTOM = 'custom'

interface ColumnUse {
  readonly isCustom: boolean
  /** Whether its rows are lines of the record that it refers to. */
  readonly isParent: boolean
}

function toColumn(property: EntityProperty, { isCustom, isParent }: ColumnUse): DeclaredColumn {
  const { fieldNames, columnTypes, nullable = false, defaultRaw, generated, items, targetMeta, deleteRule } = property
  return {
    name: fieldNames[0]!,
    type: toType(columnTypes[0] ?? 'text'),
    isNullable: nullable,
    default: isCustom ? `'{}'` : defaultRaw,
    ...(typeof generated === 'string' && { generated }),
    isCustom,
    values: property.enum ? items?.map(String) : undefined,
    references: targetMeta && { table: targetMeta.tableName, onDelete: isParent ? 'cascade' : deleteRule },
  }
}

/** The type as our migrations write it: lengths are validated in inputs, and timestamps have no precision. */
function toType(type: string): string {
  if (/^(varchar|character varying)/.test(type)) return 'text'
  if (type.startsWith('timestamptz')) return 'timestamptz'
  return type === 'int' ? 'integer' : type
}

function fail(message: string): never {
  throw brokenSetup(message)
}

/** A column in the database. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  readonly default: string | null
  readonly comment: string | null
}

/** A table in the database. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Key columns; indexes on expressions are left out. */
  readonly indexes: readonly {
    readonly columns: readonly string[]
    /** The collation of each of these columns; null for the column's own. */
    readonly collations: readonly (string | null)[]
    readonly isUnique: boolean
    readonly where: string | null
  }[]
  readonly checks: readonly { readonly name: string; readonly text: string; readonly columns: readonly string[] }[]
  /** Columns that reference another table. */
  readonly references: readonly { readonly columns: readonly string[]; readonly table: string }[]
  /** Columns that the log does not contain. */
  readonly secrets: readonly string[]
  /** Columns that searches and triggers name. */
  readonly searched: readonly string[]
  readonly isSearched: boolean
  readonly hasTexts: boolean
}

/** The tables created by modules, by name. */
export async function readTables(db: Queryable): Promise<ReadonlyMap<string, Table>> {
  const { rows } = await db.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isNullable', not a.attnotnull, 'isGenerated', a.attgenerated <> '', 'default', pg_get_expr(d.adbin, d.adrelid),
          'comment', col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object('isUnique', i.indisunique, 'where', pg_get_expr(i.indpred, i.indrelid), 'columns',
          (select json_agg(a.attname order by k.n) from unnest(i.indkey::int2[]) with ordinality k (num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num), 'collations',
          (select json_agg(case when o.oid <> a.attcollation then o.collname end order by k.n)
            from unnest(i.indkey::int2[], i.indcollation::oid[]) with ordinality k (num, collation_id, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num left join pg_collation o on o.oid = k.collation_id)))
        from pg_index i where i.indrelid = c.oid and i.indexprs is null), '[]') as indexes,
      coalesce((select json_agg(json_build_object('name', k.conname, 'text', pg_get_constraintdef(k.oid), 'columns',
          (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks,
      coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text, 'columns',
          (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k (num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num)))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as references,
      coalesce((select replace(encode(t.tgargs, 'escape'), '\\000', '')::text[] from pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'plinth_record_insert'), '{}') as secrets,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (
        exists (select from pg_proc f where f.pronamespace = 'plinth'::regnamespace
          and f.proname in ('search_' || c.relname, 'find_' || c.relname) and f.prosrc ~ ('\\m' || a.attname || '\\M'))
        or exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
          where t.tgrelid = c.oid and not t.tgisinternal and t.tgname not like 'plinth\\_record\\_%'
            and f.prosrc || encode(t.tgargs, 'escape') ~ ('\\m' || a.attname || '\\M')))) as searched,
      exists (select from pg_proc where proname = 'search_' || c.relname and pronamespace = 'plinth'::regnamespace)
        as "isSearched",
      exists (select from pg_proc where proname = 'find_' || c.relname and pronamespace = 'plinth'::regnamespace)
        as "hasTexts"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  return new Map(rows.map((table) => [table.name, table]))
}

/**
 * Adds to each table its expressions as PostgreSQL prints them, for comparison. PostgreSQL is asked by means of an empty copy of
 * the table. An expression that does not fit its table is left without a stored form.
 */
export async function withStoredForms(
  db: Queryable,
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
): Promise<readonly DeclaredTable[]> {
  const result: DeclaredTable[] = []
  for (const table of declared) {
    const names = new Set(tables.get(table.name)?.columns.map(({ name }) => name))
    if (names.size === 0 || !hasExpressions(table)) {
      result.push(table)
      continue
    }
    await db.query('begin')
    await db.query(`create temporary table shadow (like public.${ref(table.name)}) on commit drop`)
    const columns: DeclaredColumn[] = []
    for (const column of table.columns) columns.push(names.has(column.name) ? await storedColumn(db, column) : column)
    const indexes: DeclaredIndex[] = []
    for (const index of table.indexes) indexes.push(await storedIndex(db, index))
    const checks: DeclaredCheck[] = []
    for (const check of table.checks) {
      const make = `alter table shadow add constraint c check (${check.expression})`
      checks.push({ ...check, stored: await storedForm(db, make, CHECK) })
    }
    await db.query('rollback')
    result.push({ ...table, columns, indexes, checks })
  }
  return result
}

const hasExpressions = ({ columns, indexes, checks }: DeclaredTable) =>
  checks.length > 0 ||
  columns.some((column) => column.default !== undefined || column.values) ||
  indexes.some(({ where }) => where)

async function storedColumn(db: Queryable, column: DeclaredColumn): Promise<DeclaredColumn> {
  const name = ref(column.name)
  const storedDefault =
    column.default === undefined
      ? undefined
      : await storedForm(
          db,
          `alter table shadow alter column ${name} set default ${column.default}`,
          defaultOf(column.name),
        )
  const storedCheck =
    column.values &&
    (await storedForm(db, `alter table shadow add constraint c ${checkOf(column.name, column.values)}`, CHECK))
  return { ...column, storedDefault, storedCheck }
}

async function storedIndex(db: Queryable, index: DeclaredIndex): Promise<DeclaredIndex> {
  const { columns, where } = index
  if (where === undefined) return index
  const make = `create index shadow_index on shadow (${columns.map(ref).join(', ')}) where ${where}`
  return { ...index, storedWhere: await storedForm(db, make, WHERE) }
}

interface CatalogQuery {
  readonly sql: string
  readonly values?: unknown[]
}

const defaultOf = (column: string): CatalogQuery => ({
  sql: `select pg_get_expr(d.adbin, d.adrelid) as text from pg_attrdef d join pg_attribute a
    on a.attrelid = d.adrelid and a.attnum = d.adnum where d.adrelid = 'pg_temp.shadow'::regclass and a.attname = $1`,
  values: [column],
})

const CHECK: CatalogQuery = {
  sql: `select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'pg_temp.shadow'::regclass and conname = 'c'`,
}

const WHERE: CatalogQuery = {
  sql: `select pg_get_expr(indpred, indrelid) as text from pg_index
    where indexrelid = 'pg_temp.shadow_index'::regclass`,
}

/** Runs the statement, reads the stored form, and rolls back. */
async function storedForm(
  db: Queryable,
  make: string,
  { sql, values = [] }: CatalogQuery,
): Promise<string | undefined> {
  await db.query('savepoint before')
  try {
    await db.query(make)
    const { rows } = await db.query<{ text: string }>(sql, values)
    return rows[0]?.text
  } catch (error) {
    // The type differs or the column does not exist yet, which the comparison reports.
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
    return undefined
  } finally {
    await db.query('rollback to savepoint before')
  }
}
