import { freshnessOf, open, standingAccess } from '../define/access.ts'
import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { nameOperations } from '../http/openapi/operations.ts'
import {
  checkEntities,
  checkInputs,
  checkJobs,
  checkMentions,
  checkPoints,
  checkRulePoints,
} from './check-declarations.ts'

/** Validates the declarations of modules, before any connection is opened. */
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
  if (spec.fromOtherSites && spec.access !== open)
    throw brokenSetup(`Route ${name} takes requests from other sites, so it must be public (\`access: open\`)`)
  const window = freshnessOf(spec.access)
  if (window !== null && !(window > 0))
    throw brokenSetup(`Route ${name} must say how fresh a sign-in it needs, as '10m'`)
  const standing = standingAccess(spec.access)
  if (Array.isArray(standing) && standing.length === 0)
    throw brokenSetup(`Route ${name} asks for an empty list of features`)
  if (!path.startsWith('/') || path.startsWith('/api/'))
    throw brokenSetup(`Route ${name} must begin with '/' and leave '/api' out`)
}

/** Ids are prefixed with their module, so that its origin is clear in a log or an ACL. */
function checkPrefixes({ id, prefixes = [], features, commands, events }: Module): void {
  const ids = [...Object.values(features ?? {}), ...(commands ?? []), ...Object.values(events ?? {})]
  for (const owned of ids) {
    const isOwn = [id, ...prefixes].some((prefix) => owned.id.startsWith(`${prefix}.`))
    if (!isOwn) throw brokenSetup(`'${owned.id}' is declared by module '${id}', so it must begin with '${id}.'`)
  }
}

/** Throws if two modules declare the same table. */
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
