import { type Module, open, type Route, type StateMachine } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { entityTables } from '@plinth/core/internal'
import { type Attack, attacksOn, type IdTables, tellsMore } from './attacks.ts'
import { auditDatabase } from './audit.ts'
import { type Attacker, attackersOf, ownersOf } from './attackers.ts'
import type { Sample } from './check-contract.ts'
import { type TestResponse, toTestResponse } from './client.ts'
import { changedTables, type Digest, type DigestPart } from './digests.ts'
import { foreignJobs, foreignQuestions } from './foreign-questions.ts'
import { ForeignRows } from './foreign-rows.ts'
import { Fixture, type FixtureOptions } from './isolation-fixture.ts'
import { type Layers, withLayers } from './layers.ts'
import { leaksIn } from './leaks.ts'
import { Snapshot } from './snapshots.ts'
import { StateComparison } from './state-comparison.ts'
import type { Persona } from './logins.ts'
import { probeDatabase } from './probes.ts'
import { assertNone } from './report.ts'
import { chosenRoutes, routeName, type RouteRequest, toCurl, type WireRequest } from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

export interface IsolationOptions extends FixtureOptions {
  /** Requests that succeed, as in the contract check. The bodies of attacks are derived from them. */
  readonly samples: readonly Sample[]
  /** Tables of ids that cannot be inferred from the name of the route or property. */
  readonly idTables?: IdTables
  /**
   * Routes for which no request can succeed, each with the reason. Every other route must succeed at least once for the owner.
   */
  readonly unreached?: Readonly<Record<string, string>>
  /** Open routes that return the caller's own rows, for example a login or an emailed link. */
  readonly tellsOwn?: readonly string[]
  /**
   * Routes that may, by contract, answer differently for a row of another organization than for a missing row, each with the
   * reason.
   */
  readonly tellsSiblings?: Readonly<Record<string, string>>
  /**
   * Routes that may, by contract, reveal that a row exists in another tenant, and nothing else about it, each with the reason.
   */
  readonly tellsForeign?: Readonly<Record<string, string>>
  /** Tables whose rows a route may return to everybody: `{ 'GET /tenants/lookup': ['tenants'] }`. */
  readonly mayTell?: Readonly<Record<string, readonly string[]>>
  /** Restricts the attacks to the routes of these modules. Default: all composed modules. */
  readonly modules?: readonly Module[]
  /** Restricts the attacks to these routes. Default: all routes. */
  readonly routes?: readonly string[]
  /** Routes to skip, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Stop at the first failure, which is enough to show that a deliberately planted fault is detected. */
  readonly stopAtFirst?: boolean
}

/** What a passing check has done. */
export interface IsolationReport {
  readonly tables: number
  readonly routes: number
  readonly requests: number
}

/**
 * Seeds every table with marked rows of three actors and attacks every route as an anonymous caller, another tenant, another
 * organization, an API key, and a caller without the feature: with both isolation layers, without the ORM filters, and without
 * row-level security. Then asks as the caller with the other tenant and without it. Throws `CheckFailed` for every foreign row that is
 * returned, changed, or can be told from a missing one, and for every answer, written row and mail that depends on foreign rows.
 */
export async function checkIsolation(app: TestPlatform, options: IsolationOptions): Promise<IsolationReport> {
  const failures: string[] = []
  const add = (found: readonly string[]) => {
    failures.push(...found)
    if (options.stopAtFirst) assertNone('Isolation', failures)
  }
  const fixture = await Fixture.create(app, options)
  const seeded = await Snapshot.take(app.sql, 'plinth_seeded')
  add(await auditDatabase(app.sql, fixture.unrecorded))
  add(await probeDatabase(fixture))
  const run = new IsolationRun(fixture, options, add)
  for (const layers of ['both layers', 'no ORM filters', 'no row level security'] as const) {
    await withLayers(app, layers, () => run.attackAll(layers))
  }
  add(run.unreached())
  add(await run.compare(seeded))
  assertNone('Isolation', failures)
  return { tables: fixture.tables.length, routes: run.routes.length, requests: run.requests }
}

class IsolationRun {
  requests = 0
  readonly #fixture: Fixture
  readonly #options: IsolationOptions
  readonly #add: (failures: readonly string[]) => void
  readonly #reached = new Set<Route>()
  /** What the owner got first instead of an answer. */
  readonly #refused = new Map<Route, string>()
  /** The state of the seeded rows in which a route answered its owner, if it is not the one that they have. */
  readonly #states = new Map<Route, string>()
  readonly #bases = new Map<Route, RouteRequest>()

  constructor(fixture: Fixture, options: IsolationOptions, add: (failures: readonly string[]) => void) {
    this.#fixture = fixture
    this.#options = options
    this.#add = add
  }

  get routes(): readonly Route[] {
    return chosenRoutes(this.#fixture.routes, this.#options)
  }

  async attackAll(layers: Layers): Promise<void> {
    const routes = this.routes
    // What was cached with the other layers would hide what these do not.
    await this.#fixture.forgetCached()
    if (layers === 'both layers') for (const route of routes) if (route.method === 'GET') await this.#warm(route)
    for (const route of routes) {
      const tellsOwn = this.#options.tellsOwn?.includes(routeName(route)) ?? false
      // Whether a caller may use a route does not depend on the layers.
      const isOpen = route.spec.access === open
      const isCompared = this.#states.get(route) === undefined && this.#isCompared(route)
      const reaches = ({ expect }: Attacker) => layers === 'both layers' || expect === undefined || isOpen
      const attackers = attackersOf(this.#fixture, route, { tellsOwn }).filter(reaches)
      const all = await this.#attacksOn(route)
      const attack = (attacker: Attacker, areUnused = false) => {
        const attacks = all.filter((one) => tellsMore(one, attacker, { layers, isOpen, isCompared }))
        return this.#attack(route, attacks, { attacker, layers, areUnused })
      }
      await this.#inStates(route, async () => {
        for (const attacker of attackers) await attack(attacker)
      })
      // A row that is in use may not be deletable, in which case nothing has been learned yet about rows that are not in use.
      if (route.method === 'DELETE' && !this.#reached.has(route))
        for (const attacker of attackers) if (attacker.expect === undefined) await attack(attacker, true)
      if (route.method !== 'GET') await this.#findBypass(`${routeName(route)} with ${layers}`)
    }
    await this.#findBypass(`a read with ${layers}`)
  }

  /** Finds writes that bypass the connections of the platform. */
  async #findBypass(name: string): Promise<void> {
    const { digests } = this.#fixture
    const before = await digests.takeIfWritten()
    const after = await digests.take()
    const changed = changedTables(before, after, 'foreign')
    if (changed.length > 0)
      this.#add([`${name} changes foreign rows of ${changed.join(', ')} in a connection of its own`])
    await digests.restore(after)
  }

  /** Attacks with the seeded rows as they are, and while the owner is refused, in each other state of theirs. */
  async #inStates(route: Route, attack: () => Promise<void>): Promise<void> {
    const known = this.#states.get(route)
    if (known === undefined) await attack()
    const machine = this.#machineOf(route)
    const isNeeded = !this.#reached.has(route) && this.#options.unreached?.[routeName(route)] === undefined
    if (!machine || (known === undefined && !isNeeded)) return
    const { app, digests } = this.#fixture
    const { entity, property } = machine
    const caller = { actor: 'platform', reason: 'isolation check', scope: NO_SCOPE } as const
    const tables = await app.platform.actAs(caller, async ({ inject }) => inject(entityTables))
    const seeded = { table: tables.tableOf(entity), column: tables.columnOf(entity, property) }
    for (const state of known === undefined ? machine.states.map(({ name }) => name) : [known]) {
      await digests.set(seeded, state)
      await attack()
      if (!this.#reached.has(route)) continue
      this.#states.set(route, state)
      break
    }
    await digests.set(seeded, null)
  }

  #machineOf({ command }: Route): StateMachine | undefined {
    const machines = this.#fixture.routes.flatMap(({ states }) => states ?? [])
    return machines.find(({ entity }) => entity === command?.entity)
  }

  /** Routes whose protection was never exercised because no sample succeeded. */
  unreached(): string[] {
    const { unreached = {} } = this.#options
    return (
      this.routes
        // No made-up file belongs to a made-up record.
        .filter(
          (route) => !this.#reached.has(route) && unreached[routeName(route)] === undefined && !isFileWrite(route),
        )
        .map(
          (route) =>
            `${routeName(route)} never answered its owner, who got ${this.#refused.get(route) ?? 'nothing'}: give a sample that ` +
            'succeeds, `rows` with which it does, or `idTables`',
        )
    )
  }

  /** Asks as the caller with the rows of the other tenant and without. */
  async compare(seeded: Snapshot): Promise<string[]> {
    const { tellsForeign = {}, idTables = {} } = this.#options
    const fixture = this.#fixture
    const routes = this.routes.filter((route) => this.#isCompared(route))
    const foreign = await ForeignRows.create(fixture, this.#options, seeded)
    const comparison = new StateComparison(foreign, (name) => tellsForeign[name] !== undefined)
    const asked = routes.flatMap((route) =>
      foreignQuestions(fixture, route, { base: this.#bases.get(route)!, idTables, foreign }),
    )
    await comparison.expect([
      ...asked.filter(({ isRead }) => isRead),
      ...asked.filter(({ isRead }) => !isRead),
      ...foreignJobs(fixture),
    ])
    const failures = await comparison.check('no row level security')
    this.requests += comparison.requests
    await foreign.remove()
    return failures
  }

  #isCompared(route: Route): boolean {
    return this.#options.mayTell?.[routeName(route)] === undefined
  }

  async #attack(
    route: Route,
    attacks: readonly Attack[],
    { attacker, layers, areUnused }: { attacker: Attacker; layers: Layers; areUnused: boolean },
  ) {
    const { digests, actors } = this.#fixture
    const isProtected = route.spec.access !== open
    const parts = partsOf(attacker, isProtected)
    const before = await digests.takeIfWritten()
    const mayTell = this.#options.mayTell?.[routeName(route)] ?? []
    const statuses = new Map<string, number>()
    /** By request. Where a request names no row, all targets have the same one, which is sent once. */
    const sent = new Map<string, number>()
    const problemsFound: string[] = []
    const changesIn = (after: Digest): string[] =>
      parts.flatMap((part) => {
        const changed = changedTables(before, after, part)
        return changed.length > 0 ? [`changes ${part} rows of ${changed.join(', ')}`] : []
      })
    for (const attack of attacks) {
      const name = `${attack.members} ${attack.target}`
      const { method, path, body } = attack.request
      const text = `${method} ${path} ${typeof body === 'string' ? body : JSON.stringify(body)}`
      const known = sent.get(text)
      if (known !== undefined) {
        statuses.set(name, known)
        continue
      }
      if (areUnused) await this.#fixture.deleteReferencing(attack.request)
      const answer = await this.#send(attack.request, attacker.persona)
      const problems = leaksIn(this.#fixture, answer, { attacker, request: attack.request, mayTell })
      if (answer.status < 400 && attack.target === 'own' && attack.tenantIn === null) this.#reached.add(route)
      if (answer.status >= 400 && attack.target === 'own' && attack.tenantIn === null && attacker.expect === undefined)
        if (!this.#refused.has(route)) this.#refused.set(route, `${answer.status} ${answer.text.slice(0, 200)}`)
      sent.set(text, answer.status)
      if (attack.tenantIn === null) statuses.set(name, answer.status)
      problems.push(...refusalProblems(answer, { attack, attacker, isProtected }))
      if (route.method !== 'GET') {
        const after = await digests.takeIfWritten()
        problems.push(...changesIn(after), ...(await this.#stored(attack, attacker, { answer, after })))
        // Every attack starts from the seeded rows. Otherwise rows written by the previous attack could cause a rejection, for
        // example by a unique value that both send.
        await digests.restore(after)
      }
      for (const problem of problems) problemsFound.push(`${problem} (${attack.target} row)\n${toCurl(attack.request)}`)
    }
    // A read that writes is rare, so one check is enough.
    const after = await digests.takeIfWritten()
    problemsFound.push(...changesIn(after))
    await digests.restore(after)
    for (const [name, members] of attacker.hidden.flatMap((actor) => [
      [actor, 'all'] as const,
      [actor, 'needed'] as const,
    ])) {
      const [hidden, unknown] = [statuses.get(`${members} ${name}`), statuses.get(`${members} unknown`)]
      if (attacker.expect !== undefined || unknown === undefined || hidden === unknown) continue
      const tells = name === 'sibling' ? this.#options.tellsSiblings : this.#options.tellsForeign
      if (tells?.[routeName(route)] !== undefined) continue
      if (name === 'sibling' && !this.#isAboutConfined(attacks, actors.sibling.name)) continue
      problemsFound.push(`answers ${hidden} for a ${name} row, but ${unknown} for one that does not exist`)
    }
    this.#add(
      problemsFound.map((problem) => `${routeName(route)}, asked by ${attacker.name} with ${layers}, ${problem}`),
    )
  }

  /** Columns of the caller's rows that have come to hold ids of rows that the caller must not see. */
  async #stored(
    { target, request }: Attack,
    { hidden, expect }: Attacker,
    { answer, after }: { answer: TestResponse; after: Digest },
  ): Promise<string[]> {
    if (answer.status >= 400 || expect !== undefined || (target !== 'sibling' && target !== 'foreign')) return []
    if (!hidden.includes(target)) return []
    const { tables, actors, digests } = this.#fixture
    const body = String(request.body)
    const ids = tables
      .filter((table) => target === 'foreign' || this.#fixture.isConfined(table))
      .map((table) => this.#fixture.idOf(table, actors[target]))
      .filter((id) => body.includes(id))
    if (ids.length === 0) return []
    const columns = await digests.holding(ids, after)
    return columns.length === 0 ? [] : [`stores the id of a row of others in ${columns.join(', ')}`]
  }

  /** Whether the ids in the attacks belong to rows that are isolated between organizations. */
  #isAboutConfined(attacks: readonly Attack[], target: Attack['target']): boolean {
    const { tables, actors } = this.#fixture
    const { path = '', body = '' } = attacks.find((attack) => attack.target === target)?.request ?? {}
    const open = tables.filter((table) => !this.#fixture.isConfined(table))
    return !open.some((table) => `${path} ${String(body)}`.includes(this.#fixture.idOf(table, actors.sibling)))
  }

  /** Sends the owners' requests first, so that a cache whose key lacks the owner is detected. */
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
    if (typeof request !== 'function') return request
    const made = await request(this.#fixture.app)
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

/** The rows that must not change. A caller without any rights must not change anything through a protected route. */
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

const isFileWrite = ({ files, method }: Route) => files !== undefined && method !== 'GET'
