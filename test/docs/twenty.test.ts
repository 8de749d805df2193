import type { Module } from '@plinth/core'
import { revertLogged, runLogged, testPlatform } from '@plinth/testing'
import { afterAll, expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlocks } from './_pages.ts'

// The twenty examples of the page, letter by letter: the module that the last one declares, on one platform.
const blocks = readBlocks('docs/examples.md')
const folder = await makeFolder()
for (const { name, text } of blocks) await folder.write(name, text)
const load = (name: string) => import(`${folder.path}/${name}`)
const { desk } = (await load('desk.ts')) as { desk: Module }
const app = await testPlatform({ modules: [desk], postgresUrl: inject('postgresUrl') })
const admin = app.as('admin')

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const make = async (title: string = crypto.randomUUID()) => (await admin.post('/tickets', { title })).body.id as string
const rowOf = async (id: string) => (await admin.get(`/tickets?id=${id}`)).body.items[0]

const examples: readonly (readonly [title: string, files: string, work: () => Promise<void>])[] = [
  [
    'rows are listed, created, updated and deleted',
    'ticket contract resource',
    async () => {
      const id = await make('Paper jam')
      expect((await admin.put('/tickets', { id, votes: 3 })).status).toBe(200)
      expect((await admin.get('/tickets?search=jam')).body.items).toMatchObject([{ id, status: 'open', votes: 3 }])
      expect((await admin.del(`/tickets?id=${id}`)).status).toBe(200)
    },
  ],
  [
    'anybody is greeted',
    'hello',
    async () => {
      expect((await app.anonymous.get('/desk/hello?name=Ada')).body).toEqual({ text: 'Hello, Ada' })
    },
  ],
  [
    'rows are counted',
    'statuses',
    async () => {
      await make()
      expect((await admin.get('/tickets/statuses')).body).toContainEqual({
        status: 'open',
        tickets: expect.any(Number),
      })
    },
  ],
  [
    'a ticket is closed once, and somebody is told',
    'close-ticket close-route report tell-boss',
    async () => {
      const id = await make()
      expect((await admin.post(`/tickets/${id}/close`, {})).status).toBe(200)
      const second = await admin.send('POST', `/tickets/${id}/close`, { headers: { 'accept-language': 'de' } })
      expect([second.status, second.body.error]).toEqual([409, 'Das Ticket ist geschlossen'])
      await app.settled()
      await app.jobs()
      expect(app.mails.map(({ text }) => text)).toContain(`Ticket ${id} is closed`)
    },
  ],
  [
    'no vote is lost',
    'vote',
    async () => {
      const id = await make()
      await Promise.all(Array.from({ length: 8 }, () => admin.post(`/tickets/${id}/vote`, {})))
      expect((await rowOf(id)).votes).toBe(8)
    },
  ],
  [
    'all are closed in one statement',
    'close-all',
    async () => {
      const id = await make()
      expect((await admin.post('/tickets/close', {})).body.closed).toBeGreaterThan(0)
      expect((await rowOf(id)).status).toBe('closed')
    },
  ],
  [
    'a second ticket with a title is a conflict',
    'open-ticket',
    async () => {
      await make('No paper')
      const second = await admin.post('/tickets/open', { title: 'No paper' })
      expect([second.status, second.body.error]).toEqual([409, 'There is a ticket with this title'])
    },
  ],
  [
    'a job runs every night',
    'nightly',
    async () => {
      app.clock.advance(86_400_000)
      await app.jobs()
      expect(app.log.at('info').map(({ message }) => message)).toContain('good night')
    },
  ],
  [
    'an announcement is taken back',
    'announce',
    async () => {
      const { announce } = await load('announce.ts')
      const id = await make()
      const caller = app.callerOf('admin')
      const { id: entryId } = await runLogged(app, caller, { command: announce, input: { id } })
      await revertLogged(app, caller, { entryId, direction: 'undo' })
      await app.jobs()
      expect(app.mails.map(({ text }) => text)).toContain(`Never mind ${id}`)
    },
  ],
  [
    'closing is previewed, and nothing is written',
    'preview-close',
    async () => {
      const id = await make()
      expect((await admin.get(`/tickets/${id}/close`)).body).toEqual({ rows: 1 })
      expect((await rowOf(id)).status).toBe('open')
    },
  ],
  [
    'an action is taken back',
    'take-back',
    async () => {
      const id = await make()
      const { operation } = await admin.post(`/tickets/${id}/close`, {})
      expect((await admin.post(`/desk/actions/${operation!.id}/undo`, {})).status).toBe(200)
      expect((await rowOf(id)).status).toBe('open')
    },
  ],
  [
    'a service counts, a cache keeps the number, and a tool tells it',
    'desk-stats open-tickets busy desk',
    async () => {
      const { busy } = await load('busy.ts')
      const { tagOf } = await load('open-tickets.ts')
      const ask = () => app.platform.actAs(app.callerOf('admin'), (ctx) => busy.run(ctx)) as Promise<{ open: number }>
      const { open } = await ask()
      await make()
      expect(await ask()).toEqual({ open })
      await app.platform.actAs(app.callerOf('admin'), async ({ invalidate, scope }) =>
        invalidate(tagOf(scope.tenantId)),
      )
      expect(await ask()).toEqual({ open: open + 1 })
    },
  ],
]

test.each(examples)('%s', async (_title, _files, work) => work())

test('there are twenty, and each is run', () => {
  const run = examples.flatMap(([, files]) => files.split(' ').map((file) => `${file}.ts`))
  expect(blocks.map(({ name }) => name).toSorted()).toEqual(run.toSorted())
  expect(blocks).toHaveLength(20)
})
