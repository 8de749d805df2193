import { z } from 'zod'
import type { Route } from '../define/route.ts'
import type { Fixture } from './isolation-fixture.ts'
import { routeName, type RouteRequest, toWire, type WireRequest } from './route-request.ts'

/** Whose row a request names. */
export type TargetKind = 'own' | 'sibling' | 'foreign' | 'unknown' | 'malformed'

/** Which identifiers a request carries: every one that the schema knows, or those that it must. */
type MemberSelection = 'all' | 'needed'

/** One way of asking for what is not the caller's. */
export interface Attack {
  readonly target: TargetKind
  readonly members: MemberSelection
  /** Where the foreign tenant is named, besides. */
  readonly tenantIn: 'query' | 'body' | null
  readonly request: WireRequest
}

/**
 * The table that an identifier belongs to, by the name of a route, of a member, or of both:
 * `{ 'GET /roles': 'roles', roleId: 'roles', 'PUT /roles roleId': 'roles' }`.
 */
export type IdTables = Readonly<Record<string, string>>

const targets: readonly TargetKind[] = ['own', 'sibling', 'foreign', 'unknown', 'malformed']

/** Every attack on a route; `base` is a request that its owner would make. */
export function attacksOn(
  fixture: Fixture,
  route: Route,
  { base, idTables }: { base: RouteRequest; idTables: IdTables },
): readonly Attack[] {
  const aim = (target: TargetKind, members: MemberSelection) =>
    aimed(route, { base, members }, (name) => idFor({ fixture, route, idTables }, name, target))
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

/** The request with the identifiers in it replaced. */
function aimed(
  route: Route,
  { base, members }: { base: RouteRequest; members: MemberSelection },
  idFor: (name: string) => string,
): RouteRequest {
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idFor(name)])
  const inQuery = namesIn(route.spec.query, base.query, members).map((name) => [name, idFor(name)])
  const named = (name: string) => [name, name.endsWith('s') ? [idFor(name)] : idFor(name)]
  const inBody = Object.fromEntries(namesIn(route.spec.body, base.body, members).map(named))
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

/** Members that name a row: `id`, `ids`, `roleId`, `userIds`. The tenant is attacked separately. */
function namesIn(schema: z.ZodType | undefined, base: unknown, members: MemberSelection): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  const shape = schema.shape as Record<string, z.ZodType>
  const isNeeded = (name: string) =>
    shape[name]?._zod.optin === undefined || (typeof base === 'object' && base !== null && name in base)
  return Object.keys(shape)
    .filter((name) => /(^id|Id)s?$/.test(name) && name !== 'tenantId')
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

/** An unused id of the kind that the table has. */
function unknownIn(attacked: AttackTarget, name: string): string {
  const table = attacked.fixture.tables.find((known) => known.name === tableFor(attacked, name))
  const type = table?.columns.find((column) => column.name === 'id')?.type
  return type === 'bigint' || type === 'integer' ? '999999999' : '99999999-9999-4999-8999-999999999999'
}

function tableFor({ fixture, route, idTables }: AttackTarget, name: string): string {
  const known = new Set(fixture.tables.map((table) => table.name))
  const word = name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const plurals = [`${word}s`, `${word}es`, `${word.replace(/y$/, 'ie')}s`]
  const segments = route.path.split('/').map((segment) => segment.replaceAll('-', '_'))
  const guesses = [
    idTables[`${routeName(route)} ${name}`],
    idTables[name],
    ...plurals,
    idTables[routeName(route)],
    ...segments.toReversed(),
  ]
  return guesses.find((guess) => guess !== undefined && known.has(guess)) ?? fixture.tables.at(-1)?.name ?? 'none'
}
