import { badInput, post } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { z } from 'zod'
import { startBulkDelete } from './start-bulk-delete.ts'
import { features } from '../contract.ts'

/** Clients of this route read `message`, all others `error`. */
const refusal = (message: string) => ({ ok: false, progressJobId: null, message })

function invalid(error?: z.ZodError) {
  const issues = error?.issues.filter(({ path }) => path[0] === 'organizationId') ?? []
  const { message = 'Invalid payload' } = issues[0] ?? {}
  return badInput(message, { ...refusal(message), ...(issues.length > 0 && { details: issues }) })
}

export const postBulkDelete = post(
  '/catalog/bulk-delete',
  {
    operation: 'bulkDeleteProducts',
    access: features['products.manage'],
    summary:
      'Delete up to 10,000 products in the background. The job reports the progress and how to undo the deletion.',
    body: startBulkDelete.input,
    response: z.object({ ok: z.literal(true), progressJobId: z.uuid(), message: z.string() }),
    status: 201,
    errors: [400],
    http: { okInErrors: true },
    onInvalid: invalid,
    onUnreadable: invalid,
  },
  async ({ run, body, scope }) => {
    requireOrganization(scope)
    const { progressJobId } = await run(startBulkDelete, body)
    return { ok: true as const, progressJobId, message: 'Bulk delete started.' }
  },
)
