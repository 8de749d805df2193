import { defineCommand } from '@plinth/core'
import { findDeletable } from '@plinth/core/data'
import { tracker } from '@plinth/progress'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Product } from '../entities.ts'
import { CatalogRowId } from '../fields.ts'
import { bulkDelete } from './bulk-delete-job.ts'
import { MAX_BULK } from './delete-products-in-bulk.ts'
import { NOT_FOUND } from './outcome.ts'

/**
 * Creates the progress job of a bulk deletion and queues the deletion: either both or neither. The deletion can be undone; this
 * command cannot.
 */
export const startBulkDelete = defineCommand({
  id: 'catalog.products.start_bulk_delete',
  label: 'Start bulk delete',
  access: features['products.manage'],
  undoable: false,
  resource: 'catalog.product',
  input: z.object({
    confirm: z.literal(true),
    ids: z.array(CatalogRowId).min(1).max(MAX_BULK),
    /** Informational: the ids are always sent. */
    scope: z.enum(['selected', 'filtered']),
  }),
  output: z.object({ progressJobId: z.uuid() }),
  target: ({ result }) => ({ id: null, context: { progressJobId: result.progressJobId } }),
  async run(ctx) {
    const { input, inject, enqueue, actor } = ctx
    const ids = [...new Set(input.ids)]
    // The job has all rights; what row policies refuse is chosen here. Whatever the caller cannot see is like what does not exist.
    const deletable = actor.layers ? await findDeletable(ctx, Product, ids) : null
    const isRefused = (id: string) => deletable !== null && deletable.get(id) !== true
    const errorOf = (id: string) => (deletable?.has(id) ? 'Forbidden' : NOT_FOUND)
    const progressJobId = await inject(tracker).create({
      jobType: 'catalog.products.bulk_delete',
      name: `Delete ${input.scope} products`,
      description: `${ids.length} catalog products queued for deletion`,
      totalCount: ids.length,
      cancellable: true,
      meta: { source: 'catalog.bulk-delete', scope: input.scope },
    })
    enqueue(bulkDelete, {
      progressJobId,
      ids: ids.filter((id) => !isRefused(id)),
      refused: ids.filter(isRefused).map((id) => ({ id, error: errorOf(id) })),
    })
    return { progressJobId }
  },
})
