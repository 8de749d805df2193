import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choosePostgresPrograms, findPostgresPrograms } from '../_setup/streaming.ts'
import { readAfterWrites } from './replicas.ts'
import { createReporter } from './reporter.ts'
import { sendRequests } from './requests.ts'
import { revokeRights } from './revocations.ts'
import { Stage } from './stage.ts'
import { writeThroughOutages } from './writes.ts'

// Debian's is older than the one that npm brings, which other tests run.
const installed = process.env['POSTGRES_PROGRAMS'] ? undefined : await findPostgresPrograms()
const folders = installed ? [installed] : await choosePostgresPrograms()

// A short form of `npm run campaign:cluster`.
describe.each(folders)(
  'two hosts of two processes on a server of %s and its standby, which answers reads',
  (programs) => {
    let stage: Stage
    beforeAll(async () => void (stage = await Stage.open({ programs, hasStandby: true, hasReplica: true })), 120_000)
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

    test('the new standby answers reads, and none is older than what has been answered', async () => {
      const reporter = createReporter('replicas')
      const report = await readAfterWrites(stage, reporter, { reads: 200 })
      expect(reporter.faults).toEqual([])
      expect(report).toMatchObject({ reads: 200, stale: 0 })
    }, 60_000)

    test('and everything else is served', async () => {
      const reporter = createReporter('requests')
      await sendRequests(stage, reporter, 200)
      expect(reporter.faults).toEqual([])
    }, 60_000)
  },
)
