import { CronExpressionParser } from 'cron-parser'
import { isTimeZone } from '../define/time-zones.ts'
import { z } from 'zod'
import { assertSameOrm } from '../data/query/orm-copies.ts'
import type { Queryable } from '../data/connection/pool.ts'
import {
  type Access,
  type Feature,
  featuresOf,
  freshnessOf,
  isFreshAccess,
  open,
  standingAccess,
} from '../define/access.ts'
import type { EventType } from '../define/event.ts'
import { extensionOf } from '../define/extensible.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import type { Point } from '../define/extension-point.ts'
import type { HttpSpec, Route, RouteSpec } from '../define/route.ts'
import type { RulePoint } from '../define/rule-point.ts'
import { brokenSetup } from '../errors.ts'
import { nameOperations } from '../http/openapi/operations.ts'
import { keepLatest } from '../keep-latest.ts'

/** Validates the declarations of modules, before any connection is opened. */
export const checkDeclarations = keepLatest((modules: readonly Module[]): void => {
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
  checkExtensions(modules)
  checkJobs(modules)
  nameOperations(modules)
})

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
    throw brokenSetup(`Route ${name} does not declare who may call it; set \`access: open\` for a public route`)
  if (spec.http?.fromOtherSites && spec.access !== open)
    throw brokenSetup(`Route ${name} takes requests from other sites, so it must be public (\`access: open\`)`)
  if (isFreshAccess(spec.access) && !(freshnessOf(spec.access) > 0))
    throw brokenSetup(`Route ${name} must say how recent a sign-in it requires, such as '10m'`)
  const standing = standingAccess(spec.access)
  if (Array.isArray(standing) && standing.length === 0)
    throw brokenSetup(`Route ${name} asks for an empty list of features`)
  if (!path.startsWith('/') || path.startsWith('/api/'))
    throw brokenSetup(`Route ${name} must begin with '/', but not with '/api/'`)
  const unknown = [...unknownOf(ROUTE_OPTIONS, spec), ...unknownOf(HTTP_OPTIONS, spec.http ?? {})][0]
  if (unknown !== undefined) throw brokenSetup(`Route ${name} has an option '${unknown}' that does not exist`)
}

/** All options of a route, so that one which is misspelled or of another version is not ignored. */
const ROUTE_OPTIONS: Readonly<Record<keyof RouteSpec, true>> = {
  access: true,
  summary: true,
  operation: true,
  tag: true,
  isTool: true,
  params: true,
  query: true,
  body: true,
  response: true,
  status: true,
  scope: true,
  writesScope: true,
  reads: true,
  runs: true,
  rateLimits: true,
  before: true,
  errors: true,
  onInvalid: true,
  onUnreadable: true,
  inView: true,
  http: true,
}

const HTTP_OPTIONS: Readonly<Record<keyof HttpSpec, true>> = {
  credentials: true,
  fromOtherSites: true,
  asViewer: true,
  bodyType: true,
  rawBody: true,
  headers: true,
  methodOverride: true,
  contentType: true,
  streams: true,
  okInErrors: true,
  errorFormat: true,
}

const unknownOf = (known: object, options: object) => Object.keys(options).filter((name) => !Object.hasOwn(known, name))

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

/** Throws for dangling references: features and commands that a module uses but that no composed module lists. */
function checkMentions(modules: readonly Module[]): void {
  const features = new Set(modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id))
  const commands = new Set(modules.flatMap((module) => module.commands ?? []).map(({ id }) => id))
  const assertFeatures = (who: string, access: Access) => {
    for (const { id } of featuresOf(access))
      if (!features.has(id))
        throw brokenSetup(`${who} asks for '${id}', which no composed module lists in \`features\``)
  }
  for (const { id, roles = {}, routes = [], commands: own = [] } of modules) {
    for (const { method, path, spec, command } of routes) {
      assertFeatures(`Route ${method} ${path}`, spec.access)
      if (command && !commands.has(command.id))
        throw brokenSetup(
          `Route ${method} ${path} runs '${command.id}', which no composed module lists in \`commands\``,
        )
    }
    for (const command of own) assertFeatures(`Command '${command.id}'`, command.access)
    for (const [role, grants] of Object.entries(roles))
      for (const grant of grants)
        if (!isKnown(features, grant))
          throw brokenSetup(
            `Module '${id}' grants '${toId(grant)}' to the role '${role}', but the grant matches no feature of the composed modules`,
          )
  }
}

const toId = (grant: Feature | string) => (typeof grant === 'string' ? grant : grant.id)

function isKnown(features: ReadonlySet<string>, grant: Feature | string): boolean {
  const id = toId(grant)
  if (id === '*' || features.has(id)) return true
  return id.endsWith('.*') && [...features].some((feature) => feature.startsWith(id.slice(0, -1)))
}

/** Throws for invalid schedules, scheduled jobs whose payload does not accept `{}`, and unlisted events. */
function checkJobs(modules: readonly Module[]): void {
  for (const job of modules.flatMap((module) => module.jobs ?? [])) checkSchedule(job)
  const events = new Set(modules.flatMap((module) => Object.values(module.events ?? {})).map(({ id }) => id))
  const assertListed = (what: string, { id }: EventType) => {
    if (!events.has(id)) throw brokenSetup(`${what} '${id}', which no composed module lists in \`events\``)
  }
  for (const { id, subscribers = [], emits = [] } of modules) {
    for (const { event } of subscribers) assertListed(`Module '${id}' subscribes to`, event)
    for (const event of emits) assertListed(`Module '${id}' emits`, event)
  }
}

function checkSchedule({ id, schedule, timeZone = 'UTC', payload }: Job): void {
  if (!isTimeZone(timeZone)) throw brokenSetup(`Job '${id}' has an unknown time zone: '${timeZone}'`)
  if (schedule === undefined) return
  try {
    CronExpressionParser.parse(schedule, { strict: false })
  } catch (error) {
    throw brokenSetup(`The schedule '${schedule}' of job '${id}' is not a cron expression: ${String(error)}`)
  }
  const { error } = payload.safeParse({})
  if (error) throw brokenSetup(`Job '${id}' has a schedule, so its payload must fit {}: ${error.issues[0]?.message}`)
}

/** Throws for custom fields of a kind that no command has: what is sent for them would be left out without a word. */
function checkExtensions(modules: readonly Module[]): void {
  const kinds = new Set(modules.flatMap(({ commands = [] }) => commands.map(({ resource }) => resource)))
  // A module without commands leaves its rows to others.
  for (const { id, entities = [], commands = [] } of modules)
    for (const entity of commands.length > 0 ? entities : []) {
      const { entityId, kind } = extensionOf(entity) ?? {}
      if (kind === undefined || kinds.has(kind)) continue
      throw brokenSetup(
        `An entity of module '${id}' is \`extensible('${entityId}')\`, but no command has the resource '${kind}': pass the kind of ` +
          `its resource, \`extensible('${entityId}', { kind })\``,
      )
    }
}

/** Throws for two rule points with the same name, and for fields that rules may set but that no input accepts. */
function checkRulePoints(modules: readonly Module[]): void {
  const points = new Map<string, RulePoint>()
  for (const { id, rules, input, ruledId } of modules.flatMap((module) => module.commands ?? [])) {
    const point = rules?.point()
    if (!point) continue
    const { entityType, aliases, settable } = point
    for (const name of [entityType, ...aliases]) {
      if ((points.get(name) ?? point) !== point) throw brokenSetup(`Two rule points have the name '${name}'`)
      points.set(name, point)
    }
    if ('before' in point.data.shape)
      throw brokenSetup(
        `The rule point '${entityType}' has a field 'before', but rules find the former values under that name`,
      )
    const fields = fieldsOf(input as z.ZodType)
    if (rules?.sets === false || !fields) continue
    // Rules can set nothing where the command does not name its rows before it runs.
    if (rules?.writes === 'changed' && !ruledId && !('id' in fields) && !('ids' in fields)) continue
    const unknown = settable.find((field) => !(field in fields))
    if (unknown !== undefined)
      throw brokenSetup(`Rules may set '${unknown}' of '${entityType}', which command '${id}' does not take`)
  }
}

/** The properties of an input, also if it has a transformation. */
function fieldsOf(input: z.ZodType): object | undefined {
  if (input instanceof z.ZodPipe) return fieldsOf(input.in as z.ZodType)
  return input instanceof z.ZodObject ? input.shape : undefined
}

/** Throws for inputs with optional properties that have a default: an update would reset columns. */
function checkInputs(modules: readonly Module[]): void {
  for (const { commands = [], routes = [] } of modules) {
    for (const { id, input } of commands) assertAbsentStays(`command '${id}'`, input)
    for (const { method, path, spec } of routes) assertAbsentStays(`route ${method} ${path}`, spec.body)
  }
}

function assertAbsentStays(owner: string, schema: z.ZodType | undefined): void {
  if (!(schema instanceof z.ZodObject)) return
  for (const [name, member] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    if (!(member instanceof z.ZodOptional)) continue
    const filled = fillOf(member)
    if (filled === undefined) continue
    throw brokenSetup(
      `The ${owner} fills in ${JSON.stringify(filled)} where '${name}' is absent, although it is optional: ` +
        'use `partial(Fields)`, which drops defaults, instead of `Fields.partial()`, which keeps them',
    )
  }
}

function fillOf(member: z.ZodType): unknown {
  try {
    return member.safeParse(undefined).data
  } catch (error) {
    // An asynchronous check cannot run here, and sets no default.
    if (error instanceof z.core.$ZodAsyncError) return undefined
    throw error
  }
}

/** Throws for entities declared with another copy of the ORM. */
function checkEntities(modules: readonly Module[]): void {
  for (const { entities = [] } of modules) for (const entity of entities) assertSameOrm(entity)
}

/** The extension points to which modules contribute. */
const pointsOf = (modules: readonly Module[]): ReadonlySet<Point<unknown>> =>
  new Set(modules.flatMap(({ contributes = [] }) => contributes.map(({ point }) => point)))

/**
 * Throws for two extension points with the same id, two values with the same name, and values that are invalid for their point or
 * for this composition.
 */
function checkPoints(modules: readonly Module[]): void {
  const features = new Set(modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id))
  const ids = new Set<string>()
  for (const point of pointsOf(modules)) {
    const { id } = point.spec
    if (ids.has(id)) throw brokenSetup(`Two extension points have the id '${id}': is its package installed twice?`)
    ids.add(id)
    checkValues(point, { modules, features })
  }
}

function checkValues(
  { spec, from }: Point<unknown>,
  { modules, features }: { modules: readonly Module[]; features: ReadonlySet<Feature['id']> },
): void {
  const names = new Map<string, Module>()
  for (const { module, value } of from(modules)) {
    const name = spec.name(value, module)
    const refuse = (why: string) => brokenSetup(`${spec.title} '${name}' of module '${module.id}' ${why}`)
    const other = names.get(name)
    if (other) throw refuse(`has the same name as one of module '${other.id}'`)
    names.set(name, module)
    const problem = spec.check?.(value, { module, modules })
    if (problem !== undefined) throw refuse(problem)
    const unknown = spec.features?.(value).find(({ id }) => !features.has(id))
    if (unknown) throw refuse(`asks for '${unknown.id}', which no composed module lists in \`features\``)
  }
}

/** Throws if the database lacks something that contributed values need. */
export async function checkPointTables(db: Queryable, modules: readonly Module[]): Promise<void> {
  for (const { spec, from } of pointsOf(modules)) {
    const values = from(modules).map(({ value }) => value)
    await spec.checkDatabase?.(db, values)
  }
}

/** The tables from which contributed values derive cached data. */
export const summedTables = (modules: readonly Module[]): ReadonlySet<string> =>
  new Set([
    ...[...pointsOf(modules)].flatMap(({ spec, from }) =>
      from(modules).flatMap(({ value }) => spec.tables?.(value) ?? []),
    ),
    // Dashboards know entities that customers define.
    ...modules.flatMap(({ customRecords }) => customRecords?.shared.table ?? []),
  ])
