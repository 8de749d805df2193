import type { ModuleFixtures, TestPlatform, UndoExample } from '@plinth/testing'
import { createDestination, deleteDestination, updateDestination } from '../destinations/commands.ts'
import { createExport, deleteExport, updateExport } from '../scheduled/export-commands.ts'

const admin = 'admin'
const unknown = '99999999-9999-4999-8999-999999999999'

const fields = () => ({
  name: crypto.randomUUID(),
  list: '/transfer/templates',
  frequency: 'weekly' as const,
  weekday: 1,
  time: '07:30',
  timeZone: 'Europe/Berlin',
})

/** An export that an administrator has scheduled. */
async function made(app: TestPlatform): Promise<string> {
  const { status, text, body } = await app.as(admin).post('/transfer/exports', fields())
  if (status !== 201) throw new Error(text)
  return body.id as string
}

/** An export that is running. */
async function running(app: TestPlatform): Promise<string> {
  const id = await made(app)
  const { status, text } = await app.as(admin).post(`/transfer/exports/${id}/run`)
  if (status !== 202) throw new Error(text)
  return id
}

const bucket = () => ({
  name: crypto.randomUUID(),
  // It is refused before it is called.
  endpoint: 'https://127.0.0.1',
  bucket: 'files',
  accessKeyId: 'AKIDEXAMPLE',
  secret: 'a-secret-access-key',
})

/** A destination that an administrator has added. */
async function added(app: TestPlatform): Promise<string> {
  const { status, text, body } = await app.as(admin).post('/transfer/destinations', bucket())
  if (status !== 201) throw new Error(text)
  return body.id as string
}

/** A destination to which an export goes. */
async function chosen(app: TestPlatform): Promise<string> {
  const destinationId = await added(app)
  const { status, text } = await app.as(admin).post('/transfer/exports', { ...fields(), destinationId })
  if (status !== 201) throw new Error(text)
  return destinationId
}

/** Samples of scheduled exports. */
export const exportSamples: NonNullable<ModuleFixtures['contract']>['samples'] = [
  { route: 'GET /transfer/exports', as: admin, expect: 200 },
  { route: 'GET /transfer/exports', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
  { route: 'POST /transfer/exports', as: admin, request: () => ({ body: fields() }), expect: 201 },
  { route: 'POST /transfer/exports', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /transfer/exports',
    as: admin,
    request: async (app) => ({ body: { id: await made(app), query: 'sortField=name' } }),
    expect: 200,
  },
  { route: 'PUT /transfer/exports', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /transfer/exports', as: admin, request: { body: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /transfer/exports',
    as: admin,
    request: async (app) => ({ query: { id: await made(app) } }),
    expect: 200,
  },
  { route: 'DELETE /transfer/exports', as: admin, request: { query: { id: 'x' } }, expect: 400 },
  { route: 'DELETE /transfer/exports', as: admin, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'POST /transfer/exports/{id}/run',
    as: admin,
    request: async (app) => ({ params: { id: await made(app) } }),
    expect: 202,
  },
  { route: 'POST /transfer/exports/{id}/run', as: admin, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'POST /transfer/exports/{id}/run', as: admin, request: { params: { id: unknown } }, expect: 404 },
  {
    route: 'POST /transfer/exports/{id}/run',
    as: admin,
    request: async (app) => ({ params: { id: await running(app) } }),
    expect: 409,
  },
  { route: 'GET /transfer/export-runs', as: admin, request: { query: { exportId: unknown } }, expect: 200 },
  { route: 'GET /transfer/export-runs', as: admin, expect: 400 },
  { route: 'GET /transfer/export-runs/{id}/file', as: admin, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'GET /transfer/export-runs/{id}/file', as: admin, request: { params: { id: unknown } }, expect: 404 },
  { route: 'GET /transfer/destinations', as: admin, expect: 200 },
  { route: 'GET /transfer/destinations', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
  { route: 'POST /transfer/destinations', as: admin, request: () => ({ body: bucket() }), expect: 201 },
  { route: 'POST /transfer/destinations', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /transfer/destinations',
    as: admin,
    request: async (app) => ({ body: { id: await added(app), name: 'Renamed' } }),
    expect: 200,
  },
  { route: 'PUT /transfer/destinations', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /transfer/destinations', as: admin, request: { body: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /transfer/destinations',
    as: admin,
    request: async (app) => ({ query: { id: await added(app) } }),
    expect: 200,
  },
  { route: 'DELETE /transfer/destinations', as: admin, request: { query: { id: 'x' } }, expect: 400 },
  { route: 'DELETE /transfer/destinations', as: admin, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /transfer/destinations',
    as: admin,
    request: async (app) => ({ query: { id: await chosen(app) } }),
    expect: 409,
  },
  {
    route: 'POST /transfer/destinations/{id}/test',
    as: admin,
    request: async (app) => ({ params: { id: await added(app) } }),
    expect: 200,
  },
  { route: 'POST /transfer/destinations/{id}/test', as: admin, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'POST /transfer/destinations/{id}/test', as: admin, request: { params: { id: unknown } }, expect: 404 },
]

const byAdmin = async (app: TestPlatform, changes: object) => ({ id: await made(app), ...changes })

/** Examples of commands on scheduled exports. */
export const exportExamples: readonly UndoExample[] = [
  { command: createExport, as: admin, input: fields },
  {
    command: updateExport,
    as: admin,
    input: (app: TestPlatform) => byAdmin(app, { name: crypto.randomUUID() }),
  },
  { command: deleteExport, as: admin, input: (app: TestPlatform) => byAdmin(app, {}) },
  { command: createDestination, as: admin, input: bucket },
  {
    command: updateDestination,
    as: admin,
    input: async (app: TestPlatform) => ({ id: await added(app), bucket: 'others', secret: 'another-secret' }),
  },
  { command: deleteDestination, as: admin, input: async (app: TestPlatform) => ({ id: await added(app) }) },
]
