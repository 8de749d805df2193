import type { EntityMetadata } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Queryable } from '../data/pool.ts'
import { nameOf } from '../data/properties.ts'
import type { Tables } from '../data/tables.ts'
import type { Logger } from '../define/context.ts'
import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { nameOperations } from '../http/api-operation.ts'
import {
  checkEntities,
  checkInputs,
  checkJobs,
  checkMentions,
  checkPoints,
  checkRulePoints,
} from './check-declarations.ts'

/** Orders modules so that each comes after what it requires. */
export function sortModules(modules: readonly Module[]): Module[] {
  const byId = new Map<string, Module>()
  for (const module of modules) {
    if (byId.has(module.id)) throw brokenSetup(`Two modules have the id '${module.id}'`)
    byId.set(module.id, module)
  }
  const sorted = new Set<Module>()
  const visit = (module: Module, trail: readonly string[]): void => {
    if (sorted.has(module)) return
    if (trail.includes(module.id)) {
      throw brokenSetup(
        `Modules require each other: ${[...trail.slice(trail.indexOf(module.id)), module.id].join(' → ')}`,
      )
    }
    for (const id of module.requires ?? []) {
      const required = byId.get(id)
      if (!required) throw brokenSetup(`Module '${module.id}' requires '${id}', which is not composed`)
      visit(required, [...trail, module.id])
    }
    sorted.add(module)
  }
  for (const module of modules) visit(module, [])
  return [...sorted]
}

/** Refuses what is wrong with the declarations themselves, before anything is opened. */
export function checkDeclarations(modules: readonly Module[]): void {
  const routes = modules.flatMap((module) => module.routes ?? [])
  assertUnique(
    'commands',
    modules.flatMap((module) => module.commands ?? []).map(({ id }) => id),
  )
  assertUnique(
    'jobs',
    modules.flatMap((module) => [...(module.jobs ?? []).map(({ id }) => id), ...durableIds(module)]),
  )
  assertUnique(
    'events',
    modules.flatMap((module) => Object.values(module.events ?? {})).map(({ id }) => id),
  )
  assertUnique(
    'caches',
    modules.flatMap((module) => module.caches ?? []).map(({ id }) => id),
  )
  assertUnique(
    'features',
    modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id),
  )
  assertUnique(
    'routes',
    routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  )
  checkEntities(modules)
  for (const route of routes) checkRoute(route)
  for (const module of modules) checkPrefixes(module)
  checkOwners(modules)
  checkMentions(modules)
  checkInputs(modules)
  checkPoints(modules)
  checkRulePoints(modules)
  checkJobs(modules)
  nameOperations(modules)
}

const durableIds = (module: Module) =>
  (module.subscribers ?? []).flatMap(({ durable }) => (durable === undefined ? [] : [durable]))

function assertUnique(what: string, ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw brokenSetup(`Two ${what} have the id '${id}'`)
    seen.add(id)
  }
}

function checkRoute({ method, path, spec }: Route): void {
  const name = `${method} ${path}`
  if (spec.access === undefined)
    throw brokenSetup(`Route ${name} does not say who may enter; a public one says \`access: open\``)
  if (Array.isArray(spec.access) && spec.access.length === 0)
    throw brokenSetup(`Route ${name} asks for an empty list of features`)
  if (!path.startsWith('/') || path.startsWith('/api/'))
    throw brokenSetup(`Route ${name} must begin with '/' and leave '/api' out`)
}

/** An id says which module it belongs to, so that a reader of a log or an ACL can find its home. */
function checkPrefixes({ id, prefixes = [], features, commands, events }: Module): void {
  const ids = [...Object.values(features ?? {}), ...(commands ?? []), ...Object.values(events ?? {})]
  for (const owned of ids) {
    const isOwn = [id, ...prefixes].some((prefix) => owned.id.startsWith(`${prefix}.`))
    if (!isOwn) throw brokenSetup(`'${owned.id}' is declared by module '${id}', so it must begin with '${id}.'`)
  }
}

/** Refuses two modules that declare the same table: each has one home. */
function checkOwners(modules: readonly Module[]): void {
  const owners = new Map<string, string>()
  for (const { id, entities = [] } of modules)
    for (const { meta } of entities) {
      const owner = owners.get(meta.tableName)
      if (owner !== undefined && owner !== id)
        throw brokenSetup(`The modules '${owner}' and '${id}' both declare the table '${meta.tableName}'`)
      owners.set(meta.tableName, id)
    }
}

/** Refuses a database that lacks the table of an entity or the column of a property. */
export async function checkEntityTables(db: Queryable, orm: MikroORM): Promise<void> {
  const entities = [...orm.getMetadata().getAll().values()].filter(({ abstract }) => !abstract)
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'plinth'::regnamespace) and c.relname = any ($1) group by c.oid`,
    [entities.map(({ tableName }) => tableName)],
  )
  const columns = new Map(rows.map((row) => [row.name, new Set(row.columns)]))
  const problems = entities.flatMap((meta) => missingIn(meta, columns.get(meta.tableName)))
  if (problems.length > 0) throw brokenSetup(`Entities and tables differ:\n  ${problems.join('\n  ')}`)
}

function missingIn(
  { className, tableName, props }: EntityMetadata,
  columns: ReadonlySet<string> | undefined,
): string[] {
  if (!columns) return [`Entity '${className}' has no table '${tableName}': list the migration that creates it`]
  const stored = props.filter(({ persist }) => persist !== false)
  return stored.flatMap(({ name, fieldNames = [] }) =>
    fieldNames
      .filter((column) => !columns.has(column))
      .map((column) => `Property '${name}' of entity '${className}' has no column '${column}' in table '${tableName}'`),
  )
}

interface TableIndexes {
  readonly name: string
  /** The second column of each index that begins with the tenant, and the keys. */
  readonly columns: string[]
}

/** Rows from which sorting without an index is felt. */
const LARGE = 10_000

/** Warns of lists that sort a large table by what no index holds. */
export async function warnOfSlowLists(
  db: Queryable,
  { modules, tables, log }: { modules: readonly Module[]; tables: Tables; log: Logger },
): Promise<void> {
  const lists = modules
    .flatMap(({ routes = [] }) => routes)
    .flatMap(({ path, lists }) => (lists ? [{ path, ...lists }] : []))
  if (lists.length === 0) return
  const { rows } = await db.query<TableIndexes>(
    `select c.relname as name, array(
       select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey[0:1])
       where i.indrelid = c.oid) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and c.reltuples > $2`,
    [lists.map(({ entity }) => tables.tableOf(entity)), LARGE],
  )
  const large = new Map(rows.map(({ name, columns }) => [name, columns]))
  for (const { path, entity, sorts } of lists) {
    const indexed = large.get(tables.tableOf(entity))
    const slow = indexed ? sorts.filter((sort) => !indexed.includes(tables.columnOf(entity, sort))) : []
    if (slow.length > 0)
      log.warn(
        { list: path, entity: nameOf(entity), properties: slow },
        'a list sorts a large table by properties that no index holds; add indexes that begin with tenant_id and the column',
      )
  }
}
