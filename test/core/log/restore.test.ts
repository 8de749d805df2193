import { defineMigration, defineModule } from '@plinth/core'
import { runLogged, revertLogged } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { callerA } from '../_lab/lab.ts'
import { exec } from './_upgrade.ts'

const ticket = 'a0000000-0000-4000-8000-000000000001'
const comment = 'c0000000-0000-4000-8000-000000000001'

const tables = (reference: string) =>
  defineMigration(
    'desk.tables',
    `select plinth.tenant_table('tickets', 'body text');
    select plinth.tenant_table('comments', $$ ticket_id uuid, body text, ${reference} $$);
    comment on column comments.ticket_id is '${reference.includes('foreign') ? 'the ticket' : 'refers to tickets'}'`,
  )

async function openDesk(reference: string) {
  const desk = defineModule({ id: 'desk', title: 'Desk', commands: [exec], migrations: [tables(reference)] })
  const app = await testApp({ modules: [desk] })
  return {
    ...app,
    run: async (text: string) => (await runLogged(app, callerA, { command: exec, input: { text } })).id,
    undo: (entryId: string) => revertLogged(app, callerA, { direction: 'undo', entryId }),
    redo: (entryId: string) => revertLogged(app, callerA, { direction: 'redo', entryId }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const addTicket = `insert into tickets (id, tenant_id, body) values ('${ticket}', plinth.tenant(), 'Help')`
const addComment = (id = comment) =>
  `insert into comments (id, tenant_id, ticket_id, body) values ('${id}', plinth.tenant(), '${ticket}', 'Me too')`
const key = 'foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)'

test.each([[`${key} on delete cascade`], [`${key} on delete set null (ticket_id)`], [key], ['check (true)']])(
  'rows that others added to what is undone are named, and nothing goes: %s',
  async (reference) => {
    await using desk = await openDesk(reference)
    const created = await desk.run(addTicket)
    const added = await desk.run(addComment())
    await expect(desk.undo(created)).rejects.toMatchObject({
      status: 400,
      message: 'Later changes are in the way',
      body: { conflicts: [{ resourceKind: 'comments', resourceId: comment, fields: ['ticketId'] }] },
    })
    expect(await desk.sql('select ticket_id from comments')).toEqual([{ ticket_id: ticket }])
    expect(await desk.sql('select from plinth.turns')).toEqual([])
    await desk.undo(added)
    await desk.undo(created)
    expect(await desk.sql('select from tickets')).toEqual([])
  },
)

test('rows of the same action go and come with it, also when it is redone and undone again', async () => {
  await using desk = await openDesk(`${key} on delete cascade`)
  const created = await desk.run(`${addTicket}; ${addComment()}`)
  await desk.undo(created)
  const redone = await desk.redo(created)
  await desk.undo(redone.id)
  expect(await desk.sql('select id from tickets union all select id from comments')).toEqual([])
})

test('a deletion is not redone over rows that were added after it was undone', async () => {
  await using desk = await openDesk(`${key} on delete cascade`)
  await desk.run(`${addTicket}; ${addComment()}`)
  const deleted = await desk.run('delete from tickets')
  await desk.undo(deleted)
  const other = comment.replace('c', 'd')
  await desk.run(addComment(other))
  await expect(desk.redo(deleted)).rejects.toMatchObject({ body: { conflicts: [{ resourceId: other }] } })
})

const detached = addComment().replace(`'${ticket}'`, 'null')
const attach = `update comments set ticket_id = '${ticket}'`
const referring = async (desk: { sql: (text: string) => Promise<unknown> }) =>
  desk.sql('select ticket_id, body from comments order by id')

test.each([[`${key} on delete cascade`], [`${key} on delete set null (ticket_id)`], [key], ['check (true)']])(
  'a row is named that the action has changed, and that others let refer to what goes: %s',
  async (reference) => {
    await using desk = await openDesk(reference)
    await desk.run(detached)
    const created = await desk.run(`${addTicket}; update comments set body = 'Edited'`)
    const attached = await desk.run(attach)
    await expect(desk.undo(created)).rejects.toMatchObject({
      message: 'Later changes are in the way',
      body: { conflicts: [{ resourceKind: 'comments', resourceId: comment, fields: ['ticketId'] }] },
    })
    expect(await referring(desk)).toEqual([{ ticket_id: ticket, body: 'Edited' }])
    await desk.undo(attached)
    await desk.undo(created)
    expect(await referring(desk)).toEqual([{ ticket_id: null, body: 'Me too' }])
    expect(await desk.sql('select from tickets')).toEqual([])
  },
)

test('a row that the action has made, and that others let refer to what goes, is named once', async () => {
  await using desk = await openDesk(`${key} on delete cascade`)
  const created = await desk.run(`${addTicket}; ${detached}`)
  await desk.run(attach)
  const refused = await desk.undo(created).catch((error: { body: object }) => error.body)
  expect(refused).toEqual({ conflicts: [{ resourceKind: 'comments', resourceId: comment, fields: ['ticketId'] }] })
})

test.each([[`${key} on delete cascade`], [`${key} on delete set null (ticket_id)`], [key]])(
  'references move before the rows go that they leave, and after those come that they return to: %s',
  async (reference) => {
    await using desk = await openDesk(reference)
    const [other, second] = [ticket.replace('a', 'b'), comment.replace('c', 'd')]
    const addOther = addTicket.replace(ticket, other)
    await desk.run(detached)
    const created = await desk.run(`${addTicket}; ${attach}; ${addOther}`)
    await desk.undo(created)
    expect(await referring(desk)).toEqual([{ ticket_id: null, body: 'Me too' }])
    await desk.redo(created)
    expect(await referring(desk)).toEqual([{ ticket_id: ticket, body: 'Me too' }])
    await desk.run(addComment(second))
    const deleted = await desk.run(`update comments set ticket_id = null where id = '${comment}';
      update comments set ticket_id = '${other}' where id = '${second}'; delete from tickets where id = '${ticket}';
      update comments set body = 'Edited'`)
    await desk.undo(deleted)
    expect(await referring(desk)).toEqual([1, 2].map(() => ({ ticket_id: ticket, body: 'Me too' })))
    await desk.redo(deleted)
    expect(await referring(desk)).toEqual([
      { ticket_id: null, body: 'Edited' },
      { ticket_id: other, body: 'Edited' },
    ])
  },
)

test('a deletion that leaves a reference behind can be redone, also where it has changed the row that refers', async () => {
  await using desk = await openDesk('check (true)')
  await desk.run(`${addTicket}; ${addComment()}`)
  const deleted = await desk.run(`delete from tickets; update comments set body = 'Left'`)
  await desk.undo(deleted)
  await desk.redo(deleted)
  expect(await referring(desk)).toEqual([{ ticket_id: ticket, body: 'Left' }])
})

test('a counter moves by what the action added to it, whatever others have counted since', async () => {
  const desk = defineModule({
    id: 'desk',
    title: 'Desk',
    commands: [exec],
    migrations: [
      defineMigration(
        'desk.counted',
        `select plinth.tenant_table('tickets', 'body text, votes integer not null default 0, updated_by uuid');
        comment on column tickets.votes is 'bookkeeping'`,
      ),
    ],
  })
  await using app = await testApp({ modules: [desk] })
  const run = async (text: string) => (await runLogged(app, callerA, { command: exec, input: { text } })).id
  const look = async () => (await app.sql('select body, votes, updated_by from tickets'))[0]
  const other = 'b0000000-0000-4000-8000-000000000002'
  await run(addTicket)
  const voted = await run(`update tickets set body = 'Please', votes = votes + 2, updated_by = '${ticket}'`)
  await run(`update tickets set votes = votes + 5, updated_by = '${other}'`)
  await revertLogged(app, callerA, { direction: 'undo', entryId: voted })
  expect(await look()).toEqual({ body: 'Help', votes: 5, updated_by: other })
  await revertLogged(app, callerA, { direction: 'redo', entryId: voted })
  expect(await look()).toEqual({ body: 'Please', votes: 7, updated_by: other })
})
