import { conflict, defineCommand } from '@plinth/core'
import { tracker } from '@plinth/progress'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { toBulkOutcome } from './outcome.ts'
import { refusalsOf, runAfterwards } from './product-rules.ts'
import { events, features } from '../contract.ts'
import { lockProducts, removeProducts } from '../delete-products.ts'
import { CatalogRowId } from '../fields.ts'

/** A product that is not deleted, and why. */
export const RefusedProduct = z.object({ id: CatalogRowId, error: z.string() })

/** Maximum number of products in one bulk deletion. */
export const MAX_BULK = 10_000

/**
 * Deletes thousands of products in one transaction with one log entry, and completes the progress job in the same transaction.
 * If a worker dies midway, nothing has been deleted, so the next worker deletes everything, exactly once. If the job is
 * cancelled before the end, nothing is deleted. A single undo restores everything.
 */
export const deleteProductsInBulk = defineCommand({
  id: 'catalog.products.bulk_delete',
  label: 'Delete products',
  access: features['products.manage'],
  resource: 'catalog.product',
  input: z.object({
    progressJobId: z.uuid(),
    ids: z.array(CatalogRowId).max(MAX_BULK),
    refused: z.array(RefusedProduct).max(MAX_BULK).default([]),
  }),
  output: z.object({ affectedCount: z.number().int(), failedCount: z.number().int() }),
  target: ({ input }) => ({ id: null, context: { progressJobId: input.progressJobId, count: input.ids.length } }),
  async run(ctx) {
    const { input, inject, entryId } = ctx
    const found = await lockProducts(ctx, input.ids)
    const refusals = new Map([
      ...(await refusalsOf(ctx, found)),
      ...input.refused.map(({ id, error }) => [id, error] as const),
    ])
    const requested = [...new Set([...input.ids, ...refusals.keys()])]
    const deleted = found.filter(({ id }) => !refusals.has(id))
    await removeProducts(ctx, deleted)
    await runAfterwards(ctx, deleted)
    for (const product of deleted) emitCatalogEvent(ctx, events['product.deleted'], product)
    const resultSummary = await toBulkOutcome(ctx, {
      requested,
      refusals,
      deleted: new Set(deleted.map(({ id }) => id)),
    })
    const isWanted = await inject(tracker).complete(input.progressJobId, { resultSummary, logEntryId: entryId })
    if (!isWanted) throw conflict('The job was cancelled')
    return resultSummary
  },
})
