import { type Context, defineJob } from '@plinth/core'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const reindex = defineJob({
  id: 'books.reindex',
  payload: z.object({ shelf: z.string(), batch: z.coerce.number().default(100) }),
  run({ payload, jobId, signal }) {
    expectType<Equal<typeof payload, { shelf: string; batch: number }>>()
    expectType<Equal<typeof jobId, string>>()
    expectType<Equal<typeof signal, AbortSignal>>()
  },
})

declare const ctx: Context
ctx.enqueue(reindex, { shelf: 'a' }, { startAfter: new Date(), key: 'a' })
// @ts-expect-error the shelf is missing
ctx.enqueue(reindex, { batch: 1 })
// @ts-expect-error no such option
ctx.enqueue(reindex, { shelf: 'a' }, { delay: 1 })
// @ts-expect-error a job has a payload
defineJob({ id: 'books.none', run: () => {} })
