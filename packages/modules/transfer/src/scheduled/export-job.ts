import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { writeExport } from './write-export.ts'

/** Seconds after which an attempt ends, and another one begins. */
const TIMEOUT = 3_600

/** Runs an export. After a crash, another host begins again. */
export const exportJob = defineJob({
  id: 'transfer.export',
  payload: z.object({ runId: z.uuid() }),
  timeout: TIMEOUT,
  retries: 20,
  run: (ctx) => writeExport(ctx, ctx.payload),
})
