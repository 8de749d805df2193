import { setTimeout as sleep } from 'node:timers/promises'
import type { ContractOptions, Sample } from './check-contract.ts'
import { toTestResponse } from './client.ts'
import { growTables } from './grown-tables.ts'
import { Fixture, type FixtureOptions } from './isolation-fixture.ts'
import { slowStepsOf } from './query-plans.ts'
import { assertNone, explainFailure } from './report.ts'
import { findRoute, toWire } from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

export interface PlanOptions extends FixtureOptions, Pick<ContractOptions, 'samples'> {
  /** Rows per table; one of 25 belongs to the caller's tenant. Default: 100,000. */
  readonly rowsPerTable?: number
  /** The most rows of a tenant, for tables with a limit: `{ tags: 500 }`. */
  readonly limits?: Readonly<Record<string, number>>
  /**
   * What may take longer the more rows there are, each with the reason: `{ 'GET /tags tags': 'the exact total' }`, or a table for
   * all routes. Jobs are called `jobs`.
   */
  readonly slow?: Readonly<Record<string, string>>
}

/** Milliseconds after which the last transaction has ended, with which PostgreSQL sends the plan of its last statement. */
const PLANS_AFTER = 40

/** What a passing check has done. */
export interface PlanReport {
  readonly requests: number
  /** Samples that did not succeed with so many rows, for example because of a limit. */
  readonly failed: readonly string[]
  readonly statements: number
}

/**
 * Fills every table with 100,000 rows, sends the samples that succeed and runs the jobs, and reads the plan that PostgreSQL chose
 * for each statement under the roles of the platform, those of policies, functions and triggers too. Throws `CheckFailed` for each
 * that reads or sorts at least a fiftieth of a table without returning most of it. Needs the contrib module `auto_explain`.
 */
export async function checkPlans(app: TestPlatform, options: PlanOptions): Promise<PlanReport> {
  const { samples, rowsPerTable = 100_000, limits = {}, slow = {} } = options
  if (app.plans.length === 0) throw new Error('Create the platform with `explain: true`')
  const fixture = await Fixture.create(app, options)
  await growTables(app.sql, fixture.tables, {
    actor: fixture.actors.own,
    rows: rowsPerTable,
    organizationColumns: options.organizationColumns ?? {},
    limits,
  })
  const failures = new Map<string, string>()
  const failed: string[] = []
  let judged = app.plans.length
  const judge = async (name: string) => {
    await app.settled()
    await sleep(PLANS_AFTER)
    for (const plan of app.plans.slice(judged))
      for (const { table, problem } of slowStepsOf(plan, rowsPerTable / 50)) {
        const key = `${name} ${table}`
        if (slow[key] !== undefined || slow[table ?? ''] !== undefined || failures.has(key)) continue
        failures.set(key, `${name} ${problem}\n${plan.text.slice(0, 600)}`)
      }
    judged = app.plans.length
  }
  const succeeding = samples.filter(({ expect }) => expect < 400)
  for (const sample of succeeding) {
    const problem = await send(fixture, sample)
    if (problem !== null) failed.push(`${sample.route} ${problem}`)
    await judge(sample.route)
  }
  await app.jobs()
  await judge('jobs')
  assertNone('Plans', [...failures.values()])
  return { requests: succeeding.length, failed, statements: app.plans.length }
}

/** Why the request did not succeed. */
async function send({ app, routes }: Fixture, { route, as, request = {} }: Sample): Promise<string | null> {
  try {
    const made = typeof request === 'function' ? await request(app) : request
    const who = typeof as === 'function' ? await as(app) : as
    const { method, path, headers, body } = toWire(findRoute(routes, route), made)
    const client = who === undefined ? app.anonymous : app.as(who)
    const response = await client.fetch(path, { method, headers, ...(body !== undefined && { body }) })
    const { status, text } = await toTestResponse(response)
    return status < 400 ? null : `${status} ${text.slice(0, 200)}`
  } catch (error) {
    return explainFailure(error)
  }
}
