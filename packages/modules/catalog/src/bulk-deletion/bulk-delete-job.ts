import { defineJob } from '@plinth/core'
import { ruleRunner } from '@plinth/core/rules'
import { tracker } from '@plinth/progress'
import { z } from 'zod'
import { deleteProductsInBulk, RefusedProduct } from './delete-products-in-bulk.ts'

/** Deletes the products of a bulk deletion on behalf of the user who requested it, who can undo it. */
export const bulkDelete = defineJob({
  id: 'catalog.bulk-delete',
  payload: z.object({ progressJobId: z.uuid(), ids: z.array(z.uuid()), refused: z.array(RefusedProduct).default([]) }),
  run({ inject, payload, signal, onBehalf }) {
    const { progressJobId, ids, refused } = payload
    return inject(tracker).track(progressJobId, signal, () =>
      onBehalf(async ({ inject, run }) => {
        // Rules are loaded once, before the transaction, instead of once per product.
        await inject(ruleRunner)?.prepare()
        await run(deleteProductsInBulk, { progressJobId, ids, refused })
      }),
    )
  },
})
