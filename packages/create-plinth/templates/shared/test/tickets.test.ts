import { checkContract, checkIsolation, checkUndo, type Sample, type TestPlatform, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { ticketed, tickets } from '../src/tickets/module.ts'

async function on(work: (app: TestPlatform) => Promise<unknown>) {
  await using app = await testPlatform({ modules: [tickets], postgresUrl: inject('postgresUrl') })
  await work(app)
}
const make = async (app: TestPlatform) =>
  (await app.as('admin').post('/tickets', { title: 'The printer is on fire' })).body as { id: string }

async function makeClosed(app: TestPlatform) {
  const ticket = await make(app)
  await app.as('admin').post('/tickets/close', ticket)
  return ticket
}

/** Samples of a transition: of a ticket that does not exist, of one that it is possible for, and of another one. */
const moves = (route: string, possible: typeof make, other: typeof make): Sample[] => [
  { route, as: 'admin', request: { body: { id: crypto.randomUUID() } }, expect: 404 },
  { route, as: 'admin', request: async (app: TestPlatform) => ({ body: await possible(app) }), expect: 200 },
  { route, as: 'admin', request: async (app: TestPlatform) => ({ body: await other(app) }), expect: 409 },
]

const samples: Sample[] = [
  { route: 'GET /tickets', as: 'employee', expect: 200 },
  { route: 'POST /tickets', as: 'admin', request: { body: { title: 'New' } }, expect: 201 },
  { route: 'PUT /tickets', as: 'admin', request: { body: { id: crypto.randomUUID() } }, expect: 404 },
  { route: 'DELETE /tickets', as: 'admin', request: { query: { id: crypto.randomUUID() } }, expect: 404 },
  {
    route: 'PUT /tickets',
    as: 'admin',
    request: async (app: TestPlatform) => ({ body: { ...(await make(app)), title: 'Other' } }),
    expect: 200,
  },
  {
    route: 'DELETE /tickets',
    as: 'admin',
    request: async (app: TestPlatform) => ({ query: await make(app) }),
    expect: 200,
  },
  {
    route: 'PUT /tickets',
    as: 'admin',
    request: async (app: TestPlatform) => ({ body: { ...(await makeClosed(app)), title: 'Other' } }),
    expect: 409,
  },
  {
    route: 'DELETE /tickets',
    as: 'admin',
    request: async (app: TestPlatform) => ({ query: await makeClosed(app) }),
    expect: 409,
  },
  { route: 'GET /tickets/actions', as: 'employee', expect: 200 },
  ...moves('POST /tickets/close', make, makeClosed),
  ...moves('POST /tickets/reopen', makeClosed, make),
]

test('a ticket can be created, found and undone', () =>
  on(async (app) => {
    const created = await app.as('admin').post('/tickets', { title: 'The printer is on fire' })
    expect(created.status).toBe(201)
    const found = await app.as('employee').get('/tickets?search=printer')
    expect(found.body).toMatchObject({ total: 1, items: [{ title: 'The printer is on fire' }] })
    expect((await app.as('employee').post('/tickets', { title: 'Not allowed' })).status).toBe(403)
  }))

test('every route matches its contract', () => on((app) => checkContract(app, { samples, open: [] })))

test('tenants and organizations are isolated', () => on((app) => checkIsolation(app, { samples })))

test('undo and redo restore every row', () =>
  on((app) =>
    checkUndo(app, {
      examples: [
        { command: ticketed.create, input: { title: 'New' } },
        { command: ticketed.update, input: async () => ({ ...(await make(app)), title: 'Other' }) },
        { command: ticketed.delete, input: () => make(app) },
        { command: ticketed.actions.close, input: () => make(app) },
        { command: ticketed.actions.reopen, input: () => makeClosed(app) },
      ],
    }),
  ))
