import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { checkAnalytics } from './check-analytics.ts'
import { checkJobs } from './check-jobs.ts'
import { checkInputs } from './check-inputs.ts'
import { checkOwners } from './check-declared.ts'
import { checkMentions } from './check-mentions.ts'
import { checkRulePoints } from './check-rule-points.ts'
import { checkTools } from './check-tools.ts'

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
    'widgets',
    modules.flatMap((module) => module.widgets ?? []).map(({ id }) => id),
  )
  assertUnique(
    'analytics entities',
    modules.flatMap((module) => module.analytics ?? []).map(({ id }) => id),
  )
  assertUnique(
    'routes',
    routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  )
  assertUnique(
    'tools',
    modules.flatMap((module) => module.tools ?? []).map(({ name }) => name),
  )
  assertUnique(
    'prompts',
    modules.flatMap((module) => module.prompts ?? []).map(({ name }) => name),
  )
  assertUnique(
    'pages',
    modules.flatMap(({ id, pages = [] }) => pages.map(({ name }) => `${id}/${name}`)),
  )
  for (const route of routes) checkRoute(route)
  for (const module of modules) checkPrefixes(module)
  checkOwners(modules)
  checkTools(modules)
  checkMentions(modules)
  checkInputs(modules)
  checkAnalytics(modules)
  checkRulePoints(modules)
  checkJobs(modules)
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
function checkPrefixes({ id, features, commands, events }: Module): void {
  const ids = [...Object.values(features ?? {}), ...(commands ?? []), ...Object.values(events ?? {})]
  for (const owned of ids) {
    const isOwn = owned.id.startsWith(`${id}.`) || (id === 'dashboards' && owned.id.startsWith('analytics.'))
    if (!isOwn) throw brokenSetup(`'${owned.id}' is declared by module '${id}', so it must begin with '${id}.'`)
  }
}
