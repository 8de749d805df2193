import { defineModule, keep } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { advanceJob } from './commands/advance-job.ts'
import { cancelJob } from './commands/cancel-job.ts'
import { completeJob } from './commands/complete-job.ts'
import { createJob } from './commands/create-job.ts'
import { failJob } from './commands/fail-job.ts'
import { startJob } from './commands/start-job.ts'
import { sweepJobs } from './commands/sweep-jobs.ts'
import { events, features } from './contract.ts'
import { sweep } from './jobs/sweep.ts'
import { jobs } from './migrations/0001-jobs.ts'
import { recentJobs } from './recent-jobs.ts'
import { listActiveJobs } from './routes/active-jobs.ts'
import { eventStream } from './routes/event-stream.ts'
import { listJobs } from './routes/job-list.ts'
import { deleteJob, getJob, postJob, putJob } from './routes/jobs.ts'
import { tracker } from './tracker.ts'
import { ProgressJob } from './entities.ts'
import { translations } from './translations.ts'

/** Long-running work with percentage, cancellation and a live event stream. */
export const progress = defineModule({
  id: 'progress',
  title: 'Progress',
  translations,
  requires: [],
  entities: [ProgressJob],
  migrations: [jobs],
  features,
  contributes: [
    pages.of(readmePage({ title: 'Progress of long-running work', access: features.view }, import.meta.url)),
  ],
  roles: { admin: ['progress.*'], employee: [features.view] },
  services: [tracker],
  caches: [recentJobs],
  commands: [createJob, startJob, advanceJob, completeJob, failJob, cancelJob, sweepJobs],
  events,
  jobs: [sweep],
  keep: [keep('progress_jobs', { id: 'progress.jobs', by: 'finished_at', days: 30 })],
  routes: [listJobs, postJob, getJob, putJob, deleteJob, listActiveJobs, eventStream],
})
