import { checkVisibility, type FixtureActor } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

/** Generated requests, as `npm run campaign:visibility` sends them. */
const REQUESTS = Number(process.env['VISIBILITY_REQUESTS'] ?? 0)
const SEED = Number(process.env['VISIBILITY_SEED'] ?? 1)

const inUse = 'a row that a hidden one refers to cannot be deleted'
const valueOfEntry = 'follows from `value`, which policies can withhold'
const UPLOADED = ['entityId', 'recordId', 'fileName', 'originalName', 'mimeType', 'declaredType']

test('nobody learns of rows that a policy hides from them, in any module', { timeout: 14_400_000 }, async () => {
  await using app = await openTogether()
  const { rows = {}, ...isolation } = app.fixtures.isolation
  const report = await checkVisibility(app, {
    ...isolation,
    rows: {
      ...rows,
      // Files of records that a policy can hide.
      attachments: (actor: FixtureActor) => ({
        ...rows['attachments']!(actor),
        entity_id: 'catalog:product',
        record_id: actor.idIn('catalog_products'),
      }),
    },
    tellsHidden: {
      'POST /audit_logs/audit-logs/actions/undo': 'whoever has a token is told that it is for rows hidden from them',
      'DELETE /dictionaries/{id}': inUse,
      'DELETE /catalog/variants': inUse,
      'POST /attachments/partitions':
        'a code that must be unique is refused even if the partition that has it is hidden',
      'POST /attachments/transfer': 'files can be stored under the id of a record that is saved later',
    },
    // Whoever may read a file can compute its digest.
    shownColumns: { attachments: ['sha256'] },
    writesFields: {
      'POST /dictionaries/{dictionaryId}/entries label': valueOfEntry,
      'POST /dictionaries/{dictionaryId}/entries normalizedValue': valueOfEntry,
      'PATCH /dictionaries/{dictionaryId}/entries/{id} normalizedValue': valueOfEntry,
      'PUT /numbers/series startAt': 'follows from `next`, which policies can withhold',
      ...Object.fromEntries(UPLOADED.map((name) => [`POST /attachments ${name}`, 'there is no upload without it'])),
    },
    requests: REQUESTS,
    seed: SEED,
  })
  expect(report.routes).toBe(app.routes.length - Object.keys(isolation.except ?? {}).length)
  expect(report.kinds).toBeGreaterThanOrEqual(18)
  expect(report.writtenFields).toBeGreaterThan(140)
  expect(report.requests).toBeGreaterThan(3_000 + 2 * REQUESTS)
})
