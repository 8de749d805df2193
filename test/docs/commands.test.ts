import {
  type Command,
  defineMigration,
  defineModule,
  type Job,
  type Migration,
  type Module,
  type Route,
} from '@plinth/core'
import { runLogged, tenantA, testPlatform, revertLogged } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { openUpgrade } from '../core/log/_upgrade.ts'
import { readBlock } from './_pages.ts'

/** What the page's block and its prelude export. */
interface Published {
  readonly features: NonNullable<Module['features']>
  readonly publishTag: Command
  readonly publish: Job
  readonly withdraw: Job
  readonly done: readonly string[]
}

interface UndoPage extends Pick<Published, 'features'> {
  readonly Tag: NonNullable<Module['entities']>[number]
  readonly createTag: Command
  readonly previewUndo: Route
  readonly undoTags: Route
}

test('what a command did outside the database is taken back by its `undo`', async () => {
  await using folder = await makeFolder()
  const { prelude, text } = readBlock('docs/undo.md', 'publish-tag.ts')
  const file = await folder.write('publish-tag.ts', prelude + text)
  const { features, publishTag, publish, withdraw, done } = (await import(file)) as Published
  const tags = defineModule({ id: 'tags', title: 'Tags', features, commands: [publishTag], jobs: [publish, withdraw] })
  await using app = await testPlatform({ modules: [tags], postgresUrl: inject('postgresUrl') })
  const caller = app.callerOf({ features: ['tags.*'] })
  const input = { id: crypto.randomUUID(), url: 'https://example.com/vip' }
  const { id: entryId } = await runLogged(app, caller, { command: publishTag, input })
  await app.jobs()
  await revertLogged(app, caller, { entryId, direction: 'undo' })
  await app.jobs()
  expect(done).toEqual(['publish https://example.com/vip', 'withdraw https://example.com/vip'])
  await revertLogged(app, caller, { entryId, direction: 'redo' })
  await app.jobs()
  expect(done).toHaveLength(3)
  expect(done[2]).toBe('publish https://example.com/vip')
})

test('entries of before a migration are undone as it says', async () => {
  await using folder = await makeFolder()
  const { prelude, text } = readBlock('docs/8-migrations.md', 'describe-tickets.ts')
  const file = await folder.write('describe-tickets.ts', prelude + text)
  const { describeTickets } = (await import(file)) as { readonly describeTickets: Migration }
  await using desk = await openUpgrade()
  await desk.insert({ body: 'Paper jam' })
  const updated = await desk.run(`update tickets set body = 'No paper'`)
  const deleted = await desk.run('delete from tickets')
  await using next = await desk.migrate(describeTickets)
  await next.revert('undo', deleted)
  await next.revert('undo', updated)
  expect(await next.sql('select description, slug from tickets')).toEqual([
    { description: 'Paper jam', slug: 'paper jam' },
  ])
})

test('a module previews and undoes what was done, without a line of its own for it', async () => {
  await using folder = await makeFolder()
  const { prelude, text } = readBlock('docs/undo.md', 'undo-tags.ts')
  const file = await folder.write('undo-tags.ts', prelude + text)
  const page = (await import(file)) as UndoPage
  const tags = defineModule({
    id: 'tags',
    title: 'Tags',
    features: page.features,
    entities: [page.Tag],
    migrations: [defineMigration('tags.tables', `select plinth.scoped_table('tags', $$ label text not null $$)`)],
    commands: [page.createTag],
    routes: [page.previewUndo, page.undoTags],
  })
  await using app = await testPlatform({ modules: [tags], postgresUrl: inject('postgresUrl') })
  const caller = app.callerOf({ features: ['tags.*'] })
  const { id } = await runLogged(app, caller, { command: page.createTag, input: { label: 'vip' } })
  const [own, other] = [app.as(caller), app.as({ features: ['tags.*'] })]
  expect((await own.get(`/tags/actions/${id}/preview`)).body).toEqual({ rows: 1 })
  expect(await other.post(`/tags/actions/${id}/undo`, {})).toMatchObject({ status: 400 })
  expect(await app.sql('select label from tags')).toEqual([{ label: 'vip' }])
  expect(await own.post(`/tags/actions/${id}/undo`, {})).toMatchObject({ status: 200, body: { ok: true } })
  expect(await app.sql('select label from tags')).toEqual([])
})

interface ConcurrencyPage extends Pick<Published, 'features'> {
  readonly Ticket: NonNullable<Module['entities']>[number]
  readonly closeTicket: Command
}

const deskOf = ({ features, Ticket }: ConcurrencyPage, command: Command) =>
  defineModule({
    id: 'desk',
    title: 'Desk',
    features,
    entities: [Ticket],
    migrations: [defineMigration('desk.tables', `select plinth.scoped_table('tickets', $$ status text not null $$)`)],
    commands: [command],
  })

const ADD = `insert into tickets (id, tenant_id, status) values (gen_random_uuid(), $1, $2) returning id::text`

test('a ticket that is closed twice at once is closed once', async () => {
  await using folder = await makeFolder()
  const { prelude, text } = readBlock('docs/concurrency.md', 'close-ticket.ts')
  const page = (await import(await folder.write('close-ticket.ts', prelude + text))) as ConcurrencyPage
  const modules = [deskOf(page, page.closeTicket)]
  await using app = await testPlatform({ modules, postgresUrl: inject('postgresUrl') })
  const caller = app.callerOf({ features: ['desk.*'] })
  const [ticket] = await app.sql<{ id: string }>(ADD, [tenantA.id, 'open'])
  const close = () => app.platform.actAs(caller, ({ run }) => run(page.closeTicket, { id: ticket!.id }))
  const ends = await Promise.allSettled([close(), close()])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
