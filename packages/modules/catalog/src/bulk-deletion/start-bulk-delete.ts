import { defineCommand } from '@plinth/core'
import { tracker } from '@plinth/progress'
import { z } from 'zod'
import { features } from '../contract.ts'
import { CatalogRowId } from '../fields.ts'
import { bulkDelete } from './bulk-delete-job.ts'
import { MAX_BULK } from './delete-products-in-bulk.ts'

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
  async run({ input, inject, enqueue }) {
    const ids = [...new Set(input.ids)]
    const progressJobId = await inject(tracker).create({
      jobType: 'catalog.products.bulk_delete',
      name: `Delete ${input.scope} products`,
      description: `${ids.length} catalog products queued for deletion`,
      totalCount: ids.length,
      cancellable: true,
      meta: { source: 'catalog.bulk-delete', scope: input.scope },
    })
    enqueue(bulkDelete, { progressJobId, ids })
    return { progressJobId }
  },
})
