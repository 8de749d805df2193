import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { works } from '../import-states.ts'
import { doImportWork } from './do-import-work.ts'

/** Seconds after which an attempt ends, and another one continues. */
const TIMEOUT = 21_600

/** Rehearses, runs, undoes or redoes an import. After a crash, another host continues. */
export const importJob = defineJob({
  id: 'transfer.import',
  payload: z.object({ importId: z.uuid(), progressJobId: z.uuid(), work: z.enum(works) }),
  timeout: TIMEOUT,
  retries: 20,
  run: (ctx) => doImportWork(ctx),
})
