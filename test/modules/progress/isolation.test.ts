import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { progressContract, routes } from './_contract.ts'
import { workApp } from './_work.ts'

test('nobody learns of or touches jobs that are not theirs', { timeout: 120_000 }, async () => {
  await using app = await workApp()
  const report = await checkIsolation(app, {
    samples: progressContract.samples,
    routes,
    // A percentage is nothing to undo; see the migration.
    unrecorded: ['progress_jobs'],
    idTables: { id: 'progress_jobs', parentJobId: 'progress_jobs' },
    rows: {
      progress_jobs: ({ mark }) => ({
        status: 'pending',
        event: 'created',
        cancellable: true,
        meta: JSON.stringify({ mark }),
        result_summary: null,
      }),
    },
  })
  expect(report.tables).toBe(1)
})
