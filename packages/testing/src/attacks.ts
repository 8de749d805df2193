import type { Route } from '@plinth/core'
import { z } from 'zod'
import type { Attacker } from './attackers.ts'
import type { Fixture } from './isolation-fixture.ts'
import type { Layers } from './layers.ts'
import { routeName, type RouteRequest, toWire, type WireRequest } from './route-request.ts'

/** The owner of the row that a request names. */
export type TargetKind = 'own' | 'sibling' | 'foreign' | 'unknown' | 'malformed'

/** Which identifiers a request carries: all that the schema knows, only the required ones, or `ids` in the place of `id`. */
type MemberSelection = 'all' | 'needed' | 'several'

/** The seeded rows that attacks name. */
export type Targets = Pick<Fixture, 'app' | 'tables' | 'actors' | 'idOf'>

/** One way of requesting something that belongs to another caller. */
export interface Attack {
  readonly target: TargetKind
  readonly members: MemberSelection
  /** Where the foreign tenant is named in addition, if anywhere. */
  readonly tenantIn: 'query' | 'body' | null
  readonly request: WireRequest
}

/**
 * The table an identifier belongs to, keyed by route, by property, or by both: `{ 'GET /roles': 'roles', roleId: 'roles', 'PUT
 * /roles roleId': 'roles' }`. Null for a property that looks like an id but does not name a row.
 */
export type IdTables = Readonly<Record<string, string | null>>

const targets: readonly TargetKind[] = ['own', 'sibling', 'foreign', 'unknown', 'malformed']

/** All attacks on a route. `base` is a request that the owner would make. */
export function attacksOn(
  fixture: Targets,
  route: Route,
  { base, idTables }: { base: RouteRequest; idTables: IdTables },
): readonly Attack[] {
  const aim = (target: TargetKind, members: MemberSelection) =>
    aimed({ fixture, route, idTables }, { base, members, target })
  const own = aim('own', 'all')
  const tenantId = fixture.actors.foreign.tenantId
  const everyWay = (members: MemberSelection): Attack[] =>
    targets.map((target) => ({ target, members, tenantIn: null, request: toWire(route, aim(target, members)) }))
  const attacks = everyWay('all')
  const isSame = JSON.stringify(aim('own', 'needed')) === JSON.stringify(own)
  if (!isSame) attacks.push(...everyWay('needed'))
  if (route.several) attacks.push(...everyWay('several'))
  attacks.push({
    target: 'own',
    members: 'all',
    tenantIn: 'query',
    request: toWire(route, { ...own, query: { ...own.query, tenantId } }),
  })
  if (route.spec.body || route.method === 'DELETE') {
    const body = { ...(own.body as object | undefined), tenantId }
    attacks.push({ target: 'own', members: 'all', tenantIn: 'body', request: toWire(route, { ...own, body }) })
  }
  return attacks
}

/**
 * Whether an attack can find what the others do not. Whatever passes both layers passes each of them alone, so rows that are hidden
 * are left to those. What another tenant learns where row-level security hides nothing is left to the comparison with a platform
 * without that tenant, unless the rows have to be in another state. A foreign `tenantId` is refused before any layer is asked,
 * what is malformed is read as SQL most easily where row-level security hides nothing, and row-level security neither knows who of a
 * tenant asks, beyond the organization, nor which ids were named.
 */
export function tellsMore(
  { target, members, tenantIn, request }: Attack,
  { hidden, expect, persona }: Attacker,
  { layers, isOpen, isCompared }: { readonly layers: Layers; readonly isOpen: boolean; readonly isCompared: boolean },
): boolean {
  // A refusal does not depend on whose row or tenant is named; on open routes, nobody is not refused.
  if (expect !== undefined && isOpen) return true
  if (expect !== undefined)
    return members === 'all' && tenantIn === null && (target === 'own' || (target === 'malformed' && expect === 401))
  const isKey = persona?.kind === 'api_key'
  const isMember = !isKey && hidden.includes('sibling')
  const isTenant = !hidden.includes('sibling')
  if (layers === 'both layers') {
    if (members === 'several') return hidden.includes(target as never)
    // Those who see the whole tenant reach the most; what is cached for others is told to those who see less.
    const asks = isTenant || (isMember && members === 'all' && request.method === 'GET')
    return tenantIn === null ? asks && target === 'own' : isTenant
  }
  if (tenantIn !== null || members === 'several') return false
  if (layers === 'no ORM filters')
    return isMember && (target === 'own' || (members === 'all' && target !== 'malformed'))
  if (isTenant && isCompared) return false
  if (isKey) return members === 'all' && (target === 'own' || hidden.includes(target as never))
  if (target === 'malformed') return isMember && members === 'all'
  return target === 'own' || target === 'unknown' || hidden.includes(target)
}

/** Returns the request with its identifiers replaced. */
export function aimed(
  attacked: AttackedRoute,
  { base, members, target }: { base: RouteRequest; members: MemberSelection; target: TargetKind },
): RouteRequest {
  const { fixture, route, idTables } = attacked
  // Such a route takes one of both.
  const unused = route.several ? (members === 'several' ? ['id', 'recordId'] : ['ids']) : []
  const { entity, lines = [] } = route.command ?? {}
  const idOf = (name: string, table = tableFor(attacked, name)) => idFor(fixture, { name, table, target })
  const related = relationsOf(fixture, entity ? [entity] : [])
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idOf(name)])
  const told = (name: string) => {
    const own = idTables[`${routeName(route)} ${name}`]
    return own === undefined ? idTables[name] : own
  }
  const isNamed = (name: string) =>
    told(name) !== null &&
    !unused.includes(name) &&
    (/(^id|Id)s?$/.test(name) || idTables[`${routeName(route)} ${name}`] !== undefined)
  const isNamedInBody = (name: string) =>
    isNamed(name) || (told(name) !== null && (related(name) ?? tableOfUuid(attacked, name)) !== undefined)
  const inQuery = namesIn(route.spec.query, base.query, { members, isNamed }).map((name) => [name, idOf(name)])
  const named = (name: string) => {
    const id = idOf(name, typeof told(name) === 'string' ? undefined : related(name))
    return [name, name.endsWith('s') && related(name) === undefined ? [id] : id]
  }
  const inBody = {
    ...aimedLines(
      base.body,
      relationsOf(
        fixture,
        lines.map((one) => one.entity),
      ),
      idOf,
    ),
    ...Object.fromEntries(namesIn(route.spec.body, base.body, { members, isNamed: isNamedInBody }).map(named)),
  }
  const isObject = typeof base.body === 'object' && base.body !== null && !Array.isArray(base.body)
  return {
    ...base,
    params: { ...base.params, ...Object.fromEntries(params) },
    query: { ...without(base.query, unused), ...Object.fromEntries(inQuery) },
    ...(route.spec.body && {
      body: isObject || base.body === undefined ? { ...without(base.body as object, unused), ...inBody } : base.body,
    }),
  }
}

const without = (members: object | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(members ?? {}).filter(([one]) => !names.includes(one)))

type Relations = (name: string) => string | undefined

/** The tables that relations of entities refer to, by their properties. */
function relationsOf({ tables }: Targets, entities: readonly object[]): Relations {
  const names = entities.map((entity) => (entity as { readonly meta: { readonly tableName?: string } }).meta.tableName)
  const references = tables.filter(({ name }) => names.includes(name)).flatMap((table) => table.references)
  return (name) => references.find(({ columns }) => columns.includes(`${toSnakeCase(name)}_id`))?.table
}

/** The lines of a body with the ids of their relations replaced. */
function aimedLines(body: unknown, related: Relations, idOf: (name: string, table: string) => string): object {
  const aimedLine = (line: object) =>
    Object.fromEntries(
      Object.entries(line).map(([name, value]) => {
        const table = typeof value === 'string' ? related(name) : undefined
        return [name, table === undefined ? value : idOf(name, table)]
      }),
    )
  const isLines = (value: unknown): value is object[] =>
    Array.isArray(value) && value.every((line) => typeof line === 'object' && line !== null && !Array.isArray(line))
  return Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]) => (isLines(value) ? [[name, value.map(aimedLine)]] : [])),
  )
}

/**
 * Properties that name a row: `id`, `ids`, `roleId`, `userIds`, relations, and those listed in `idTables`. The tenant is attacked
 * separately.
 */
function namesIn(
  schema: z.ZodType | undefined,
  base: unknown,
  { members, isNamed }: { members: MemberSelection; isNamed: (name: string) => boolean },
): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  const shape = schema.shape as Record<string, z.ZodType>
  const isNeeded = (name: string) =>
    shape[name]?._zod.optin === undefined || (typeof base === 'object' && base !== null && name in base)
  return Object.keys(shape)
    .filter((name) => isNamed(name) && name !== 'tenantId')
    .filter((name) => members !== 'needed' || isNeeded(name))
}

export interface AttackedRoute {
  readonly fixture: Targets
  readonly route: Route
  readonly idTables: IdTables
}

interface AttackedId {
  readonly name: string
  readonly table: string
  readonly target: TargetKind
}

function idFor(fixture: Targets, { name, table, target }: AttackedId): string {
  if (target === 'malformed') return "1' or '1'='1"
  if (target === 'unknown') return unknownIn(fixture, table)
  const actor = fixture.actors[target]
  if (/^organizationIds?$/.test(name)) return actor.organizationId
  return fixture.idOf({ name: table }, actor)
}

/** An unused id of the type that the table uses. */
function unknownIn({ tables }: Targets, table: string): string {
  const type = tables.find(({ name }) => name === table)?.columns.find((column) => column.name === 'id')?.type
  return type === 'bigint' || type === 'integer' ? '999999999' : '99999999-9999-4999-8999-999999999999'
}

function tableFor({ fixture, route, idTables }: AttackedRoute, name: string): string {
  // The file and its record, whatever their tables are called.
  if (route.files) return name === 'fileId' ? 'attachments' : tableOf(route.files.entity)
  const stated = [idTables[`${routeName(route)} ${name}`], idTables[name]].find((table) => typeof table === 'string')
  const word = toSnakeCase(name.replace(/Ids?$/, ''))
  const found = (guesses: readonly string[]) => findTable(fixture, route, guesses)
  const entity = route.command?.entity ?? route.lists?.entity
  const own = idTables[routeName(route)] ?? found(segmentsOf(route)) ?? (entity && tableOf(entity))
  const referenced = fixture.tables
    .find((table) => table.name === own)
    ?.references.find(({ columns }) => columns.includes(`${word}_id`))?.table
  return stated ?? found(pluralsOf(word)) ?? referenced ?? own ?? fixture.tables.at(-1)?.name ?? 'none'
}

/** The table of a member of the body that takes a UUID and is called like a table: `customer`. */
function tableOfUuid({ fixture, route }: AttackedRoute, name: string): string | undefined {
  const { body } = route.spec
  const schema = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>)[name] : undefined
  return isUuid(schema) ? findTable(fixture, route, pluralsOf(name)) : undefined
}

function isUuid(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isUuid(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodUUID || schema instanceof z.ZodGUID
}

const tableOf = (entity: object) => (entity as { readonly meta: { readonly tableName: string } }).meta.tableName

function pluralsOf(name: string): readonly string[] {
  const word = toSnakeCase(name)
  return [`${word}s`, `${word}es`, `${word.replace(/y$/, 'ie')}s`]
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The last segment says most about what the path names. */
const segmentsOf = ({ path }: Route) =>
  path
    .split('/')
    .map((segment) => segment.replaceAll('-', '_'))
    .toReversed()

/**
 * The table that a word names: one of that name, one whose name begins with the module's id, or else the only one of the module
 * that ends with the word.
 */
function findTable({ app, tables }: Targets, route: Route, words: readonly string[]): string | undefined {
  const names = new Set(tables.map((table) => table.name))
  const module = app.platform.modules.find(({ routes }) => routes?.includes(route))
  const own = module?.entities?.map(({ meta }) => meta.tableName) ?? []
  for (const word of words) {
    const ending = word === '' ? [] : own.filter((name) => name.endsWith(`_${word}`))
    const found = [word, `${module?.id}_${word}`, ...(ending.length === 1 ? ending : [])].find((name) =>
      names.has(name),
    )
    if (found !== undefined) return found
  }
  return undefined
}
