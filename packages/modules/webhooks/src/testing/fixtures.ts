import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { endpoints } from '../endpoints.ts'

const admin = 'admin'
const unknown = '99999999-9999-4999-8999-999999999999'

/** An endpoint that nothing is sent to: nobody causes its event. */
const fields = () => ({ events: ['webhooks.endpoint.disabled'], description: crypto.randomUUID() })

const made = async (app: TestPlatform) => {
  const { status, text, body } = await app.as({ features: ['*'] }).post('/webhooks/endpoints', fields())
  if (status !== 201) throw new Error(text)
  return body.id as string
}

/** An endpoint that could be reached. Nothing is sent, because no jobs run. */
const reachable = async (app: TestPlatform) => {
  const id = await made(app)
  await app.as({ features: ['*'] }).put('/webhooks/endpoints', { id, url: 'https://hooks.example.com/' })
  return id
}

const delivered = async (app: TestPlatform, endpointId: string) => {
  const [row] = await app.sql(
    `insert into webhook_deliveries (id, tenant_id, organization_id, endpoint_id, event, record_id, payload, status, created_at, updated_at)
      select gen_random_uuid(), tenant_id, organization_id, id, 'webhooks.endpoint.test', id, '{}', 'delivered', created_at, created_at
      from webhook_endpoints where id = $1 returning id`,
    [endpointId],
  )
  return row!['id'] as string
}

/** Samples of a route that sends something to an endpoint. */
const samplesOf = (route: string, body: object): NonNullable<ModuleFixtures['contract']>['samples'] => [
  { route, as: admin, request: async (app) => ({ params: { id: await reachable(app) }, body }), expect: 202 },
  { route, as: admin, request: { params: { id: 'x' }, body }, expect: 400 },
  { route, as: admin, request: { params: { id: unknown }, body }, expect: 404 },
  { route, as: admin, request: async (app) => ({ params: { id: await made(app) }, body }), expect: 409 },
]

/** Test fixtures of webhooks. Compose `webhooks` so that they may go to `hooks.example.com`. */
export const webhooksFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      { route: 'GET /webhooks/endpoints', as: admin, expect: 200 },
      { route: 'GET /webhooks/endpoints', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
      { route: 'POST /webhooks/endpoints', as: admin, request: () => ({ body: fields() }), expect: 201 },
      { route: 'POST /webhooks/endpoints', as: admin, request: { body: { events: ['nothing'] } }, expect: 400 },
      {
        route: 'PUT /webhooks/endpoints',
        as: admin,
        request: async (app) => ({ body: { id: await made(app), url: 'https://hooks.example.com/' } }),
        expect: 200,
      },
      { route: 'PUT /webhooks/endpoints', as: admin, request: { body: {} }, expect: 400 },
      { route: 'PUT /webhooks/endpoints', as: admin, request: { body: { id: unknown } }, expect: 404 },
      {
        route: 'DELETE /webhooks/endpoints',
        as: admin,
        request: async (app) => ({ query: { id: await made(app) } }),
        expect: 200,
      },
      { route: 'DELETE /webhooks/endpoints', as: admin, request: { query: { id: 'x' } }, expect: 400 },
      { route: 'DELETE /webhooks/endpoints', as: admin, request: { query: { id: unknown } }, expect: 404 },
      {
        route: 'POST /webhooks/endpoints/{id}/secret',
        as: admin,
        request: async (app) => ({ params: { id: await made(app) } }),
        expect: 200,
      },
      { route: 'POST /webhooks/endpoints/{id}/secret', as: admin, request: { params: { id: 'x' } }, expect: 400 },
      { route: 'POST /webhooks/endpoints/{id}/secret', as: admin, request: { params: { id: unknown } }, expect: 404 },
      { route: 'GET /webhooks/event-types', as: admin, expect: 200 },
      { route: 'GET /webhooks/deliveries', as: admin, expect: 200 },
      { route: 'GET /webhooks/deliveries', as: admin, request: { query: { sortField: 'x' } }, expect: 400 },
      {
        route: 'GET /webhooks/events',
        as: admin,
        request: async (app) => ({ query: { endpointId: await made(app) } }),
        expect: 200,
      },
      { route: 'GET /webhooks/events', as: admin, expect: 400 },
      { route: 'GET /webhooks/events', as: admin, request: { query: { endpointId: unknown } }, expect: 404 },
      ...samplesOf('POST /webhooks/endpoints/{id}/test', {}),
      ...samplesOf('POST /webhooks/endpoints/{id}/replay', { from: '2026-01-01T00:00:00Z' }),
      {
        route: 'POST /webhooks/deliveries/{id}/resend',
        as: admin,
        request: async (app) => ({ params: { id: await delivered(app, await reachable(app)) } }),
        expect: 202,
      },
      { route: 'POST /webhooks/deliveries/{id}/resend', as: admin, request: { params: { id: 'x' } }, expect: 400 },
      { route: 'POST /webhooks/deliveries/{id}/resend', as: admin, request: { params: { id: unknown } }, expect: 404 },
      {
        route: 'POST /webhooks/deliveries/{id}/resend',
        as: admin,
        request: async (app) => ({ params: { id: await delivered(app, await made(app)) } }),
        expect: 409,
      },
    ],
  },
  isolation: {
    // Deliveries are written by the platform, for what is recorded elsewhere.
    unrecorded: ['webhook_deliveries'],
    idTables: {
      endpointId: 'webhook_endpoints',
      ...Object.fromEntries(
        ['secret', 'test', 'replay'].flatMap((name) =>
          ['', ' id'].map((member) => [`POST /webhooks/endpoints/{id}/${name}${member}`, 'webhook_endpoints']),
        ),
      ),
      ...Object.fromEntries(
        ['GET /webhooks/deliveries', 'POST /webhooks/deliveries/{id}/resend'].flatMap((route) =>
          ['', ' id'].map((member) => [route + member, 'webhook_deliveries']),
        ),
      ),
    },
    unreached: Object.fromEntries(
      [
        'POST /webhooks/endpoints/{id}/test',
        'POST /webhooks/endpoints/{id}/replay',
        'POST /webhooks/deliveries/{id}/resend',
      ].map((route) => [route, 'nothing is sent to made-up endpoints; see log.test.ts']),
    ),
    rows: {
      // Disabled, since what others do would add deliveries to it, which its owner is not told of.
      webhook_endpoints: ({ mark }) => ({
        url: null,
        description: mark,
        events: '["*"]',
        keys: null,
        condition: null,
        enabled: false,
      }),
      webhook_deliveries: ({ mark }) => ({ event: mark, payload: '{}', status: 'delivered' }),
    },
  },
  undo: {
    examples: [
      { command: endpoints.create, input: fields },
      { command: endpoints.update, input: async (app: TestPlatform) => ({ id: await made(app), enabled: false }) },
      { command: endpoints.delete, input: async (app: TestPlatform) => ({ id: await made(app) }) },
    ],
  },
}
