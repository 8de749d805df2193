import { defineCommand, forbidden, Ok } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ExportRun } from './entities.ts'

const platformOnly = {
  access: features['exports.schedule'],
  logged: false,
} as const

/**
 * Notes where an attempt at a run writes before it does, so that the next one finds what it has left. Throws if another attempt has
 * begun meanwhile. Only the platform may run it.
 */
export const noteObject = defineCommand({
  ...platformOnly,
  id: 'transfer.exports.note_object',
  input: z.object({
    runId: z.uuid(),
    attempt: z.number().int(),
    destinationId: z.uuid(),
    objectKey: z.string(),
    uploadId: z.string().nullable(),
  }),
  output: z.object({ isCurrent: z.boolean() }),
  async run({ actor, from, input: { runId, attempt, ...object } }) {
    if (actor.kind !== 'system') throw forbidden()
    const [row] = await from.lockAll(ExportRun, { id: runId })
    if (row?.status !== 'running' || row.attempts !== attempt) return { isCurrent: false }
    await from.change(ExportRun, row, object)
    return { isCurrent: true }
  },
})

/** Forgets where runs that have failed have written, once that has been removed. Only the platform may run it. */
export const forgetObjects = defineCommand({
  ...platformOnly,
  id: 'transfer.exports.forget_objects',
  input: z.object({ runIds: z.array(z.uuid()) }),
  output: Ok,
  async run({ actor, from, input: { runIds } }) {
    if (actor.kind !== 'system') throw forbidden()
    await from
      .update(ExportRun, 'r')
      .set({ destinationId: null, objectKey: null, uploadId: null })
      .where('r.id', '=', anyOf(runIds))
      .where('r.status', '!=', 'completed')
      .execute()
    return { ok: true as const }
  },
})
