import { z } from 'zod'
import type { Route } from '../define/route.ts'
import type { Ground } from './ground.ts'
import { nameOf, type RouteRequest, toWire, type WireRequest } from './route-request.ts'

/** Whose row a request names. */
export type Target = 'own' | 'sibling' | 'foreign' | 'unknown' | 'malformed'

/** One way of asking for what is not the caller's. */
export interface Attack {
  readonly target: Target
  /** Where the foreign tenant is named, besides. */
  readonly tenantIn: 'query' | 'body' | null
  readonly request: WireRequest
}

/** The table that an identifier belongs to, by the name of a route or of a member: `{ roleId: 'roles' }`. */
export type IdTables = Readonly<Record<string, string>>

const targets: readonly Target[] = ['own', 'sibling', 'foreign', 'unknown', 'malformed']

/** Every attack on a route; `base` is a request that its owner would make. */
export function attacksOn(
  ground: Ground,
  route: Route,
  { base, idTables }: { base: RouteRequest; idTables: IdTables },
): readonly Attack[] {
  const aim = (target: Target) => aimed(base, route, (name) => idFor({ ground, route, idTables }, name, target))
  const own = aim('own')
  const tenantId = ground.parties.foreign.tenantId
  const attacks: Attack[] = targets.map((target) => ({ target, tenantIn: null, request: toWire(route, aim(target)) }))
  attacks.push({
    target: 'own',
    tenantIn: 'query',
    request: toWire(route, { ...own, query: { ...own.query, tenantId } }),
  })
  if (route.spec.body || route.method === 'DELETE') {
    const body = { ...(own.body as object | undefined), tenantId }
    attacks.push({ target: 'own', tenantIn: 'body', request: toWire(route, { ...own, body }) })
  }
  return attacks
}

/** The request with every identifier in it replaced. */
function aimed(base: RouteRequest, route: Route, idFor: (name: string) => string): RouteRequest {
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idFor(name)])
  const inQuery = namesIn(route.spec.query).map((name) => [name, idFor(name)])
  const named = (name: string) => [name, name.endsWith('s') ? [idFor(name)] : idFor(name)]
  const inBody = Object.fromEntries(namesIn(route.spec.body).map(named))
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
function namesIn(schema: z.ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.keys(schema.shape as object).filter((name) => /(^id|Id)s?$/.test(name) && name !== 'tenantId')
}

interface Place {
  readonly ground: Ground
  readonly route: Route
  readonly idTables: IdTables
}

function idFor(place: Place, name: string, target: Target): string {
  const { parties } = place.ground
  if (target === 'malformed') return "1' or '1'='1"
  if (target === 'unknown') return UNKNOWN
  const party = parties[target]
  if (/^organizationIds?$/.test(name)) return party.organizationId
  return place.ground.idOf({ name: tableFor(place, name) }, party)
}

const UNKNOWN = '99999999-9999-4999-8999-999999999999'

function tableFor({ ground, route, idTables }: Place, name: string): string {
  const known = new Set(ground.tables.map((table) => table.name))
  const word = name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const plurals = [`${word}s`, `${word}es`, `${word.replace(/y$/, 'ie')}s`]
  const segments = route.path.split('/').map((segment) => segment.replaceAll('-', '_'))
  const guesses = [idTables[name], ...plurals, idTables[nameOf(route)], ...segments.toReversed()]
  return guesses.find((guess) => guess !== undefined && known.has(guess)) ?? ground.tables.at(-1)?.name ?? 'none'
}
