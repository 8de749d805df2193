import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import assert from 'node:assert/strict'
import { addComment, closeTicket } from './commands.ts'
import { tickets } from './module.ts'

export const agent = { features: ['helpdesk.*'] }
const unknown = { id: '99999999-9999-4999-8999-999999999999' }
const words = { subject: 'Printer', description: 'It does not print' }

/** A new ticket. */
export async function made(app: TestPlatform): Promise<{ readonly id: string }> {
  const { status, body, text } = await app.as(agent).post('/tickets', words)
  assert.equal(status, 201, text)
  return body
}

const PATH = '/tickets/{id}/close'
const answer = { answer: 'Done' }
const changed = async (app: TestPlatform) => ({ ...(await made(app)), subject: 'New' })

/** What the checks need to know of the helpdesk. */
export const helpdeskFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      { route: 'GET /tickets', as: agent, request: { query: { search: 'x'.repeat(201) } }, expect: 400 },
      { route: 'POST /tickets', as: agent, request: { body: words }, expect: 201 },
      { route: 'PUT /tickets', as: agent, request: async (app) => ({ body: await changed(app) }), expect: 200 },
      { route: 'PUT /tickets', as: agent, request: { body: unknown }, expect: 404 },
      { route: 'DELETE /tickets', as: agent, request: async (app) => ({ query: await made(app) }), expect: 200 },
      { route: 'DELETE /tickets', as: agent, request: { query: unknown }, expect: 404 },
      {
        route: `POST ${PATH}`,
        as: agent,
        request: async (app) => ({ params: { ...(await made(app)) }, body: answer }),
        expect: 200,
      },
      { route: `POST ${PATH}`, as: agent, request: { params: unknown, body: answer }, expect: 404 },
    ],
  },
  undo: {
    examples: [
      { command: tickets.create, input: words },
      { command: tickets.update, input: changed },
      { command: tickets.delete, input: made },
      { command: addComment, input: async (app: TestPlatform) => ({ ticketId: (await made(app)).id, text: 'Hm' }) },
      { command: closeTicket, input: async (app: TestPlatform) => ({ ...(await made(app)), ...answer }) },
    ],
  },
}
