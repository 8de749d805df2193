import type { ModuleFixtures } from '@plinth/core/testing'
import { contract } from './contract.ts'

/** What the checks need to know of progress. */
export const progressFixtures: ModuleFixtures = {
  contract,
  isolation: {
    // A percentage is nothing to undo; see the migration.
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
