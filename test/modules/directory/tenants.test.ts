import { once } from 'node:events'
import { defineModule, on } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { createTenant, events, features } from '@plinth/directory'
import { expect, test } from 'vitest'
import { forkProgram } from '../../_setup/fork-program.ts'
import { doomedUrl, untilForgotten } from '../../crash/doomed.ts'
import { directoryApp, superAdmin } from './directory-app.ts'

const path = '/directory/tenants'
const governor = { features: [features['tenants.view'], features['tenants.manage']] }
const namesOf = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name)

test('super admins list all tenants', async () => {
  await using app = await directoryApp()
  const client = app.as(superAdmin)
  const answer = await client.get(path)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ total: 2, page: 1, pageSize: 50, totalPages: 1 })
  expect(answer.body.items[0]).toEqual({
    id: tenantA.id,
    name: 'Acme Tenant',
    isActive: true,
    createdAt: app.clock.now.toISOString(),
    updatedAt: app.clock.now.toISOString(),
  })
  expect(namesOf(await client.get(`${path}?sortDir=desc`))).toEqual(['Beta Tenant', 'Acme Tenant'])
  expect(namesOf(await client.get(`${path}?search=BETA`))).toEqual(['Beta Tenant'])
  expect((await client.get(`${path}?search=%25%25`)).body).toMatchObject({ items: [], total: 0, totalPages: 0 })
  expect(namesOf(await client.get(`${path}?id=${tenantB.id}`))).toEqual(['Beta Tenant'])
  expect(namesOf(await client.get(`${path}?isActive=false`))).toEqual([])
  expect(namesOf(await client.get(`${path}?isActive=true`))).toHaveLength(2)
})

test('pages have a total order (decision: Total order)', async () => {
  await using app = await directoryApp()
  await app.sql(`insert into tenants (tenant_id, id, name, created_at) select i, i, 'Same', '2020-01-01'
    from (select gen_random_uuid() as i from generate_series(1, 30)) s`)
  const client = app.as(superAdmin)
  for (const sort of ['', 'sortField=createdAt', 'sortField=updatedAt&sortDir=desc']) {
    const ids: string[] = []
    for (let page = 1; page <= 5; page++) {
      const { body } = await client.get(`${path}?pageSize=7&page=${page}&${sort}`)
      expect(body.total).toBe(32)
      ids.push(...body.items.map(({ id }: { id: string }) => id))
    }
    expect(new Set(ids).size).toBe(32)
  }
  expect((await client.get(`${path}?page=9`)).body).toMatchObject({ items: [], total: 32 })
})

test('an invalid query is 400 with its fields', async () => {
  await using app = await directoryApp()
  for (const query of ['page=1.5', 'pageSize=101', 'page=0', 'id=x', 'sortField=deletedAt', 'isActive=maybe']) {
    const { status, body } = await app.as(superAdmin).get(`${path}?${query}`)
    expect([query, status, body.error]).toEqual([query, 400, 'Invalid query parameters'])
    expect(body.details).toEqual({ formErrors: [], fieldErrors: { [query.split('=')[0]!]: [expect.any(String)] } })
  }
})

test('others see and change no tenant but their own', async () => {
  await using app = await directoryApp()
  for (const grants of [governor, { features: ['*'] }, { features: ['directory.*'] }]) {
    const client = app.as(grants)
    const { body } = await client.get(path)
    expect([namesOf({ body }), body.total]).toEqual([['Acme Tenant'], 1])
    expect(namesOf(await client.get(`${path}?id=${tenantB.id}`))).toEqual([])
    expect((await client.post(path, { name: 'x' })).status).toBe(403)
    expect((await client.put(path, { id: tenantB.id, name: 'x' })).body).toEqual({ error: 'Tenant not found' })
    expect((await client.put(path, { id: tenantA.id, name: 'Acme Tenant' })).body).toEqual({ ok: true })
    expect((await client.del(`${path}?id=${tenantB.id}`)).status).toBe(403)
    expect((await client.del(`${path}?id=${tenantA.id}`)).status).toBe(403)
  }
  expect(await app.sql('select from tenants where name = $1', ['x'])).toHaveLength(0)
})

test('who may call', async () => {
  await using app = await directoryApp()
  const body = { id: tenantA.id, name: 'x' }
  const viewer = app.as({ features: [features['tenants.view']] })
  for (const client of [app.anonymous, app.as('admin'), viewer]) {
    const answers = [
      await client.post(path, body),
      await client.put(path, body),
      await client.del(path, body),
      await client.get(path),
    ]
    const expected = client === app.anonymous ? 401 : 403
    expect(answers.map(({ status }) => status)).toEqual([
      expected,
      expected,
      expected,
      client === viewer ? 200 : expected,
    ])
  }
})

test('a tenant is created, changed and deleted by a super admin', async () => {
  const heard: unknown[] = []
  const listener = defineModule({
    id: 'listener',
    title: 'Listener',
    setup: async ({ scope }) => void heard.push(['set up', scope.tenantId]),
    subscribers: (['created', 'updated', 'deleted'] as const).map((verb) =>
      on(events[`tenant.${verb}`], ({ payload }) => void heard.push([verb, payload])),
    ),
  })
  await using app = await directoryApp({ modules: [listener] })
  await app.settled()
  heard.length = 0
  const client = app.as(superAdmin)
  const made = await client.post(path, { name: 'Gamma' })
  expect([made.status, made.operation, Object.keys(made.body)]).toEqual([201, null, ['id']])
  const { id } = made.body
  const look = () => app.anonymous.get(`/directory/tenants/lookup?tenantId=${id}`)
  expect((await look()).body).toEqual({ ok: true, tenant: { id, name: 'Gamma' } })

  const changed = await client.put(path, { id, name: 'Delta' })
  expect([changed.status, changed.body, changed.operation]).toEqual([200, { ok: true }, null])
  expect((await look()).body.tenant.name).toBe('Delta')
  await client.put(path, { id, isActive: false })
  expect((await look()).status).toBe(404)
  expect((await client.get(`${path}?id=${id}`)).body.items[0]).toMatchObject({ name: 'Delta', isActive: false })

  expect((await client.del(`${path}?id=${id}`)).body).toEqual({ ok: true })
  for (const gone of [await client.del(`${path}?id=${id}`), await client.put(path, { id, name: 'x' })])
    expect([gone.status, gone.body]).toEqual([404, { error: 'Tenant not found' }])
  expect((await client.get(path)).body.total).toBe(2)
  await app.settled()
  const payload = { id, tenantId: id, organizationId: null }
  expect(heard).toEqual([
    ['created', payload],
    ['set up', id],
    ['updated', payload],
    ['updated', payload],
    ['deleted', payload],
  ])
  const log = await app.sql(`select command_id, resource_id, undo_token_hash from plinth.action_log
    where resource_id = '${id}' order by created_at`)
  expect(log.map(({ command_id }) => command_id).toSorted()).toEqual(
    ['create', 'delete', 'provision', 'update', 'update'].map((name) => `directory.tenants.${name}`),
  )
  expect(log.every((entry) => entry['undo_token_hash'] === null)).toBe(true)
})

test('a new tenant has an organization of its name, or nothing is left of it', async () => {
  let isBroken = false
  const setup = async () => {
    if (isBroken) throw new Error('no')
  }
  await using app = await directoryApp({ modules: [defineModule({ id: 'other', title: 'Other', setup })] })
  const client = app.as(superAdmin)
  const { id } = (await client.post(path, { name: 'Çelik & Söhne', isActive: false })).body
  expect(
    await app.sql('select name, slug, is_active, parent_id from organizations where tenant_id = $1', [id]),
  ).toEqual([{ name: 'Çelik & Söhne', slug: 'celik-sohne', is_active: true, parent_id: null }])
  expect((await client.get(`${path}?id=${id}`)).body.items[0]).toMatchObject({ isActive: false })
  isBroken = true
  expect((await client.post(path, { name: 'Epsilon' })).status).toBe(500)
  expect((await client.get(`${path}?search=Epsilon`)).body.total).toBe(0)
})

test(
  'a host killed before it has filled a tenant leaves that to a job of the next one',
  { timeout: 120_000 },
  async () => {
    await using app = await directoryApp()
    const client = app.as(superAdmin)
    await client.post(path, { name: 'Filled' })
    const child = await forkProgram(new URL('_dying-host.ts', import.meta.url), {
      HOST_DATABASE_URL: doomedUrl(app),
      CALLER: JSON.stringify(app.callerOf(superAdmin)),
    })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    await untilForgotten(app)
    // A tenant that is deleted before the job comes stays empty.
    const { id: deleted } = await app.platform.actAs(app.callerOf(superAdmin), ({ run }) =>
      run(createTenant, { name: 'Gone' }),
    )
    await client.del(`${path}?id=${deleted}`)
    const filled = () =>
      app.sql(`select t.name, (select count(*)::int from organizations o where o.tenant_id = t.id) as organizations
      from tenants t where t.name in ('Filled', 'Killed', 'Gone') order by t.name`)
    const [filledOnce, gone] = [
      { name: 'Filled', organizations: 1 },
      { name: 'Gone', organizations: 0 },
    ]
    expect(await filled()).toEqual([filledOnce, gone, { name: 'Killed', organizations: 0 }])
    expect(await app.jobs()).toBe(0)
    await app.sql(`update plinth_jobs.job set start_after = now() where name = 'directory.fill-new-tenant'`)
    expect(await app.jobs()).toBe(3)
    expect(await filled()).toEqual([filledOnce, gone, { name: 'Killed', organizations: 1 }])
  },
)

test('refuses bad input and locking oneself out', async () => {
  await using app = await directoryApp()
  const client = app.as(superAdmin)
  for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 'x', isActive: 1 }])
    expect((await client.post(path, body)).body).toMatchObject({ error: 'Invalid input', details: [{}] })
  expect((await client.put(path, { name: 'x' })).body).toMatchObject({ error: 'Invalid id' })
  expect((await client.put(path, { id: 'x', name: 'x' })).body).toMatchObject({ error: 'Invalid id' })
  expect((await client.del(path)).body).toMatchObject({ error: 'Tenant id required' })
  expect((await client.del(`${path}?id=x`)).status).toBe(400)
  // Whoever names two does not expect one of them to be passed over.
  const { id } = (await client.post(path, { name: 'Zeta' })).body
  for (const query of [`id=${id}&id=${tenantB.id}`, `id=${tenantB.id}&id=x`])
    expect([query, (await client.del(`${path}?${query}`)).status]).toEqual([query, 400])
  expect((await client.get(path)).body.total).toBe(3)
  expect((await client.del(`${path}?id=${id}&id=${id}`)).status).toBe(200)
  expect((await client.put(path, { id: tenantA.id, isActive: false })).body).toEqual({
    error: 'You cannot deactivate your own tenant',
  })
  expect((await client.del(`${path}?id=${tenantA.id}`)).body).toEqual({ error: 'You cannot delete your own tenant' })
})
