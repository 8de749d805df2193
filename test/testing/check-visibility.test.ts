import {
  type Context,
  defineCache,
  defineCommand,
  defineJob,
  defineModule,
  forbidden,
  get,
  notFound,
  open,
  post,
  sql,
} from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { CheckFailed, checkVisibility } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import { Customer, desk, Ticket } from '../modules/auth/rights/_desk.ts'

const samples = [{ route: 'GET /desk/tickets', expect: 200 }]

test('a module whose routes ask for the rows of the caller passes', async () => {
  await using app = await testApp({ modules: [desk] })
  const report = await checkVisibility(app, { samples, requests: 60 })
  expect([report.kinds, report.routes]).toEqual([2, desk.routes!.length])
  expect(report.requests).toBeGreaterThan(250)
  expect(report.writtenFields).toBe(15)
})

const names = defineCache<readonly string[]>('leaky.names')

const findTicket = (ctx: Context, id: string) =>
  ctx.from(Ticket, 't').select('t.title').where('t.id', '=', id).executeTakeFirst()

/** Each tells of hidden rows in its own way. */
const faults: Readonly<Record<string, (ctx: Context, id: string) => Promise<unknown>>> = {
  'reads the rows of the whole tenant': ({ widenScope }) =>
    widenScope('tenant', 'a fault', ({ from }) => from(Ticket, 't').select('t.title').execute()),
  'counts hidden rows': ({ widenScope }) =>
    widenScope('tenant', 'a fault', async ({ from }) => (await from(Ticket, 't').select('t.id').execute()).length),
  'relies on the database alone': async ({ db }) => (await sql`select title from policy_tickets`.execute(db)).rows,
  'tells hidden rows from missing ones': async (ctx, id) => {
    if (await findTicket(ctx, id)) return 'found'
    const exists = await ctx.widenScope('tenant', 'a fault', ({ from }) =>
      from(Ticket, 't').select('t.id').where('t.id', '=', id).executeTakeFirst(),
    )
    throw exists ? forbidden() : notFound('Ticket')
  },
  'tells of related rows': async ({ from, widenScope }) => {
    const visible = await from(Ticket, 't').select('t.customer').execute()
    return widenScope('tenant', 'a fault', (wide) =>
      wide
        .from(Customer, 'c')
        .select('c.name')
        .where('c.id', '=', anyOf(visible.map(({ customer }) => customer)))
        .execute(),
    )
  },
  'serves what others have cached': ({ cached, from, scope }) =>
    cached(names, scope.tenantId, async () => {
      const rows = await from(Customer, 'c').select('c.name').execute()
      return { value: rows.map(({ name }) => name), tags: [] }
    }),
}

test.each(Object.entries(faults))('a route that %s is found', async (_, answer) => {
  const route = get(
    '/leaky/{id}',
    {
      operation: 'leak',
      access: open,
      summary: 'Leak.',
      params: z.object({ id: z.uuid() }),
      response: z.unknown(),
      errors: [403, 404],
    },
    async (ctx) => ({ found: await answer(ctx, ctx.params.id) }),
  )
  const leaky = defineModule({ id: 'leaky', title: 'Leaky', requires: ['desk'], routes: [route] })
  await using app = await testApp({ modules: [desk, leaky] })
  const failure = await checkVisibility(app, {
    samples,
    idTables: { 'GET /leaky/{id}': 'policy_tickets' },
    routes: ['GET /leaky/{id}'],
    stopAtFirst: true,
  }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toMatch(/reveals a hidden row|is not the same as without hidden rows/)
})

/** Each tells of hidden fields in its own way. */
const fieldFaults: Readonly<Record<string, (ctx: Context, sought: string) => Promise<unknown>>> = {
  'returns rows of a schema of its own': ({ from }) => from(Ticket, 't').select('t.title').execute(),
  'filters by a hidden field': async ({ from }, sought) =>
    (await from(Ticket, 't').select('t.id').where('t.title', '>', sought).execute()).length,
  'counts what a hidden field contains': async ({ from }) => {
    const [one] = await from(Ticket, 't').select('t.title').execute()
    return [...(one?.title ?? '')].filter((character) => /[0-7]/.test(character)).length
  },
}

test.each(Object.entries(fieldFaults))('a route that %s is found', async (_, answer) => {
  const route = get(
    '/leaky',
    {
      operation: 'leak',
      access: open,
      summary: 'Leak.',
      query: z.object({ sought: z.string().default('canary-own-8') }),
      response: z.unknown(),
      errors: [403, 404],
    },
    async (ctx) => ({ found: await answer(ctx, ctx.query.sought) }),
  )
  const leaky = defineModule({ id: 'leaky', title: 'Leaky', requires: ['desk'], routes: [route] })
  await using app = await testApp({ modules: [desk, leaky] })
  const failure = await checkVisibility(app, { samples, routes: ['GET /leaky'] }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toMatch(/reveals a hidden field|is not the same as without hidden fields/)
})

test('columns that are shown by contract are not looked for', async () => {
  const route = get(
    '/leaky',
    { operation: 'leak', access: open, summary: 'Leak.', response: z.unknown() },
    async ({ from }) => ({ found: await from(Ticket, 't').select('t.title').execute() }),
  )
  const leaky = defineModule({ id: 'leaky', title: 'Leaky', requires: ['desk'], routes: [route] })
  await using app = await testApp({ modules: [desk, leaky] })
  const shownColumns = { policy_tickets: ['title'] }
  expect(await checkVisibility(app, { samples, routes: ['GET /leaky'], shownColumns })).toMatchObject({ kinds: 2 })
})

const Id = z.object({ id: z.uuid() })
const Nothing = z.object({})

const rename = defineCommand({
  id: 'leaky.rename',
  access: open,
  input: Id,
  output: Nothing,
  async run({ input: { id }, db }) {
    await sql`update policy_tickets set title = 'Renamed' where id = ${id}`.execute(db)
    return {}
  },
})
const renameLater = defineJob({ id: 'leaky.later', payload: Id, run: ({ payload, run }) => run(rename, payload) })
const queue = defineCommand({
  id: 'leaky.queue',
  access: open,
  undoable: false,
  input: Id,
  output: Nothing,
  async run({ input, enqueue }) {
    enqueue(renameLater, input)
    return {}
  },
})

test('a route whose job changes hidden rows is found', async () => {
  const route = post(
    '/leaky',
    { operation: 'leak', access: open, summary: 'Leak.', body: Id, response: Nothing },
    ({ run, body }) => run(queue, body),
  )
  const leaky = defineModule({
    id: 'leaky',
    title: 'Leaky',
    requires: ['desk'],
    commands: [rename, queue],
    jobs: [renameLater],
    routes: [route],
  })
  await using app = await testApp({ modules: [desk, leaky] })
  const failure = await checkVisibility(app, {
    samples: [
      ...samples,
      { route: 'POST /leaky', expect: 201, request: { body: { id: '00000000-0000-4000-8000-000000000000' } } },
    ],
    idTables: { id: 'policy_tickets' },
    routes: ['POST /leaky'],
    stopAtFirst: true,
  }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toContain('changes a hidden row of policy_tickets')
})

/** Each writes a field that it is sent under another name, so that field policies do not see it. */
const writeFaults = {
  'another name': z.object({ ticketId: z.uuid(), heading: z.string() }),
  'the name of the field, and the row by another name': z.object({ ticketId: z.uuid(), title: z.string() }),
}

test.each(Object.entries(writeFaults))('a route that takes a field by %s is found', async (_, body) => {
  const retitle = defineCommand({
    id: 'leaky.retitle',
    access: open,
    resource: 'leaky.thing',
    input: body,
    output: Nothing,
    async run({ input, from }) {
      const { ticketId, ...rest } = input
      const ticket = await from.lock(Ticket, { id: ticketId })
      await from.change(Ticket, ticket, { title: Object.values(rest)[0]! })
      return {}
    },
  })
  const route = post(
    '/leaky',
    { operation: 'leak', access: open, summary: 'Leak.', body, response: Nothing },
    ({ run, body: input }) => run(retitle, input as never),
  )
  const leaky = defineModule({ id: 'leaky', title: 'Leaky', requires: ['desk'], commands: [retitle], routes: [route] })
  await using app = await testApp({ modules: [desk, leaky] })
  const name = 'heading' in body.shape ? 'heading' : 'title'
  const options = {
    samples: [
      ...samples,
      {
        route: 'POST /leaky',
        expect: 201,
        request: { body: { ticketId: '00000000-0000-4000-8000-000000000000', [name]: 'Written' } },
      },
    ],
    idTables: { ticketId: 'policy_tickets' },
    routes: ['POST /leaky'],
  }
  const failure = await checkVisibility(app, options).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toContain(
    "POST /leaky writes 'title' of desk.ticket, which the caller may not",
  )
  const writesFields = { 'POST /leaky title': 'a fault' }
  expect(await checkVisibility(app, { ...options, writesFields })).toMatchObject({ writtenFields: 0 })
})
