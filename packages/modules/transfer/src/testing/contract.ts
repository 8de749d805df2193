import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { works } from '../import-states.ts'
import { exportSamples } from './exports.ts'
import { postFile } from './imports.ts'

const admin = 'admin'
const unknown = '99999999-9999-4999-8999-999999999999'

/** An import of a file, as an administrator has created it. */
async function made(app: TestPlatform) {
  const { status, text, body } = await postFile(app.as(admin), { bytes: 'Name\nA\n', entity: 'transfer.template' })
  if (status !== 201) throw new Error(text)
  return body as { readonly id: string; readonly settings: object }
}

const attached = async (app: TestPlatform) => {
  const { id } = await made(app)
  const [{ attachmentId }] = (await app.as(admin).get(`/transfer/imports?id=${id}`)).body.items
  return attachmentId as string
}

const mapped = { mapping: [{ column: 'Name', field: 'name' }] }
const settings = {
  format: { type: 'csv', encoding: 'utf-8', delimiter: ',' },
  ...mapped,
  mode: 'create',
  key: null,
  blank: 'leave',
  decimal: '.',
  dates: 'ymd',
  timeZone: 'UTC',
}
const template = () => ({ name: crypto.randomUUID(), entity: 'transfer.template', settings })
const savedTemplate = async (app: TestPlatform) => {
  const { status, text, body } = await app.as(admin).post('/transfer/templates', template())
  if (status !== 201) throw new Error(text)
  return body.id as string
}

/** An import at work, which cannot be changed. */
const busy = async (app: TestPlatform) => {
  const { id } = await made(app)
  await app.sql(`update transfer_imports set status = 'running', updated_at = $2 where id = $1`, [id, app.clock.now])
  return id
}

/** An import that has created a template with its only row. */
const imported = async (app: TestPlatform) => {
  const { id } = await made(app)
  const { body, operation } = await app.as(admin).post('/transfer/templates', template())
  await app.sql(
    `with chunk as (
      insert into transfer_chunks (id, tenant_id, import_id, first_row, last_row, log_entry_id, source_entry_id, counts, kept,
        created_at, updated_at)
      select gen_random_uuid(), tenant_id, id, 2, 2, $3, $3, '{}', '[]', created_at, updated_at
      from transfer_imports where id = $1 returning *
    )
    insert into transfer_rows (id, tenant_id, import_id, chunk_id, row_number, record_id, is_new, changes_after, last_change,
      created_at, updated_at)
    select gen_random_uuid(), tenant_id, import_id, id, 2, $2, true, 0, 9007199254740991, created_at, updated_at from chunk`,
    [id, body.id, operation!.id],
  )
  return id
}

type Samples = NonNullable<ModuleFixtures['contract']>['samples']

/** Imports in the state in which the work can begin, and in states in which it cannot. */
function samplesOf(work: (typeof works)[number]): Samples {
  const route = `POST /transfer/imports/{id}/${work}`
  const ready = async (app: TestPlatform) => {
    const { id } = await made(app)
    if (work === 'undo' || work === 'redo')
      await app.sql(
        `insert into transfer_chunks (id, tenant_id, import_id, first_row, last_row, log_entry_id, counts, is_undone, kept,
          created_at, updated_at)
        select gen_random_uuid(), tenant_id, id, 2, 2, gen_random_uuid(), '{}', $2, '[]', created_at, updated_at
        from transfer_imports where id = $1`,
        [id, work === 'redo'],
      )
    return id
  }
  return [
    { route, as: admin, request: async (app) => ({ params: { id: await ready(app) } }), expect: 202 },
    { route, as: admin, request: { params: { id: 'x' } }, expect: 400 },
    { route, as: admin, request: { params: { id: unknown } }, expect: 404 },
    { route, as: admin, request: async (app) => ({ params: { id: await busy(app) } }), expect: 409 },
  ]
}

/** Contract samples of imports. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  provenElsewhere: {
    'GET /transfer/export-runs/{id}/file': [200, 403],
  },
  samples: [
    ...exportSamples,
    { route: 'GET /transfer/entities', as: admin, expect: 200 },
    { route: 'GET /transfer/imports', as: admin, expect: 200 },
    { route: 'GET /transfer/imports', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
    {
      route: 'POST /transfer/imports',
      as: admin,
      request: async (app) => ({ body: { attachmentId: await attached(app), entity: 'transfer.template' } }),
      expect: 201,
    },
    {
      route: 'POST /transfer/imports',
      as: admin,
      request: { body: { attachmentId: unknown, entity: 'transfer.template' } },
      expect: 400,
    },
    {
      route: 'PUT /transfer/imports',
      as: admin,
      request: async (app) => ({ body: { id: (await made(app)).id, settings } }),
      expect: 200,
    },
    { route: 'PUT /transfer/imports', as: admin, request: { body: {} }, expect: 400 },
    { route: 'PUT /transfer/imports', as: admin, request: { body: { id: unknown, settings } }, expect: 404 },
    {
      route: 'PUT /transfer/imports',
      as: admin,
      request: async (app) => ({ body: { id: await busy(app), settings } }),
      expect: 409,
    },
    {
      route: 'DELETE /transfer/imports',
      as: admin,
      request: async (app) => ({ query: { id: (await made(app)).id } }),
      expect: 200,
    },
    { route: 'DELETE /transfer/imports', as: admin, request: { query: { id: 'x' } }, expect: 400 },
    { route: 'DELETE /transfer/imports', as: admin, request: { query: { id: unknown } }, expect: 404 },
    {
      route: 'DELETE /transfer/imports',
      as: admin,
      request: async (app) => ({ query: { id: await busy(app) } }),
      expect: 409,
    },
    ...works.flatMap(samplesOf),
    {
      route: 'POST /transfer/imports/{id}/undo-rows',
      as: admin,
      request: async (app) => ({ params: { id: await imported(app) }, body: { rows: [2] } }),
      expect: 200,
    },
    {
      route: 'POST /transfer/imports/{id}/undo-rows',
      as: admin,
      request: async (app) => ({ params: { id: (await made(app)).id }, body: { rows: [2] } }),
      expect: 400,
    },
    {
      route: 'POST /transfer/imports/{id}/undo-rows',
      as: admin,
      request: { params: { id: unknown }, body: { rows: [2] } },
      expect: 404,
    },
    {
      route: 'POST /transfer/imports/{id}/undo-rows',
      as: admin,
      request: async (app) => ({ params: { id: await busy(app) }, body: { rows: [2] } }),
      expect: 409,
    },
    {
      route: 'POST /transfer/imports/{id}/duplicates',
      as: admin,
      request: async (app) => ({ params: { id: (await made(app)).id }, body: { choice: 'skip' } }),
      expect: 200,
    },
    {
      route: 'POST /transfer/imports/{id}/duplicates',
      as: admin,
      request: { params: { id: unknown }, body: {} },
      expect: 400,
    },
    {
      route: 'POST /transfer/imports/{id}/duplicates',
      as: admin,
      request: { params: { id: unknown }, body: { choice: 'skip' } },
      expect: 404,
    },
    {
      route: 'POST /transfer/imports/{id}/duplicates',
      as: admin,
      request: async (app) => ({ params: { id: await busy(app) }, body: { choice: 'skip' } }),
      expect: 409,
    },
    { route: 'GET /transfer/duplicates', as: admin, request: { query: { importId: unknown } }, expect: 200 },
    { route: 'GET /transfer/duplicates', as: admin, expect: 400 },
    { route: 'GET /transfer/rows', as: admin, request: { query: { importId: unknown } }, expect: 200 },
    { route: 'GET /transfer/rows', as: admin, expect: 400 },
    {
      route: 'GET /transfer/imports/{id}/refused',
      as: admin,
      request: async (app) => ({ params: { id: (await made(app)).id } }),
      expect: 200,
    },
    { route: 'GET /transfer/imports/{id}/refused', as: admin, request: { params: { id: 'x' } }, expect: 400 },
    { route: 'GET /transfer/imports/{id}/refused', as: admin, request: { params: { id: unknown } }, expect: 404 },
    { route: 'GET /transfer/chunks', as: admin, request: { query: { importId: unknown } }, expect: 200 },
    { route: 'GET /transfer/chunks', as: admin, expect: 400 },
    { route: 'GET /transfer/refusals', as: admin, request: { query: { importId: unknown } }, expect: 200 },
    { route: 'GET /transfer/refusals', as: admin, expect: 400 },
    { route: 'GET /transfer/templates', as: admin, expect: 200 },
    { route: 'GET /transfer/templates', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
    { route: 'POST /transfer/templates', as: admin, request: () => ({ body: template() }), expect: 201 },
    { route: 'POST /transfer/templates', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /transfer/templates',
      as: admin,
      request: async (app) => ({ body: { id: await savedTemplate(app), settings } }),
      expect: 200,
    },
    { route: 'PUT /transfer/templates', as: admin, request: { body: {} }, expect: 400 },
    { route: 'PUT /transfer/templates', as: admin, request: { body: { id: unknown } }, expect: 404 },
    {
      route: 'DELETE /transfer/templates',
      as: admin,
      request: async (app) => ({ query: { id: await savedTemplate(app) } }),
      expect: 200,
    },
    { route: 'DELETE /transfer/templates', as: admin, request: { query: {} }, expect: 400 },
    { route: 'DELETE /transfer/templates', as: admin, request: { query: { id: unknown } }, expect: 404 },
  ],
}

/** Settings of an import that exists only in the database. */
export const someSettings = JSON.stringify({ ...settings, defaults: {} })

/** A template, as a command takes it. */
export const newTemplate = template
