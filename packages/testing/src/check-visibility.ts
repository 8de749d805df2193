import type { Module, Route } from '@plinth/core'
import type { IdTables } from './attacks.ts'
import type { Sample } from './check-contract.ts'
import type { FixtureOptions } from './isolation-fixture.ts'
import { HiddenFields } from './hidden-fields.ts'
import type { Layers } from './layers.ts'
import { assertNone } from './report.ts'
import { chosenRoutes, routeName, type RouteRequest, routesOf } from './route-request.ts'
import { StateComparison, toAsked } from './state-comparison.ts'
import type { TestPlatform } from './test-platform.ts'
import { type RequestSample, UnwritableFields } from './unwritable-fields.ts'
import { VisibilityFixture } from './visibility-fixture.ts'
import { combinedRequest, type Planted, visibilityRequests } from './visibility-requests.ts'

export interface VisibilityOptions extends FixtureOptions {
  /** Requests that succeed, as in the contract check. */
  readonly samples: readonly Sample[]
  /** Tables of ids that cannot be inferred from the name of the route or property. */
  readonly idTables?: IdTables
  /** Routes that may, by contract, tell that a hidden row exists, and nothing else about it, each with the reason. */
  readonly tellsHidden?: Readonly<Record<string, string>>
  /** Fields that a route writes although the caller may not, by contract, each with the reason: `{ 'POST /files fileName': '…' }`. */
  readonly writesFields?: Readonly<Record<string, string>>
  /** Restricts the check to the routes of these modules. Default: all composed modules. */
  readonly modules?: readonly Module[]
  /** Columns that a policy may hide, and that a caller learns by contract all the same, by table: `{ files: ['sha256'] }`. */
  readonly shownColumns?: Readonly<Record<string, readonly string[]>>
  /** Restricts the check to these routes. Default: all routes. */
  readonly routes?: readonly string[]
  /** Routes to skip, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Number of generated requests that combine several parameters. Default: none. */
  readonly requests?: number
  /** Seed of the generator. The same seed generates the same requests. */
  readonly seed?: number
  /** Stop at the first failure, which is enough to show that a deliberately planted fault is detected. */
  readonly stopAtFirst?: boolean
}

/** What a passing check has done. */
export interface VisibilityReport {
  readonly kinds: number
  readonly routes: number
  readonly requests: number
  /** Fields that a route writes, by route. */
  readonly writtenFields: number
}

/**
 * Seeds every table whose rows can be restricted with rows that a caller may see and rows that they may not, and sends every route
 * what could tell of the hidden ones: without the conditions of queries, and without row-level security, because whatever passes
 * each layer alone passes both. Throws `CheckFailed` for every answer that contains a value of a hidden row, or that is not the same
 * as without the hidden rows, and for every request that changes a hidden row, at once or by a job. Then it hides fields of visible rows,
 * and does the same for what these contain. At last it finds the fields that each route writes, and sends it again as somebody who may
 * not write one of them.
 */
export async function checkVisibility(app: TestPlatform, options: VisibilityOptions): Promise<VisibilityReport> {
  const fixture = await VisibilityFixture.create(app, options)
  const run = new VisibilityRun(fixture, options)
  const failures: string[] = []
  const add = (found: readonly string[]) => {
    failures.push(...found)
    if (options.stopAtFirst) assertNone('Visibility', failures)
  }
  await run.prepare()
  for (const layers of LAYERS) add(await run.check(layers))
  const { requests: generated = 0, seed = 1 } = options
  const random = randomFrom(seed)
  for (let sent = 0; sent < generated; sent += PORTION) {
    await run.combine(Math.min(PORTION, generated - sent), random)
    add(await run.check(LAYERS[(sent / PORTION) % LAYERS.length]!))
  }
  const fields = new VisibilityRun(await HiddenFields.create(fixture, options.shownColumns), options)
  await fields.prepare()
  add(await fields.check('both layers'))
  const writes = await UnwritableFields.create(fixture, (name) => options.writesFields?.[name] !== undefined)
  for (const route of run.routes)
    add(await writes.check(route, { sample: sampleOf(options, route), idTables: options.idTables ?? {} }))
  assertNone('Visibility', failures)
  const requests = run.requests + fields.requests + writes.requests
  return { kinds: fixture.kinds.size, routes: run.routes.length, requests, writtenFields: writes.found }
}

const LAYERS = ['no ORM filters', 'no row level security'] as const satisfies readonly Layers[]

/** Generated requests that are sent together, with hidden rows and without. */
const PORTION = 1_000

/** Numbers from 0 to 1 that only look random: a multiplication, so that every one of 2³² states occurs. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const sampleOf = ({ samples }: VisibilityOptions, route: Route): RequestSample =>
  samples.find((one) => one.route === routeName(route) && one.expect < 400)?.request ?? {}

class VisibilityRun {
  readonly #fixture: Planted
  readonly #options: VisibilityOptions
  readonly #comparison: StateComparison
  readonly #bases = new Map<Route, RouteRequest>()

  constructor(fixture: Planted, options: VisibilityOptions) {
    this.#fixture = fixture
    this.#options = options
    this.#comparison = new StateComparison(fixture, (name) => options.tellsHidden?.[name] !== undefined)
  }

  get routes(): readonly Route[] {
    return chosenRoutes(routesOf(this.#fixture.app.platform), this.#options)
  }

  get requests(): number {
    return this.#comparison.requests
  }

  check(layers: Layers): Promise<string[]> {
    return this.#comparison.check(layers)
  }

  /** Makes the requests of each route, and asks them without hidden rows. */
  async prepare(): Promise<void> {
    const { idTables = {} } = this.#options
    for (const route of this.routes) this.#bases.set(route, await this.#baseOf(route))
    const asked = this.routes.flatMap((route) => {
      const base = this.#bases.get(route)!
      const requests = visibilityRequests(this.#fixture, route, { base, idTables })
      return requests.map(({ request, isVariedRead }) => ({
        ...toAsked(this.#fixture.app, route, request),
        isVariedRead,
      }))
    })
    await this.#comparison.expect(asked)
  }

  /** Makes requests that combine several parameters, and asks them without hidden rows. */
  async combine(count: number, random: () => number): Promise<void> {
    const { idTables = {} } = this.#options
    const { routes } = this
    const asked = Array.from({ length: count }, () => {
      const route = routes[Math.floor(random() * routes.length)]!
      const base = this.#bases.get(route)!
      const request = combinedRequest(this.#fixture, route, { base, idTables, random })
      return toAsked(this.#fixture.app, route, request)
    })
    await this.#comparison.expect(asked)
  }

  async #baseOf(route: Route): Promise<RouteRequest> {
    const request = sampleOf(this.#options, route)
    if (typeof request !== 'function') return request
    const made = await request(this.#fixture.app)
    await this.#fixture.restore('absent')
    return made
  }
}
