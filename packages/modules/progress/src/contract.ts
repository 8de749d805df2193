import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'
import { JobEvent } from './views.ts'

/** Features of progress tracking. */
export const features = defineFeatures('progress', {
  view: 'View progress',
  create: 'Create progress jobs',
  update: 'Update progress jobs',
  cancel: 'Cancel progress jobs',
  manage: 'Manage progress jobs',
})

/** Events of long-running work. A client that falls behind receives only the latest state. */
export const events = defineEvents('progress', {
  'job.created': JobEvent,
  'job.started': JobEvent,
  'job.updated': JobEvent,
  'job.completed': JobEvent.extend({ resultSummary: z.record(z.string(), z.unknown()).nullable() }),
  'job.failed': JobEvent.extend({ errorMessage: z.string().nullable(), stale: z.boolean() }),
  'job.cancelled': JobEvent,
})

/** The cache tag of everything derived from a tenant's jobs; every write to them invalidates it. */
export const jobsTag = (tenantId: string) => `progress.jobs:${tenantId}`
