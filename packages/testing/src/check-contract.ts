import { type Module, open, type Route } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { z } from 'zod'
import { documentedStatuses, impliedByCommand } from '@plinth/core/internal'
import { problemsOf } from './answer-rules.ts'
import { type TestResponse, toTestResponse } from './client.ts'
import { isPaged, tryFarPage } from './far-pages.ts'
import type { Who } from './logins.ts'
import { inForeignScopes, withExtras } from './named-members.ts'
import { isPolluted } from './prototypes.ts'
import { assertNone } from './report.ts'
import {
  chosenRoutes,
  findRoute,
  routeName,
  type RouteRequest,
  routesOf,
  toCurl,
  toWire,
  type WireRequest,
} from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

/** A request and the status it must be answered with. */
export interface Sample {
  /** Method and path as declared by the route: `POST /tags`. */
  readonly route: string
  /** The caller. Default: anonymous. A function may look the caller up. */
  readonly as?: Who | ((app: TestPlatform) => Promise<Who> | Who)
  /** The request. A function may prepare rows first. */
  readonly request?: RouteRequest | ((app: TestPlatform) => Promise<RouteRequest> | RouteRequest)
  readonly expect: number
}

export interface ContractOptions {
  /**
   * At least one sample for every documented status that does not follow from access and input; 400, 401, 403 and 413 are
   * always tried. The routes of files of a resource (`files: true`) need none.
   */
  readonly samples: readonly Sample[]
  /** The routes that need no login, listed explicitly so that a route that becomes public by accident is detected. */
  readonly open: readonly string[]
  /** Documented statuses that are covered by another test: `{ 'POST /login': [429] }`. */
  readonly provenElsewhere?: Readonly<Record<string, readonly number[]>>
  /** Restricts the check to the routes of these modules, and leaves samples of other routes out. Default: all composed modules. */
  readonly modules?: readonly Module[]
  /** Restricts the check to these routes. Default: all routes. */
  readonly routes?: readonly string[]
  /** Routes to skip, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Number of generated requests, spread over the routes. Default: 1,000. */
  readonly requests?: number
  /** Seed of the generator. The same seed generates the same requests. */
  readonly seed?: number
  /** Stop at the first failure, which is enough to show that a deliberately planted fault is detected. */
  readonly stopAtFirst?: boolean
}

/** What a passing check has done. */
export interface ContractReport {
  readonly routes: number
  readonly requests: number
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>
}

/**
 * Requests every route so that each documented status occurs, then sends generated requests. Throws `CheckFailed` with a curl
 * command for each answer that is undocumented, does not match its schema, is a 5xx, or serves a request without a login.
 * Samples that succeed are also sent with unknown properties, and once more for a tenant and an organization that the caller
 * may not choose.
 */
export async function checkContract(app: TestPlatform, options: ContractOptions): Promise<ContractReport> {
  const { samples, open: allowedOpen, provenElsewhere = {}, requests = 1_000, seed = 1 } = options
  const all = routesOf(app.platform)
  const routes = chosenRoutes(all, options)
  const visit = new ContractCheck(app)
  const failures: string[] = []
  const add = (found: readonly string[]) => {
    failures.push(...found)
    if (options.stopAtFirst) assertNone('Contract', failures)
  }
  add(
    routes
      .filter(({ spec }) => spec.access === open)
      .map(routeName)
      .filter((name) => !allowedOpen.includes(name))
      .map((name) => `${name} is open to everybody, but the check does not expect it`),
  )
  for (const sample of samples) {
    const route = routes.find((one) => routeName(one) === sample.route)
    if (!route && !options.modules) findRoute(all, sample.route)
    if (route) add(await trySample(visit, route, sample))
  }
  for (const route of routes) add(await tryImplied(visit, route))
  const { tryGenerated } = await import('./generated-campaign.ts')
  const share = Math.ceil(requests / Math.max(1, routes.length))
  for (const route of routes)
    add(await tryGenerated(route, (request, as) => visit.send(route, request, { as }), { runs: share, seed }))

  // Those of files are covered by the tests of the module that stores files.
  for (const route of routes.filter(({ files }) => !files)) {
    const name = routeName(route)
    const own = documentedStatuses(route).filter(
      (status) => route.spec.errors?.includes(status) || !impliedByCommand(route).includes(status),
    )
    const missing = own.filter(
      (status) => !visit.reached(route).has(status) && !provenElsewhere[name]?.includes(status),
    )
    if (missing.length > 0) add([`${name} documents ${missing.join(', ')}, but no request produced it`])
  }
  add(
    routes
      .filter((route) => visit.neverSaysUndo(route))
      .map((route) => `${routeName(route)} runs ${route.spec.runs!.id}, and answers without ${wire.operationHeader}`),
  )
  assertNone('Contract', failures)
  return { routes: routes.length, requests: visit.count, statuses: visit.statuses }
}

/** Sends requests, checks the answers and records the statuses. */
class ContractCheck {
  count = 0
  readonly statuses: Record<number, number> = {}
  readonly app: TestPlatform
  readonly #reached = new Map<Route, Set<number>>()
  /** For routes that ran an undoable command successfully: whether an answer said how to undo it, or why that is not possible. */
  readonly #saysUndo = new Map<Route, boolean>()

  constructor(app: TestPlatform) {
    this.app = app
  }

  reached(route: Route): Set<number> {
    let statuses = this.#reached.get(route)
    if (!statuses) this.#reached.set(route, (statuses = new Set()))
    return statuses
  }

  /** Whether a route that runs an undoable command has succeeded without any answer saying how to undo it. */
  neverSaysUndo(route: Route): boolean {
    return this.#saysUndo.get(route) === false
  }

  /** The problem with the answer to one request; null if there is none. */
  async send(route: Route, request: WireRequest, { as, expect }: { as?: Who | undefined; expect?: number } = {}) {
    const { app } = this
    const { method, path, headers, body } = request
    const client = as === undefined ? app.anonymous : app.as(as)
    const answer = await toTestResponse(
      await client.fetch(path, { method, headers, ...(body !== undefined && { body }) }),
    )
    this.count++
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1
    // A path parameter that is empty or contains a slash may select another route, and so may a header that overrides the method.
    const mayLeadElsewhere = route.path.includes('{') || new Headers(headers).has('x-http-method-override')
    const isElsewhere = answer.status === 404 && answer.text === '{"error":"Not Found"}' && mayLeadElsewhere
    if (isElsewhere && expect === undefined) return null
    this.reached(route).add(answer.status)
    const isIrreversible = await saysWhyNot(app, answer)
    const { runs } = route.spec
    if (runs?.isUndoable && answer.status < 300)
      this.#saysUndo.set(route, this.#saysUndo.get(route) === true || isIrreversible || answer.operation !== null)
    const problems = problemsOf(route, answer, { isIrreversible })
    if (expect !== undefined && answer.status !== expect)
      problems.push(`answers ${answer.status} instead of ${expect}: ${answer.text.slice(0, 300)}`)
    if (as === undefined && route.spec.access !== open && answer.status < 400)
      problems.push(`answers ${answer.status} to somebody who is not signed in`)
    if (isPolluted()) problems.push('changes what every object inherits')
    if (answer.status >= 500) problems.push(`because of ${causeOf(app)}`)
    return problems.length === 0
      ? null
      : `${routeName(route)} ${problems.join('; ')}\n${toCurl(request)} # ${describe(as)}`
  }
}

/** Whether the log entry of the command says why it cannot be undone. */
async function saysWhyNot({ sql }: TestPlatform, { status, operation, headers }: TestResponse): Promise<boolean> {
  if (status >= 300 || operation !== null) return false
  const found = await sql(`select from plinth.action_log where request_id = $1 and undo_token_hash is null`, [
    headers.get(wire.requestIdHeader),
  ])
  return found.length > 0
}

/** The last error that the platform logged. */
function causeOf({ log }: TestPlatform): string {
  const failure = log.at('error').at(-1)?.facts['err']
  return failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
}

function describe(who: Who | undefined): string {
  if (who === undefined) return 'as nobody'
  return `as ${typeof who === 'string' ? who : JSON.stringify('actor' in who ? who.scope : who)}`
}

async function trySample(visit: ContractCheck, route: Route, { as, request = {}, expect }: Sample): Promise<string[]> {
  const made = typeof request === 'function' ? await request(visit.app) : request
  const who = typeof as === 'function' ? await as(visit.app) : as
  // A request that succeeds must also succeed with unknown properties.
  const asked = expect < 400 ? withExtras(made) : made
  const failure = await visit.send(route, toWire(route, asked), { as: who, expect })
  const caller = who === undefined ? undefined : visit.app.callerOf(who)
  const failures = [failure]
  for (const foreign of caller && expect < 400 ? inForeignScopes(route, made, caller) : [])
    failures.push(await visit.send(route, toWire(route, foreign), { as: who, expect: 403 }))
  const far = expect === 200 && isPaged(route) ? await tryFarPage(visit.app, route, { as: who, request: made }) : []
  return [...failures.filter((one) => one !== null), ...far]
}

/** They are refused before the query is read. */
const SCOPES = ['tenantId', 'organizationId']

const OVERSIZE = 1_100_000
const DEEP = 10_000

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Bodies that every route must handle, whatever it expects. */
const classics = [
  'null',
  '[]',
  '{"__proto__":{"isSuperAdmin":true},"constructor":{"prototype":{"isSuperAdmin":true}}}',
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
].map((body) => ({ type: JSON_TYPE, body }))

const classicForms = [
  { type: 'multipart/form-data; boundary=x', body: '--x' },
  { type: FORM_TYPE, body: '__proto__=1&constructor=2&%=%zz' },
  { type: FORM_TYPE, body: Uint8Array.from([0xff, 0xfe, 0x3d, 0x00]) },
]

/** Longer than words of a search, and a longer list than most. */
const LONG = 'x,'.repeat(250)

/** Tries the statuses that follow from access and input: 400 of queries, 401, 403 and 413. */
async function tryImplied(visit: ContractCheck, route: Route): Promise<string[]> {
  const { spec, method } = route
  const params = Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, crypto.randomUUID()]),
  )
  const bare = toWire(route, { params })
  const found: (string | null)[] = []
  if (spec.access !== open) {
    found.push(await visit.send(route, bare, { expect: 401 }))
    const elsewhere = toWire(route, { params, query: { tenantId: crypto.randomUUID() } })
    found.push(await visit.send(route, elsewhere, { as: {}, expect: 403 }))
  }
  if (method === 'GET' && spec.query instanceof z.ZodObject) {
    const names = Object.keys(spec.query.shape).filter((name) => !SCOPES.includes(name))
    const query = Object.fromEntries(names.map((name) => [name, LONG]))
    found.push(await visit.send(route, toWire(route, { params, query }), { as: { features: ['*'] } }))
  }
  if (method !== 'GET' && !spec.http?.fromOtherSites)
    found.push(await visit.send(route, { ...bare, headers: { origin: 'https://elsewhere.example' } }, { expect: 403 }))
  if (spec.body || method === 'DELETE') {
    const isForm = spec.http?.bodyType === 'form'
    for (const { type, body } of isForm ? classicForms : classics) {
      const request = { ...bare, body, headers: { 'content-type': type } }
      found.push(await visit.send(route, request, { as: { features: ['*'] } }))
    }
    const oversize = {
      ...bare,
      body: `"${'a'.repeat(OVERSIZE)}"`,
      headers: { 'content-type': isForm ? FORM_TYPE : JSON_TYPE },
    }
    found.push(await visit.send(route, oversize, { as: { features: ['*'] }, expect: 413 }))
  }
  // A problem that one of them has is usually shared by all.
  const byProblem = new Map(found.filter((failure) => failure !== null).map((text) => [text.split('\n', 1)[0], text]))
  return [...byProblem.values()]
}
