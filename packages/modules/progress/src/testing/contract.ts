import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { announce } from './jobs.ts'

const admin = 'admin'
const unknown = { id: '99999999-9999-4999-8999-999999999999' }
const made = async (app: TestPlatform) => ({ id: await announce(app, { cancellable: true }) })

/** Contract samples of progress. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  except: { 'GET /events/stream': 'it does not end; see stream.test.ts' },
  samples: [
    { route: 'GET /progress/jobs', as: admin, expect: 200 },
    { route: 'GET /progress/jobs', as: admin, request: { query: { page: '0' } }, expect: 400 },
    { route: 'POST /progress/jobs', as: admin, request: { body: { jobType: 'x', name: 'X' } }, expect: 201 },
    { route: 'POST /progress/jobs', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'GET /progress/jobs/{id}',
      as: admin,
      request: async (app) => ({ params: await made(app) }),
      expect: 200,
    },
    { route: 'GET /progress/jobs/{id}', as: admin, request: { params: { id: 'x' } }, expect: 400 },
    { route: 'GET /progress/jobs/{id}', as: admin, request: { params: unknown }, expect: 404 },
    {
      route: 'PUT /progress/jobs/{id}',
      as: admin,
      request: async (app) => ({ params: await made(app), body: { processedCount: 1 } }),
      expect: 200,
    },
    {
      route: 'PUT /progress/jobs/{id}',
      as: admin,
      request: { params: unknown, body: { processedCount: -1 } },
      expect: 400,
    },
    { route: 'PUT /progress/jobs/{id}', as: admin, request: { params: unknown, body: {} }, expect: 404 },
    {
      route: 'DELETE /progress/jobs/{id}',
      as: admin,
      request: async (app) => ({ params: await made(app) }),
      expect: 200,
    },
    { route: 'DELETE /progress/jobs/{id}', as: admin, request: { params: { id: 'x' } }, expect: 400 },
    { route: 'DELETE /progress/jobs/{id}', as: admin, request: { params: unknown }, expect: 404 },
    { route: 'GET /progress/active', as: admin, expect: 200 },
  ],
}
