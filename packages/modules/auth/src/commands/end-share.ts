import { defineCommand, notFound, Ok, signedIn } from '@plinth/core'
import { RecordShare } from '@plinth/core/data'
import { z } from 'zod'
import { assertMayShare, revertShares, sharedResourceOf } from '../shares/may-share.ts'

/** Stops sharing a record with somebody, for whoever may share it. */
export const endShare = defineCommand({
  id: 'auth.shares.delete',
  label: 'Stop sharing record',
  // Depends on the resource.
  access: signedIn,
  resource: 'auth.share',
  input: z.object({ id: z.uuid().toLowerCase(), kind: z.string().max(100), recordId: z.uuid().toLowerCase() }),
  output: Ok,
  target: ({ input }) => ({ id: input.id, parent: { kind: input.kind, id: input.recordId } }),
  beforeRevert: revertShares,
  async run(ctx) {
    const { id, kind, recordId } = ctx.input
    await assertMayShare(ctx, { resource: sharedResourceOf(ctx, kind), id: recordId })
    const share = await ctx.from.lock(RecordShare, { id, kind, recordId }, () => notFound('Share'))
    await ctx.from.remove(RecordShare, share)
    return { ok: true as const }
  },
})
