import type { Route } from '@plinth/core'
import type { IdTables } from './attacks.ts'
import type { Sample } from './check-contract.ts'
import { toTestResponse } from './client.ts'
import type { FixtureOptions } from './isolation-fixture.ts'
import { type Layers, withLayers } from './layers.ts'
import type { Who } from './logins.ts'
import { assertNone } from './report.ts'
import { chosenRoutes, routeName, type RouteRequest, routesOf, toCurl, type WireRequest } from './route-request.ts'
import { type ComparedAnswer, differencesIn, toCompared } from './same-answers.ts'
import type { TestPlatform } from './test-platform.ts'
import { type HiddenState, VisibilityFixture } from './visibility-fixture.ts'
import { combinedRequest, type VisibilityRequest, visibilityRequests } from './visibility-requests.ts'

export interface VisibilityOptions extends FixtureOptions {
  /** Requests that succeed, as in the contract check. */
  readonly samples: readonly Sample[]
  /** Tables of ids that cannot be inferred from the name of the route or property. */
  readonly idTables?: IdTables
  /** Routes that may, by contract, tell that a hidden row exists, and nothing else about it, each with the reason. */
  readonly tellsHidden?: Readonly<Record<string, string>>
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
}

/**
 * Seeds every table whose rows can be restricted with rows that a caller may see and rows that they may not, and sends every route
 * what could tell of the hidden ones: without the conditions of queries, and without row-level security, because whatever passes
 * each layer alone passes both. Throws `CheckFailed` for every answer that contains a value of a hidden row, or that is not the same
 * as without the hidden rows, and for every request that changes a hidden row, at once or by a job.
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
  const { requests = 0, seed = 1 } = options
  const random = randomFrom(seed)
  for (let sent = 0; sent < requests; sent += PORTION) {
    await run.combine(Math.min(PORTION, requests - sent), random)
    add(await run.check(LAYERS[(sent / PORTION) % LAYERS.length]!))
  }
  assertNone('Visibility', failures)
  return { kinds: fixture.kinds.size, routes: run.routes.length, requests: run.requests }
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

interface Asked extends VisibilityRequest {
  readonly route: Route
}

interface Answer extends ComparedAnswer {
  readonly leaks: readonly string[]
}

/** How often a doubtful request is repeated. */
const ATTEMPTS = 3

class VisibilityRun {
  requests = 0
  readonly #fixture: VisibilityFixture
  readonly #options: VisibilityOptions
  readonly #bases = new Map<Route, RouteRequest>()
  #asked: readonly Asked[] = []
  /** The answers without hidden rows, and where they differ from each other. */
  #expected: ReadonlyMap<Asked, Answer> = new Map()
  readonly #unstable = new Map<Asked, ReadonlySet<string>>()

  constructor(fixture: VisibilityFixture, options: VisibilityOptions) {
    this.#fixture = fixture
    this.#options = options
  }

  get routes(): readonly Route[] {
    return chosenRoutes(routesOf(this.#fixture.app.platform), this.#options)
  }

  /** Makes the requests of each route, and asks them without hidden rows. */
  async prepare(): Promise<void> {
    const { idTables = {} } = this.#options
    for (const route of this.routes) this.#bases.set(route, await this.#baseOf(route))
    const asked = this.routes.flatMap((route) => {
      const base = this.#bases.get(route)!
      return visibilityRequests(this.#fixture, route, { base, idTables }).map((one) => ({ route, ...one }))
    })
    await this.#expect(asked)
  }

  /** Makes requests that combine several parameters, and asks them without hidden rows. */
  async combine(count: number, random: () => number): Promise<void> {
    const { idTables = {} } = this.#options
    const { routes } = this
    const asked = Array.from({ length: count }, () => {
      const route = routes[Math.floor(random() * routes.length)]!
      const base = this.#bases.get(route)!
      return { route, isVariedRead: false, request: combinedRequest(this.#fixture, route, { base, idTables, random }) }
    })
    await this.#expect(asked)
  }

  async #expect(asked: readonly Asked[]): Promise<void> {
    this.#asked = asked
    this.#unstable.clear()
    const answers = await this.#askAll(asked, 'absent')
    this.#expected = new Map(asked.map((one, place) => [one, answers[place]!]))
  }

  async #baseOf(route: Route): Promise<RouteRequest> {
    const sample = this.#options.samples.find((one) => one.route === routeName(route) && one.expect < 400)
    const request = sample?.request ?? {}
    const made = typeof request === 'function' ? await request(this.#fixture.app) : request
    await this.#fixture.restore('absent')
    return made
  }

  async check(layers: Layers): Promise<string[]> {
    return withLayers(this.#fixture.app, layers, async () => {
      await this.#fixture.restore('hidden')
      // Row-level security hides the rows of a table whatever is asked about them.
      const asked = layers === LAYERS[0] ? this.#asked.filter((one) => !one.isVariedRead) : this.#asked
      if (layers === LAYERS[0]) await this.#warm(firstOfEach(asked))
      const found = await this.#askAll(asked, 'hidden')
      const doubtful = asked.filter((one, place) => this.#problems(one, found[place]!).length > 0)
      await this.#findUnstable(doubtful)
      await this.#fixture.restore('hidden')
      await this.#warm(doubtful)
      const again = await this.#askAll(doubtful, 'hidden')
      return doubtful.flatMap((asked, place) => {
        const problems = this.#problems(asked, again[place]!)
        const name = `${routeName(asked.route)} with ${layers}`
        return problems.map((problem) => `${name} ${problem}\n${toCurl(asked.request)}`)
      })
    })
  }

  #problems(asked: Asked, found: Answer): readonly string[] {
    const expected = this.#expected.get(asked)!
    const failed = found.status >= 500 ? [`answers ${found.status}`] : []
    if (this.#options.tellsHidden?.[routeName(asked.route)] !== undefined) return [...failed, ...found.leaks]
    const different = [...differencesIn(found, expected, this.#unstable.get(asked))]
    const shown = different.slice(0, SHOWN).map(([path, what]) => `${path}: ${what.slice(0, 300)}`)
    return [
      ...failed,
      ...found.leaks,
      ...(different.length > 0 ? [`is not the same as without hidden rows: ${shown.join('; ')}`] : []),
    ]
  }

  /** Asks several times without hidden rows, for what differs: a duration may be the same twice. */
  async #findUnstable(asked: readonly Asked[]): Promise<void> {
    const fresh = asked.filter((one) => !this.#unstable.has(one))
    const found = fresh.map(() => new Set<string>())
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      for (const [place, answer] of (await this.#askAll(fresh, 'absent')).entries()) {
        const expected = this.#expected.get(fresh[place]!)!
        for (const path of differencesIn(answer, expected).keys()) found[place]!.add(path)
      }
    for (const [place, one] of fresh.entries()) this.#unstable.set(one, found[place]!)
  }

  async #askAll(asked: readonly Asked[], state: HiddenState): Promise<readonly Answer[]> {
    await this.#fixture.restore(state)
    const answers: Answer[] = []
    for (const { request } of asked) {
      await this.#fixture.restore(state)
      const answer = await this.#send(request, this.#fixture.caller)
      const isWritten = state === 'hidden' && request.method !== 'GET' && answer.status < 400
      const touched = isWritten ? await this.#fixture.touched() : []
      const leaks = [...answer.leaks, ...touched.map((table) => `changes a hidden row of ${table}`)]
      answers.push({ ...answer, leaks })
    }
    return answers
  }

  /** Somebody who sees all rows asks first, so that a cache whose key lacks the caller is detected. */
  async #warm(asked: readonly Asked[]): Promise<void> {
    const { own } = this.#fixture.actors
    const everything = { features: ['*'], userId: this.#fixture.idOf({ name: 'users' }, own) }
    for (const { request } of asked) if (request.method === 'GET') await this.#send(request, everything)
  }

  async #send(request: WireRequest, who: Who): Promise<Answer> {
    const { app, actors } = this.#fixture
    const { method, path, headers, body } = request
    this.requests++
    const answer = await toTestResponse(
      await app.as(who).fetch(path, { method, headers, ...(body !== undefined && { body }) }),
    )
    const text = decode(`${answer.text}\n${[...answer.headers].flat().join('\n')}`)
    const asked = decode(`${path} ${typeof body === 'string' ? body : ''}`)
    const isTold = text.includes(actors.sibling.mark) && !asked.includes(actors.sibling.mark)
    const leaks = isTold ? [`reveals a hidden row: ${excerpt(text, actors.sibling.mark)}`] : []
    return { ...toCompared(answer, (id) => this.#fixture.isKnown(id)), leaks }
  }
}

/** The first request of each route: whoever forgets the caller in a key forgets it for every request. */
const firstOfEach = (asked: readonly Asked[]): readonly Asked[] => [
  ...new Map(asked.toReversed().map((one) => [one.route, one])).values(),
]

/** The most differences in one failure. */
const SHOWN = 5

function excerpt(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return text.slice(Math.max(0, at - 80), at + 120)
}

function decode(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}
