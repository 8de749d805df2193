import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'

/** Test fixtures of progress. */
export const progressFixtures: ModuleFixtures = {
  contract,
  isolation: {
    // Progress needs no undo; see the migration.
    unrecorded: ['progress_jobs'],
    idTables: {
      'GET /progress/jobs': 'progress_jobs',
      'POST /progress/jobs parentJobId': 'progress_jobs',
      'GET /progress/jobs/{id}': 'progress_jobs',
      'PUT /progress/jobs/{id}': 'progress_jobs',
      'DELETE /progress/jobs/{id}': 'progress_jobs',
    },
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
