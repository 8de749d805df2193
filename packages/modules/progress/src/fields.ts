import { nameText } from '@plinth/core'
import { z } from 'zod'

const MAX_COUNT = 2_147_483_647
/** Maximum characters of JSON. */
export const MAX_META = 16_384

const Count = z.number().int().max(MAX_COUNT)
/** A job id in the format of the database. */
export const JobId = z.uuid().toLowerCase()
/** Data for displaying the job: at most 16 KB of JSON. */
const JobMeta = z
  .record(z.string().max(200), z.json())
  .refine((meta) => JSON.stringify(meta).length <= MAX_META, 'Too large')
/** The description of a new job. */
export const NewJob = z.object({
  jobType: nameText().max(100).min(1),
  name: nameText().max(255).min(1),
  description: z.string().max(1000).nullish(),
  totalCount: Count.positive().nullish(),
  cancellable: z.boolean().default(false),
  meta: JobMeta.nullish(),
  parentJobId: JobId.nullish(),
  partitionIndex: Count.nonnegative().nullish(),
  partitionCount: Count.positive().nullish(),
})
export type NewJob = z.input<typeof NewJob>

/** The progress of a job. Absent properties keep their values; `meta` is merged. */
export const Advance = z.object({
  processedCount: Count.nonnegative().optional(),
  progressPercent: z.number().int().min(0).max(100).optional(),
  totalCount: Count.positive().optional(),
  etaSeconds: Count.nonnegative().optional(),
  meta: JobMeta.optional(),
})
export type Advance = z.input<typeof Advance>
