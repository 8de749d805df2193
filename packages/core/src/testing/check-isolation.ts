import { open } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { type Attack, attacksOn, type IdTables } from './attacks.ts'
import { auditDatabase } from './audit.ts'
import { type Attacker, attackersOf, ownersOf } from './attackers.ts'
import type { Sample } from './check-contract.ts'
import { type TestResponse, toTestResponse } from './client.ts'
import { changedTables, type Digest, type DigestPart } from './digests.ts'
import { Fixture, type FixtureOptions } from './isolation-fixture.ts'
import { type Layers, withLayers } from './layers.ts'
import { leaksIn } from './leaks.ts'
import type { Persona } from './logins.ts'
import { probeDatabase } from './probes.ts'
import { assertNone } from './report.ts'
import { chosenRoutes, routeName, type RouteRequest, toCurl, type WireRequest } from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

export interface IsolationOptions extends FixtureOptions {
  /** Requests that succeed, as in the contract check; the bodies of attacks are made from them. */
  readonly samples: readonly Sample[]
  /** Where the name of a route or member does not tell which table's ids it takes. */
  readonly idTables?: IdTables
  /** Routes that no attack can be let into, with the reason: everything else must answer its owner at least once. */
  readonly unreached?: Readonly<Record<string, string>>
  /** Open routes that tell callers of their own rows: a login, a link in a mail. */
  readonly tellsOwn?: readonly string[]
  /** Routes that by contract answer a row of another organization otherwise than a missing one, with the reason. */
  readonly tellsSiblings?: Readonly<Record<string, string>>
  /** Routes that by contract tell a row of another tenant from a missing one, and nothing else of it, with the reason. */
  readonly tellsForeign?: Readonly<Record<string, string>>
  /** Tables whose rows a route answers to everybody, as published: `{ 'GET /tenants/lookup': ['tenants'] }`. */
  readonly mayTell?: Readonly<Record<string, readonly string[]>>
  /** Only these routes are attacked. Default: all of them. */
  readonly routes?: readonly string[]
  /** Routes that are not attacked, with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Stops at the first failure, which is all that a planted fault has to show. */
  readonly stopAtFirst?: boolean
}

/** What a passing check did. */
export interface IsolationReport {
  readonly tables: number
  readonly routes: number
  readonly requests: number
}

/**
 * Seeds every table with marked rows of three actors and attacks every route as nobody, as another tenant, another
 * organization, an API key and a caller without the feature; with both layers of tenancy, without the ORM filters, and
 * without row level security. Throws `CheckFailed` for every foreign row that is answered, changed, or distinguished from a missing one.
 */
export async function checkIsolation(app: TestPlatform, options: IsolationOptions): Promise<IsolationReport> {
  const failures: string[] = []
  const add = (found: readonly string[]) => {
    failures.push(...found)
    if (options.stopAtFirst) assertNone('Isolation', failures)
  }
  const fixture = await Fixture.create(app, options)
  add(await auditDatabase(app.sql, fixture.unrecorded))
  add(await probeDatabase(fixture))
  const run = new IsolationRun(fixture, options, add)
  for (const layers of ['both layers', 'no ORM filters', 'no row level security'] as const) {
    await withLayers(app, layers, () => run.attackAll(layers))
  }
  add(run.unreached())
  assertNone('Isolation', failures)
  return { tables: fixture.tables.length, routes: fixture.routes.length, requests: run.requests }
}

class IsolationRun {
  requests = 0
  readonly #fixture: Fixture
  readonly #options: IsolationOptions
  readonly #add: (failures: readonly string[]) => void
  readonly #reached = new Set<Route>()
  readonly #bases = new Map<Route, RouteRequest>()

  constructor(fixture: Fixture, options: IsolationOptions, add: (failures: readonly string[]) => void) {
    this.#fixture = fixture
    this.#options = options
    this.#add = add
  }

  get #routes(): readonly Route[] {
    return chosenRoutes(this.#fixture.routes, this.#options)
  }

  async attackAll(layers: Layers): Promise<void> {
    const routes = this.#routes
    for (const route of routes) if (route.method === 'GET') await this.#warm(route)
    for (const route of routes) {
      const attacks = await this.#attacksOn(route)
      const tellsOwn = this.#options.tellsOwn?.includes(routeName(route)) ?? false
      const attackers = attackersOf(this.#fixture, route, { tellsOwn })
      for (const attacker of attackers) await this.#attack(route, attacks, { attacker, layers })
      // A row in use may not be deleted, so that nothing was learned about those that are not.
      if (route.method === 'DELETE' && !this.#reached.has(route))
        for (const attacker of attackers)
          if (attacker.expect === undefined) await this.#attack(route, attacks, { attacker, layers, areUnused: true })
    }
  }

  /** Routes whose protection was never tried, because no sample succeeds. */
  unreached(): string[] {
    const { unreached = {} } = this.#options
    return this.#routes
      .filter((route) => !this.#reached.has(route) && unreached[routeName(route)] === undefined)
      .map((route) => `${routeName(route)} never answered its owner: give a sample that succeeds, or \`idTables\``)
  }

  async #attack(
    route: Route,
    attacks: readonly Attack[],
    { attacker, layers, areUnused = false }: { attacker: Attacker; layers: Layers; areUnused?: boolean },
  ) {
    const { digests, actors } = this.#fixture
    const isProtected = route.spec.access !== open
    const parts = partsOf(attacker, isProtected)
    const before = await digests.takeIfAsked()
    const mayTell = this.#options.mayTell?.[routeName(route)] ?? []
    const statuses = new Map<string, number>()
    const problemsFound: string[] = []
    const changesIn = (after: Digest): string[] =>
      parts.flatMap((part) => {
        const changed = changedTables(before, after, part)
        return changed.length > 0 ? [`changes ${part} rows of ${changed.join(', ')}`] : []
      })
    for (const attack of attacks) {
      if (areUnused) await this.#fixture.deleteReferencing(attack.request)
      const answer = await this.#send(attack.request, attacker.persona)
      const problems = leaksIn(this.#fixture, answer, { attacker, request: attack.request, mayTell })
      if (answer.status < 400 && attack.target === 'own' && attack.tenantIn === null) this.#reached.add(route)
      if (attack.tenantIn === null) statuses.set(`${attack.members} ${attack.target}`, answer.status)
      problems.push(...refusalProblems(answer, { attack, attacker, isProtected }))
      if (route.method !== 'GET') {
        const after = await digests.takeIfAsked()
        problems.push(...changesIn(after))
        // Each attack finds the seeded rows: what the one before has written must not be the reason of a refusal, as by a
        // unique value that both of them send.
        await digests.restore(after)
      }
      for (const problem of problems) problemsFound.push(`${problem} (${attack.target} row)\n${toCurl(attack.request)}`)
    }
    // A read that writes is rare enough to ask once, and so is what writes past the platform's connections.
    const after = await digests.take()
    problemsFound.push(...changesIn(after))
    await digests.restore(after)
    for (const [name, members] of attacker.hidden.flatMap((actor) => [
      [actor, 'all'] as const,
      [actor, 'needed'] as const,
    ])) {
      const [hidden, unknown] = [statuses.get(`${members} ${name}`), statuses.get(`${members} unknown`)]
      if (attacker.expect !== undefined || hidden === unknown) continue
      const tells = name === 'sibling' ? this.#options.tellsSiblings : this.#options.tellsForeign
      if (tells?.[routeName(route)] !== undefined) continue
      if (name === 'sibling' && !this.#isAboutConfined(attacks, actors.sibling.name)) continue
      problemsFound.push(`answers ${hidden} for a ${name} row, but ${unknown} for one that does not exist`)
    }
    this.#add(
      problemsFound.map((problem) => `${routeName(route)}, asked by ${attacker.name} with ${layers}, ${problem}`),
    )
  }

  /** Whether the ids in the attacks belong to rows that organizations keep from each other. */
  #isAboutConfined(attacks: readonly Attack[], target: Attack['target']): boolean {
    const { tables, actors } = this.#fixture
    const { path = '', body = '' } = attacks.find((attack) => attack.target === target)?.request ?? {}
    const open = tables.filter((table) => !this.#fixture.isConfined(table))
    return !open.some((table) => `${path} ${String(body)}`.includes(this.#fixture.idOf(table, actors.sibling)))
  }

  /** The owners of the hidden rows ask first, so that a cache that forgets whose they are gives them away. */
  async #warm(route: Route): Promise<void> {
    for (const { persona, owner } of ownersOf(this.#fixture)) {
      const attack = (await this.#attacksOn(route)).find(({ target }) => target === owner.name)
      if (attack) await this.#send(attack.request, persona)
    }
  }

  async #attacksOn(route: Route): Promise<readonly Attack[]> {
    let base = this.#bases.get(route)
    if (!base) this.#bases.set(route, (base = await this.#baseOf(route)))
    return attacksOn(this.#fixture, route, { base, idTables: this.#options.idTables ?? {} })
  }

  async #baseOf(route: Route): Promise<RouteRequest> {
    const { samples } = this.#options
    const request = samples.find((sample) => sample.route === routeName(route) && sample.expect < 400)?.request ?? {}
    const made = typeof request === 'function' ? await request(this.#fixture.app) : request
    const { digests } = this.#fixture
    await digests.restore(await digests.take())
    return made
  }

  async #send({ method, path, headers, body }: WireRequest, persona: Persona | undefined): Promise<TestResponse> {
    const { app } = this.#fixture
    this.requests++
    const client = persona === undefined ? app.anonymous : app.as(persona)
    return toTestResponse(await client.fetch(path, { method, headers, ...(body !== undefined && { body }) }))
  }
}

/** Which rows must stay as they are. Who has no right at all must not change anything of a protected route. */
function partsOf({ hidden, expect }: Attacker, isProtected: boolean): readonly DigestPart[] {
  if (expect !== undefined) return isProtected ? ['all', 'foreign'] : ['foreign']
  return hidden.includes('sibling') ? ['foreign', 'sibling'] : ['foreign']
}

function refusalProblems(
  { status, text }: TestResponse,
  { attack, attacker, isProtected }: { attack: Attack; attacker: Attacker; isProtected: boolean },
): string[] {
  if (status >= 500) return [`answers ${status}: ${text.slice(0, 200)}`]
  if (!isProtected) return []
  const expected = attacker.expect ?? (attack.tenantIn === null ? undefined : 403)
  if (expected === undefined || status === expected) return []
  const named = attack.tenantIn === null ? '' : ` to a foreign tenantId in the ${attack.tenantIn}`
  return [`answers ${status} instead of ${expected}${named}`]
}
