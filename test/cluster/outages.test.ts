import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgresPrograms } from '../_setup/streaming.ts'
import { createReporter } from './reporter.ts'
import { sendRequests } from './requests.ts'
import { revokeRights } from './revocations.ts'
import { Stage } from './stage.ts'
import { writeThroughOutages } from './writes.ts'

const programs = await findPostgresPrograms()

if (programs === undefined) console.log('PostgreSQL is not installed: hosts on a server with a standby are not tried')

test('PostgreSQL is looked for', () => {
  expect(programs ?? '/usr/lib/postgresql').toContain('/usr/lib/postgresql')
})

// A short form of `npm run campaign:cluster`.
describe.each(programs === undefined ? [] : [programs])('two hosts of two processes on servers of %s', (found) => {
  let stage: Stage
  beforeAll(async () => void (stage = await Stage.open({ programs: found, hasStandby: true })), 120_000)
  afterAll(() => stage[Symbol.asyncDispose]())

  test('acknowledged writes outlast restarts, a crash and a failover', async () => {
    const reporter = createReporter('writes')
    const report = await writeThroughOutages(stage, reporter, { count: 200, restarts: 2, failovers: 1 })
    expect(reporter.faults).toEqual([])
    expect(report).toMatchObject({ acknowledged: 200, lost: 0, double: 0 })
  }, 180_000)

  test('after the failover, what is revoked on one host is refused by all processes of both', async () => {
    const reporter = createReporter('revocations')
    const report = await revokeRights(stage, reporter, { count: 9, mostStale: 10_000 })
    expect(reporter.faults).toEqual([])
    expect(report).toMatchObject({ stale: 0 })
  }, 60_000)

  test('and everything else is served', async () => {
    const reporter = createReporter('requests')
    await sendRequests(stage, reporter, 200)
    expect(reporter.faults).toEqual([])
  }, 60_000)
})
