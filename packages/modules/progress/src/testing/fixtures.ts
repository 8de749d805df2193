import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'

/** Test fixtures of progress. */
export const progressFixtures: ModuleFixtures = {
  contract,
  isolation: {
    // Progress needs no undo; see the migration.
    unrecorded: ['progress_jobs'],
    idTables: { 'POST /progress/jobs parentJobId': 'progress_jobs' },
    rows: {
      progress_jobs: ({ mark }) => ({
        status: 'pending',
        event: 'created',
        cancellable: true,
        meta: JSON.stringify({ mark }),
        result_summary: null,
      }),
    },
  },
}
