import type { Route } from '@plinth/core'
import { z } from 'zod'
import type { Fixture } from './isolation-fixture.ts'
import { routeName, type RouteRequest, toWire, type WireRequest } from './route-request.ts'

/** The owner of the row that a request names. */
export type TargetKind = 'own' | 'sibling' | 'foreign' | 'unknown' | 'malformed'

/** Which identifiers a request carries: all that the schema knows, or only the required ones. */
type MemberSelection = 'all' | 'needed'

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
  fixture: Fixture,
  route: Route,
  { base, idTables }: { base: RouteRequest; idTables: IdTables },
): readonly Attack[] {
  const aim = (target: TargetKind, members: MemberSelection) =>
    aimed(route, { base, members, idTables }, (name) => idFor({ fixture, route, idTables }, name, target))
  const own = aim('own', 'all')
  const tenantId = fixture.actors.foreign.tenantId
  const everyWay = (members: MemberSelection): Attack[] =>
    targets.map((target) => ({ target, members, tenantIn: null, request: toWire(route, aim(target, members)) }))
  const attacks = everyWay('all')
  const isSame = JSON.stringify(aim('own', 'needed')) === JSON.stringify(own)
  if (!isSame) attacks.push(...everyWay('needed'))
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

/** Returns the request with its identifiers replaced. */
function aimed(
  route: Route,
  { base, members, idTables }: { base: RouteRequest; members: MemberSelection; idTables: IdTables },
  idFor: (name: string) => string,
): RouteRequest {
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idFor(name)])
  const told = (name: string) => {
    const own = idTables[`${routeName(route)} ${name}`]
    return own === undefined ? idTables[name] : own
  }
  const isNamed = (name: string) =>
    told(name) !== null && (/(^id|Id)s?$/.test(name) || idTables[`${routeName(route)} ${name}`] !== undefined)
  const inQuery = namesIn(route.spec.query, base.query, { members, isNamed }).map((name) => [name, idFor(name)])
  const named = (name: string) => [name, name.endsWith('s') ? [idFor(name)] : idFor(name)]
  const inBody = Object.fromEntries(namesIn(route.spec.body, base.body, { members, isNamed }).map(named))
  const isObject = typeof base.body === 'object' && base.body !== null && !Array.isArray(base.body)
  return {
    ...base,
    params: { ...base.params, ...Object.fromEntries(params) },
    query: { ...base.query, ...Object.fromEntries(inQuery) },
    ...(route.spec.body && {
      body: isObject || base.body === undefined ? { ...(base.body as object | undefined), ...inBody } : base.body,
    }),
  }
}

/**
 * Properties that name a row: `id`, `ids`, `roleId`, `userIds`, and those listed in `idTables`. The tenant is attacked
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
    .filter((name) => members === 'all' || isNeeded(name))
}

interface AttackTarget {
  readonly fixture: Fixture
  readonly route: Route
  readonly idTables: IdTables
}

function idFor(attacked: AttackTarget, name: string, target: TargetKind): string {
  const { actors } = attacked.fixture
  if (target === 'malformed') return "1' or '1'='1"
  if (target === 'unknown') return unknownIn(attacked, name)
  const actor = actors[target]
  if (/^organizationIds?$/.test(name)) return actor.organizationId
  return attacked.fixture.idOf({ name: tableFor(attacked, name) }, actor)
}

/** An unused id of the type that the table uses. */
function unknownIn(attacked: AttackTarget, name: string): string {
  const table = attacked.fixture.tables.find((known) => known.name === tableFor(attacked, name))
  const type = table?.columns.find((column) => column.name === 'id')?.type
  return type === 'bigint' || type === 'integer' ? '999999999' : '99999999-9999-4999-8999-999999999999'
}

function tableFor({ fixture, route, idTables }: AttackTarget, name: string): string {
  const stated = [idTables[`${routeName(route)} ${name}`], idTables[name]].find((table) => typeof table === 'string')
  const word = toSnakeCase(name.replace(/Ids?$/, ''))
  const plurals = [`${word}s`, `${word}es`, `${word.replace(/y$/, 'ie')}s`]
  const found = (guesses: readonly string[]) => findTable(fixture, route, guesses)
  const own = idTables[routeName(route)] ?? found(segmentsOf(route))
  const referenced = fixture.tables
    .find((table) => table.name === own)
    ?.references.find(({ columns }) => columns.includes(`${word}_id`))?.table
  return stated ?? found(plurals) ?? referenced ?? own ?? fixture.tables.at(-1)?.name ?? 'none'
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
function findTable({ app, tables }: Fixture, route: Route, words: readonly string[]): string | undefined {
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
