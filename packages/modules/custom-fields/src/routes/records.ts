import { badInput, type CommandContext, del, get, Ok, page, post, put, type Route } from '@plinth/core'
import { type Declared, type OwnedResource, shareRoutes, takingSeveral } from '@plinth/core/data'
import { z } from 'zod'
import { createRecord, deleteRecord, emitRecord, updateRecord } from '../commands/save-record.ts'
import { features } from '../contract.ts'
import { EntityRecord } from '../entities.ts'
import { customRecords, RECORD } from '../records/custom-records.ts'
import { readRecords, RecordsQuery } from '../records/read-records.ts'

const invalidJson = () => badInput('Invalid JSON')
const invalid = (error: z.ZodError) => badInput('Validation failed', { details: z.flattenError(error) })

const Saved = z.object({ ok: z.literal(true), item: z.object({ entityId: z.string(), recordId: z.uuid() }) })
const saved = ({ id, entityId }: { readonly id: string; readonly entityId: string }) => ({
  ok: true as const,
  item: { entityId, recordId: id },
})

/** Records with owners can be handed over. */
const owned: OwnedResource = Object.freeze({
  kind: RECORD,
  table: EntityRecord.meta.tableName,
  entity: EntityRecord as unknown as OwnedResource['entity'],
  access: features['records.manage'],
  beforeRevert: undefined,
  changed: async (ctx: CommandContext, row: Readonly<Record<string, unknown>>) =>
    emitRecord(ctx, 'updated', row as never),
})

const list = get(
  '/entities/records',
  {
    operation: 'listRecords',
    access: features['records.view'],
    reads: { kind: 'entities.record' },
    summary: 'List records of a custom entity, filtered and sorted by its fields.',
    query: RecordsQuery,
    response: page(z.looseObject({ id: z.uuid(), updatedAt: z.string() })),
    errors: [400, 404],
    onInvalid: (error) =>
      badInput(error.issues.some(({ path }) => path[0] === 'entityId') ? 'entityId is required' : 'Invalid input', {
        details: error.issues,
      }),
  },
  (ctx) => readRecords(ctx, ctx.query),
)

export const listRecords: Route = Object.freeze({ ...list, owned })

/** With whom records are shared. */
export const recordShareRoutes: readonly Route[] = shareRoutes('/entities/records', customRecords.shared)

/** POST /entities/records: 200 as published. */
export const postRecord = post(
  '/entities/records',
  {
    operation: 'createRecord',
    access: features['records.manage'],
    runs: createRecord,
    summary: 'Create a record of a custom entity.',
    body: createRecord.input,
    response: Saved,
    errors: [400, 404],
    onInvalid: invalid,
    onUnreadable: invalidJson,
  },
  async ({ run, body }) => saved(await run(createRecord, body)),
)

export const putRecord = put(
  '/entities/records',
  {
    operation: 'updateRecord',
    access: features['records.manage'],
    runs: updateRecord,
    summary: 'Update values of a record of a custom entity.',
    body: updateRecord.input,
    response: Saved,
    errors: [400, 404],
    onInvalid: (error) =>
      error.issues.some(({ path }) => path[0] === 'entityId' || path[0] === 'recordId')
        ? badInput('entityId and recordId are required')
        : invalid(error),
    onUnreadable: invalidJson,
  },
  async ({ run, body }) => saved(await run(updateRecord, body)),
)

export const deleteRecordById = takingSeveral(
  del('/entities/records', deleteRecord, {
    operation: 'deleteRecord',
    summary: 'Delete records of a custom entity with their files.',
    response: Ok,
    errors: [400, 404],
    onInvalid: () => badInput('entityId and recordId are required'),
  }),
  EntityRecord as Declared,
  'recordId',
)
