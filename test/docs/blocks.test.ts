import {
  type Command,
  type Context,
  defineCommand,
  defineMigration,
  defineModule,
  type Job,
  type Module,
  open,
  type Platform,
} from '@plinth/core'
import { type Client, type TestPlatform, testPlatform, type UndoExample } from '@plinth/testing'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Folder, makeFolder } from './_folder.ts'
import { readBlock, readBlocks } from './_pages.ts'

// Blocks without a name, found by what they say.

type Entity = NonNullable<Module['entities']>[number]

const postgresUrl = inject('postgresUrl')

/** Loads the block that says `part`, with other words where a test needs them. */
async function load<T>(
  folder: Folder,
  [page, part]: readonly [string, string],
  edit = (text: string) => text,
): Promise<T> {
  const block = readBlocks(page).find(({ text }) => text.includes(part))
  if (!block) throw new Error(`${page} has no block with '${part}'`)
  return (await import(await folder.write(`${crypto.randomUUID()}.ts`, edit(block.prelude + block.text)))) as T
}

const write = (folder: Folder, page: string, name: string) => {
  const { prelude, text } = readBlock(page, name)
  return folder.write(name, prelude + text)
}

/** Runs work inside a command of a module. */
async function inCommand(
  module: Module,
  work: (app: TestPlatform, run: (todo: (ctx: Context) => unknown) => Promise<unknown>) => Promise<void>,
) {
  let todo: (ctx: Context) => unknown
  const probe = defineCommand({
    id: `${module.id}.probes.run`,
    access: open,
    input: z.object({}),
    output: z.unknown(),
    run: async (ctx) => todo(ctx as unknown as Context),
  })
  await using app = await testPlatform({
    modules: [{ ...module, commands: [...(module.commands ?? []), probe] }],
    postgresUrl,
  })
  await work(app, (asked) => {
    todo = asked
    return app.platform.actAs(app.callerOf({ features: ['*'] }), ({ run }) => run(probe, {}))
  })
}

test('the composition of the page starts and answers', async () => {
  await using folder = await makeFolder()
  await write(folder, 'docs/2-modules.md', 'tags.ts')
  await using app = await testPlatform({ modules: [], postgresUrl })
  const url = new URL(app.databaseUrl)
  url.pathname = `${url.pathname}_composed`
  await app.sql(`create database ${url.pathname.slice(1)}`)
  const { platform } = await load<{ readonly platform: Platform }>(
    folder,
    ['docs/2-modules.md', 'export const platform = await createPlatform'],
    (text) => text.replace('postgres://localhost/product', url.href),
  )
  try {
    await platform.migrate()
    await platform.start({ workers: false })
    expect((await platform.fetch(new Request('http://localhost/api/tags'))).status).toBe(401)
  } finally {
    await platform.close()
    await app.sql(`drop database ${url.pathname.slice(1)} with (force)`)
  }
})

test('related rows are looked up and joined', async () => {
  await using folder = await makeFolder()
  const page = 'docs/relations.md'
  const { shop } = (await import(await write(folder, page, 'orders.ts'))) as { readonly shop: Module }
  type Read = (ctx: Context, id?: string) => Promise<unknown>
  const { load: loadCustomer } = await load<{ readonly load: Read }>(folder, [page, 'export const load ='])
  const { named } = await load<{ readonly named: Read }>(folder, [page, 'export const named ='])
  await inCommand(shop, async (app, run) => {
    const admin = app.as('admin')
    const customer = (await admin.post('/customers', { name: 'Ada' })).body.id as string
    await admin.post('/orders', { title: 'Paper', customer })
    const orders = [{ title: 'Paper', customer: 'Ada' }]
    expect(await run(named)).toEqual(orders)
    expect(await run(async (ctx) => ((await loadCustomer(ctx, customer)) as { name: string }).name)).toBe('Ada')
    await expect(run((ctx) => loadCustomer(ctx, crypto.randomUUID()))).rejects.toThrow('Customer not found')
  })
})

test("MikroORM's entity manager works in the transaction of a command, with its scope and its log", async () => {
  await using folder = await makeFolder()
  const page = 'docs/entity-manager.md'
  const { features, Ticket, closeTicket, withEntities } = (await import(
    await write(folder, page, 'close-ticket.ts')
  )) as {
    readonly features: NonNullable<Module['features']>
    readonly Ticket: Entity
    readonly closeTicket: Command
    readonly withEntities: <T>(ctx: Context, work: (em: EntityManager) => Promise<T>) => Promise<T>
  }
  const tickets = defineMigration('desk.tables', `select plinth.scoped_table('tickets', 'status text not null')`)
  const about = { id: 'desk', title: 'Desk', features, entities: [Ticket], migrations: [tickets] }
  await inCommand(defineModule({ ...about, commands: [closeTicket] }), async (app, run) => {
    const add = `insert into tickets (id, tenant_id, status) values (gen_random_uuid(), $1, 'open') returning id::text`
    const [mine] = await app.sql<{ id: string }>(add, [app.callerOf({ features: [] }).scope.tenantId])
    await app.sql(add, [crypto.randomUUID()])
    const close = () => app.platform.actAs(app.callerOf({ features: ['*'] }), (ctx) => ctx.run(closeTicket, mine!))
    const closed = await Promise.allSettled([close(), close(), close()])
    expect(closed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await app.sql('select before, after from plinth.changes')).toMatchObject([
      { before: { status: 'open' }, after: { status: 'closed' } },
    ])
    const text = `it's "a", ? ?? \\ $1`
    const seen = await run((ctx) =>
      withEntities(ctx, async (em) => {
        em.create(Ticket, { status: text })
        await em.flush()
        em.clear()
        const [made] = await em.find(Ticket, { status: text })
        return [made.createdAt instanceof Date, await em.count(Ticket), await em.count(Ticket, {}, { filters: false })]
      }),
    )
    expect(seen).toEqual([true, 2, 2])
    for (const escape of [
      (em: EntityManager) => em.transactional(async () => {}),
      (em: EntityManager) => em.fork().count(Ticket, {}, { filters: false }),
    ])
      await expect(run((ctx) => withEntities(ctx, escape as never))).rejects.toThrow()
  })
})

test('what a job imports on behalf of somebody is undone by them', async () => {
  await using folder = await makeFolder()
  const { importRows, importJob, features, Row } = await load<{
    readonly importRows: Command
    readonly importJob: Job
    readonly features: NonNullable<Module['features']>
    readonly Row: Entity
  }>(folder, ['docs/3-commands.md', 'export const importRows'], (text) =>
    text.replaceAll(/^const (features|Row) /gm, 'export const $1 '),
  )
  const tables = defineMigration('shop.tables', `select plinth.scoped_table('shop_rows', 'label text not null')`)
  const about = { id: 'shop', title: 'Shop', features, entities: [Row], migrations: [tables] }
  await using app = await testPlatform({
    modules: [defineModule({ ...about, commands: [importRows], jobs: [importJob] })],
    postgresUrl,
  })
  const caller = app.callerOf({ features: ['*'] })
  await app.platform.actAs(caller, async ({ enqueue }) => enqueue(importJob, { labels: ['a', 'b'] } as never))
  await app.jobs()
  expect(await app.sql('select label from shop_rows')).toHaveLength(2)
  const [entry] = await app.sql<{ id: string }>(
    `select id from plinth.action_log where command_id = 'shop.rows.import'`,
  )
  await app.platform.actAs(caller, ({ undo }) => undo(entry!.id))
  expect(await app.sql('select label from shop_rows')).toEqual([])
})

test('the checks of the page on testing pass for the module of the page on modules', { timeout: 60_000 }, async () => {
  await using folder = await makeFolder()
  const { tags, tagged } = (await import(await write(folder, 'docs/2-modules.md', 'tags.ts'))) as {
    readonly tags: Module
    readonly tagged: Record<'create' | 'delete', Command>
  }
  const page = 'docs/6-testing.md'
  type Check = (...args: readonly unknown[]) => Promise<unknown>
  const { expectNoExtraQueries } = await load<{
    readonly expectNoExtraQueries: (app: TestPlatform, client: Client, path: string) => unknown
  }>(folder, [page, 'function expectNoExtraQueries'])
  const { reverts } = await load<{ readonly reverts: Check }>(folder, [page, 'export const reverts'])
  const { survives } = await load<{ readonly survives: Check }>(folder, [page, 'export const survives ='])
  const { survivesCrashes } = await load<{ readonly survivesCrashes: Check }>(folder, [
    page,
    'export const survivesCrashes',
  ])
  const { losesNothing } = await load<{ readonly losesNothing: Check }>(folder, [page, 'export const losesNothing'])
  const { drift } = await load<{ readonly drift: Check }>(folder, [page, 'export const drift'])
  const module = {
    ...tags,
    commands: [tagged.create, tagged.delete],
    routes: tags.routes!.filter(({ method }) => method !== 'PUT'),
  }
  const input = () => ({ slug: crypto.randomUUID(), label: 'Old' })
  const made = async (app: TestPlatform) => {
    const { body } = await app.as('admin').post('/tags', input())
    return { id: body.id as string }
  }
  const examples: readonly UndoExample[] = [
    { command: tagged.create, input },
    { command: tagged.delete, input: made },
  ]
  await using app = await testPlatform({ modules: [module], postgresUrl })
  await made(app)
  await made(app)
  await expectNoExtraQueries(app, app.as('employee'), '/tags')
  await reverts(app, tagged.create, tagged.delete)
  await survivesCrashes(app, examples)
  await losesNothing(app, examples)
  await survives(postgresUrl, [module], examples)
  expect(await drift(app)).toEqual([])
})
