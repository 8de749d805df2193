import {
  type Command,
  type CommandContext,
  defineCommand,
  defineMigration,
  defineModule,
  open as everybody,
  type Job,
  type Module,
  type Service,
  type Subscriber,
} from '@plinth/core'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from './_folder.ts'
import { folderOf, readBlock } from './_pages.ts'

// Blocks that no other test of the pages runs, letter by letter.

type Entity = NonNullable<Module['entities']>[number]

const tables = defineMigration(
  'tags.tables',
  `select plinth.scoped_table('tags', 'label text not null, unique (tenant_id, label)')`,
)
const tickets = defineMigration('desk.tables', `select plinth.scoped_table('tickets', 'status text not null')`)

type Folder = Awaited<ReturnType<typeof makeFolder>>

async function load<T>(folder: Folder, page: string, name: string): Promise<T> {
  const { prelude, text } = readBlock(page, name)
  return (await import(await folder.write(`${folderOf(page)}/${name}`, prelude + text))) as T
}

const open = (module: Module) => testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })

test('a command renames a tag, and says where there is none', async () => {
  await using folder = await makeFolder()
  const { renameTag, features, Tag } = await load<{
    readonly renameTag: Command
    readonly features: NonNullable<Module['features']>
    readonly Tag: Entity
  }>(folder, 'docs/3-commands.md', 'rename-tag.ts')
  const about = { id: 'tags', title: 'Tags', features, entities: [Tag], migrations: [tables] }
  await using app = await open(defineModule({ ...about, commands: [renameTag] }))
  const caller = app.callerOf({ features: ['tags.*'] })
  const { tenantId, organizationId } = caller.scope
  const id = crypto.randomUUID()
  await app.sql(`insert into tags (id, tenant_id, organization_id, label) values ($1, $2, $3, 'VIP')`, [
    id,
    tenantId,
    organizationId,
  ])
  const rename = (input: object) => app.platform.actAs(caller, ({ run }) => run(renameTag, input as never))
  expect(await rename({ id, label: ' Very important ' })).toEqual({ id })
  expect(await app.sql('select label from tags')).toEqual([{ label: 'Very important' }])
  await expect(rename({ id: crypto.randomUUID(), label: 'None' })).rejects.toThrow('Tag')
})

test('a row is added in one statement, where there is none yet', async () => {
  await using folder = await makeFolder()
  const { addTag, Tag } = await load<{
    readonly addTag: (ctx: CommandContext<unknown>, tag: { label: string }) => Promise<object | undefined>
    readonly Tag: Entity
  }>(folder, 'docs/3-commands.md', 'add-tag.ts')
  const add = defineCommand({
    id: 'tags.tags.add',
    access: everybody,
    input: z.object({ label: z.string() }),
    output: z.unknown(),
    run: async (ctx) => (await addTag(ctx, ctx.input)) ?? null,
  })
  await using app = await open(
    defineModule({ id: 'tags', title: 'Tags', entities: [Tag], migrations: [tables], commands: [add] }),
  )
  const send = () => app.platform.actAs(app.callerOf({ features: [] }), ({ run }) => run(add, { label: 'VIP' }))
  expect(await send()).toEqual({ id: expect.any(String), createdAt: expect.any(String) })
  expect(await send()).toBeNull()
  expect(await app.sql('select label from tags')).toEqual([{ label: 'VIP' }])
})

test('many rows are closed in one statement, each of them once', async () => {
  await using folder = await makeFolder()
  const { closeTickets, features, events, Ticket } = await load<{
    readonly closeTickets: Command
    readonly features: NonNullable<Module['features']>
    readonly events: NonNullable<Module['events']>
    readonly Ticket: Entity
  }>(folder, 'docs/3-commands.md', 'close-tickets.ts')
  const about = { id: 'desk', title: 'Desk', features, events, entities: [Ticket], migrations: [tickets] }
  await using app = await open(defineModule({ ...about, commands: [closeTickets] }))
  const caller = app.callerOf({ features: ['desk.*'] })
  const { tenantId, organizationId } = caller.scope
  const rows = await app.sql<{ id: string }>(
    `insert into tickets (id, tenant_id, organization_id, status)
      select gen_random_uuid(), $1, $2, 'open' from generate_series(1, 3) returning id`,
    [tenantId, organizationId],
  )
  const ids = rows.map(({ id }) => id)
  const close = () => app.platform.actAs(caller, ({ run }) => run(closeTickets, { ids } as never))
  const answers = await Promise.all([close(), close()])
  expect(answers).toEqual(expect.arrayContaining([{ closed: 3 }, { closed: 0 }]))
})

test('one subscriber follows an event at once, the other as a job', async () => {
  await using folder = await makeFolder()
  const page = await load<{
    readonly events: NonNullable<Module['events']>
    readonly welcome: Subscriber
    readonly count: Subscriber
  }>(folder, 'docs/3-commands.md', 'tag-events.ts')
  const { events, welcome, count } = page
  await using app = await open(defineModule({ id: 'tags', title: 'Tags', events, subscribers: [welcome, count] }))
  const payload = { id: crypto.randomUUID() }
  await app.platform.actAs(app.callerOf({ features: [] }), async ({ emit }) =>
    emit(events['tag.created'] as never, payload as never),
  )
  expect(await app.jobs()).toBe(1)
  await expect.poll(() => app.log.at('info')).toContainEqual({ level: 'info', message: 'a new tag', facts: payload })
  expect(app.log.at('error')).toEqual([])
})

test('a job sends a report', async () => {
  await using folder = await makeFolder()
  const { sendReport } = await load<{ readonly sendReport: Job }>(folder, 'docs/3-commands.md', 'send-report.ts')
  await using app = await open(defineModule({ id: 'reports', title: 'Reports', jobs: [sendReport] }))
  const payload = { to: 'boss@acme.example' }
  await app.platform.actAs(app.callerOf({ features: [] }), async ({ enqueue }) => enqueue(sendReport, payload as never))
  await app.jobs()
  expect(app.mails).toMatchObject([{ to: 'boss@acme.example', subject: 'Report' }])
})

test('services answer what is in the scope of their caller', async () => {
  await using folder = await makeFolder()
  const page = 'docs/2-modules.md'
  const { tags } = await load<{ readonly tags: Module }>(folder, page, 'tags.ts')
  const { colors } = await load<{ readonly colors: Service<{ used(): Promise<object[]> }> }>(folder, page, 'colors.ts')
  const { tagCounter } = await load<{ readonly tagCounter: Service<{ count(): Promise<number> }> }>(
    folder,
    'docs/modules-reference.md',
    'tag-counter.ts',
  )
  await using app = await open({ ...tags, services: [colors, tagCounter] as NonNullable<Module['services']> })
  const client = app.as({ features: ['tags.*'] })
  for (const slug of ['vip', 'new']) expect((await client.post('/tags', { slug, label: slug })).status).toBe(201)
  const told = await app.platform.actAs(app.callerOf({ features: ['tags.*'] }), async (ctx) => ({
    used: await ctx.inject(colors).used(),
    count: await ctx.inject(tagCounter).count(),
  }))
  expect(told).toEqual({ used: [expect.objectContaining({ tags: 2 })], count: 2 })
})
