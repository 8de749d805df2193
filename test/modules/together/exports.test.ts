import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { toNodeHandler } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { toCsv } from '@plinth/core/http'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { authApp, signIn } from '../auth/_accounts.ts'
import { readArchive } from '../../_setup/read-archive.ts'
import { undoableModules } from '../../undo/modules.ts'

const open = () => testApp({ modules: [directory, auth({ secret: 'exports '.repeat(5) }), ...undoableModules] })
const PRODUCTS = '/catalog/products'

/** Puts so many products of an organization past the log. */
async function fill({ sql }: TestPlatform, count: number, tenant: typeof tenantA | typeof tenantB = tenantA) {
  await sql(
    `insert into catalog_products (id, tenant_id, organization_id, title, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, 'product ' || n from generate_series(1, $3::int) n`,
    [tenant.id, tenant.organization, count],
  )
}

test('every list of every module is an attachment in each format, and says so in the document', async () => {
  await using app = await open()
  const boss = app.as({ isSuperAdmin: true, features: ['*'] })
  const { paths } = (await app.anonymous.get('/openapi.json')).body
  const lists = Object.entries<Record<string, { parameters?: { name: string }[] }>>(paths).flatMap(([path, { get }]) =>
    !path.includes('{') && get?.parameters?.some(({ name }) => name === 'format') ? [path] : [],
  )
  expect(lists).toEqual(
    expect.arrayContaining(['/auth/users', '/auth/roles', '/api_keys/keys', '/business_rules/rules']),
  )
  expect(lists).toEqual(
    expect.arrayContaining(['/directory/tenants', '/progress/jobs', '/attachments/library', PRODUCTS]),
  )
  const types = {
    csv: 'text/csv; charset=utf-8',
    json: 'application/json; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    markdown: 'text/markdown; charset=utf-8',
    jsonl: 'application/x-ndjson; charset=utf-8',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
  }
  const wrong: unknown[] = []
  const userId = crypto.randomUUID()
  await app.sql('insert into users (id, tenant_id, email) values ($1, $2, $3)', [userId, tenantA.id, 'listed@acme.com'])
  /** What some of them have to be asked. */
  const wanted: Readonly<Record<string, string>> = {
    '/auth/access/holders': '&feature=auth.users.list',
    '/directory/organizations': '&view=manage',
    '/auth/users/sessions': `&userId=${userId}`,
    '/auth/users/sign-ins': `&userId=${userId}`,
    '/entities/records': '&entityId=shop:listed',
    '/attachments': '&entityId=shop:order&recordId=1',
  }
  await app.as('admin').post('/entities/entities', { entityId: 'shop:listed', label: 'Listed' })
  for (const path of lists) {
    const get = (who: typeof boss, format: string) => who.get(`${path}?format=${format}${wanted[path] ?? ''}`)
    for (const [format, type] of Object.entries(types)) {
      const { status, headers } = await get(boss, format)
      const found = [status, headers.get('content-type'), headers.get('content-disposition')]
      const name = `${path.split('/').at(-1)}.${format === 'markdown' ? 'md' : format}`
      const right = [200, type, `attachment; filename="${name}"`]
      if (JSON.stringify(found) !== JSON.stringify(right)) wrong.push([path, format, ...found])
    }
    expect((await get(boss, 'pdf')).body).toMatchObject({ items: expect.any(Array) })
    expect([path, (await get(app.anonymous, 'csv')).status]).toEqual([path, 401])
    const unprivileged = [(await get(app.as({}), 'pdf')).status, (await get(app.as({}), 'csv')).status]
    expect([path, unprivileged[1]]).toEqual([path, unprivileged[0]])
  }
  expect(wrong).toEqual([])
}, 120_000)

test('a spreadsheet has numbers, dates and truths of its own, and texts that nothing executes', async () => {
  await using app = await open()
  await fill(app, 250)
  const client = app.as({ features: ['catalog.*'], organizationId: tenantA.organization })
  const text = '=1+1 <&> "_x0007_"\r\n\u0007'
  const product = (await client.post(PRODUCTS, { title: 'Priced', description: text, sku: '0007' })).body.id
  await client.post('/catalog/prices', {
    productId: product,
    currencyCode: 'EUR',
    unitPrice: '12.5',
    startsAt: '2026-03-29T10:00:00Z',
  })
  const sheet = async (path: string, entry: string) => {
    const bytes = Buffer.from(await (await client.fetch(path)).arrayBuffer())
    return (await readArchive(bytes)).get(entry)!
  }
  const prices = await sheet('/catalog/prices?format=xlsx&sortField=unitPrice', 'xl/worksheets/sheet1.xml')
  expect(prices).toContain('<c><v>12.5000</v></c>')
  expect(prices).toContain(`<c s="1"><v>${(Date.UTC(2026, 2, 29, 10) - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`)
  const products = await sheet(`${PRODUCTS}?format=xlsx`, 'xl/worksheets/sheet1.xml')
  expect(products.match(/<row>/g)).toHaveLength(252)
  expect(products).toContain('<t xml:space="preserve">=1+1 &lt;&amp;&gt; &quot;_x005F_x0007_&quot;_x000D_\n_x0007_</t>')
  expect(products).toContain('<t xml:space="preserve">0007</t>')
  expect(products).toContain('<c t="b"><v>1</v></c>')
  const ods = await sheet(`${PRODUCTS}?format=ods`, 'content.xml')
  expect(ods).toContain('office:boolean-value="true"')
  expect(ods).toContain('&quot;_x0007_&quot;</text:p><text:p>\ufffd</text:p>')
  expect(ods.match(/<table:table-row>/g)).toHaveLength(252)
})

test('an export has all rows of the list, with its filters, its order and the rights of its caller', async () => {
  await using app = await open()
  await fill(app, 450)
  await fill(app, 30, tenantB)
  const client = app.as({ features: ['catalog.*', 'audit_logs.*'] })
  const titles = async (query: string) =>
    (await client.get(`${PRODUCTS}?format=json&${query}`)).body.map(({ title }: { title: string }) => title)
  expect(await titles('')).toHaveLength(450)
  expect(new Set(await titles('page=3&pageSize=7')).size).toBe(450)
  const sorted = await titles('sortField=title&sortDir=desc')
  expect(sorted).toEqual(sorted.toSorted().toReversed())
  expect(await titles('search=Product 44&sortField=title')).toEqual(
    expect.arrayContaining(['Product 44', 'Product 440', 'Product 449']),
  )
  const csv = (await client.get(`${PRODUCTS}?format=csv`)).text.trimEnd().split('\n')
  expect([csv.length, csv[0]!.startsWith('id,')]).toEqual([451, true])
  const stranger = app.as({ features: ['catalog.*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await stranger.get(`${PRODUCTS}?format=json`)).body).toHaveLength(30)
  await app.settled()
  const reads = (await client.get('/audit_logs/audit-logs/access?resourceKind=catalog.product')).body
  expect(reads.total).toBeGreaterThanOrEqual(450)
  const logs = async (path: string) => (await client.get(`/audit_logs/audit-logs/${path}&format=json`)).body
  expect(await logs('access?after=2999')).toEqual([])
  await app.sql(
    `insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, created_at)
      select $1, gen_random_uuid(), $2, 'shop.things.' || case when n % 2 = 0 then 'add' else 'weigh' end, $3::text, $3::text::uuid,
        timestamptz '2026-01-01Z' + (n / 2) * interval '1 minute' from generate_series(1, 450) n`,
    [tenantA.id, tenantA.organization, crypto.randomUUID()],
  )
  const actions = (await logs('actions?before=2026-02')) as { id: string; createdAt: string }[]
  expect([actions.length, new Set(actions.map(({ id }) => id)).size]).toEqual([450, 450])
  expect(actions.map(({ createdAt }) => createdAt)).toEqual(
    actions
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  expect(await logs('actions?before=2026-02&sortDir=asc')).toEqual(actions.toReversed())
  expect(await logs('actions?before=2026-02&actionType=create&sortField=action')).toHaveLength(225)
})

test('what a spreadsheet would run is text, and every format keeps what it holds', async () => {
  await using app = await open()
  const client = app.as({ features: ['catalog.*'] })
  const evil = `=cmd|' /C calc'!A0`
  const odd = 'a "b", c|d <e> & \\ `f`'
  await client.post(PRODUCTS, { title: evil, subtitle: '@SUM(1)', sku: '+1', description: '-1+1', handle: 'plain' })
  await client.post(PRODUCTS, { title: odd, description: 'one\ntwo\u0001', metadata: { a: [1] } })
  const get = async (format: string) =>
    (await client.get(`${PRODUCTS}?format=${format}&sortField=title&sortDir=desc`)).text
  const csv = await get('csv')
  for (const cell of [`'${evil}`, `'@SUM(1)`, `'+1`, `'-1+1`]) expect(csv).toContain(`,${cell},`)
  expect(csv).toContain('"a ""b"", c|d <e> & \\ `f`"')
  expect(csv).toContain('"{""a"":[1]}"')
  expect(JSON.parse(await get('json'))).toMatchObject([
    { title: odd, metadata: { a: [1] } },
    { title: evil, sku: '+1' },
  ])
  const xml = await get('xml')
  expect(xml).toContain('<title>a "b", c|d &lt;e&gt; &amp; \\ `f`</title>')
  expect(xml).toContain('<description>one\ntwo\ufffd</description>')
  expect(xml).toMatch(/^<\?xml[^>]*>\n<records>\n {2}<record><id>[\s\S]*<\/record>\n<\/records>\n$/)
  const markdown = await get('md')
  expect(markdown).toContain('| a "b", c\\|d &lt;e&gt; &amp; \\\\ \\`f\\` |')
  expect(markdown.trimEnd().split('\n')).toHaveLength(4)
  const written = {
    'a\r=1+1': '"a\r=1+1"',
    '\r=1': `"'\r=1"`,
    '\n=1': `"'\n=1"`,
    '\t=1': `'\t=1`,
    ' \u200b=1': `' \u200b=1`,
    '\uff1d1': `'\uff1d1`,
    '-5.50': '-5.50',
    '-': `'-`,
    'a=1': 'a=1',
  }
  for (const [text, cell] of Object.entries(written)) {
    await app.sql('update catalog_products set description = $1', [text])
    expect(await get('csv')).toContain(`,${cell},`)
  }
  // Programs skip lines without anything.
  expect(toCsv([['title'], [''], ['One']])).toBe('title\n""\nOne\n')
})

test(
  'an export is read as it is taken, and gives its place back with its connection',
  { timeout: 120_000 },
  async () => {
    await using app = await authApp({ modules: [progress, catalog] })
    await fill(app, 20_000)
    const { token } = await signIn(app, 'superadmin@acme.com')
    const handler = toNodeHandler(app.platform)
    const server = createServer((incoming, response) => void handler(incoming, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const ask = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` }
        request({ port, path: `${PRODUCTS}?format=csv`, headers, agent: false }, resolve)
          .on('error', reject)
          .end()
      })
    const reads = () => app.statements.filter((text) => text.includes('catalog_products')).length
    try {
      for (let cut = 0; cut < 6; cut++) {
        const answer = await ask()
        expect(answer.statusCode).toBe(200)
        await once(answer, 'readable')
        await new Promise((resolve) => setTimeout(resolve, 300))
        answer.destroy()
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      const before = reads()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(reads()).toBe(before)
      const whole = await ask()
      let lines = 0
      for await (const chunk of whole) lines += String(chunk).split('\n').length - 1
      expect(lines).toBe(20_001)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

test('a list that is too long is not exported, and is counted once', async () => {
  await using app = await testApp({
    modules: [directory, auth({ secret: 'exports '.repeat(5) }), ...undoableModules],
    exportLimit: 1_000,
  })
  await fill(app, 1_000)
  const client = app.as({ features: ['catalog.*'] })
  const counts = () => app.statements.filter((text) => text.includes(`count(*) as "total"`)).length
  const before = counts()
  expect((await client.get(`${PRODUCTS}?format=csv`)).text.trimEnd().split('\n')).toHaveLength(1_001)
  expect(counts() - before).toBe(1)
  await fill(app, 1)
  expect(await client.get(`${PRODUCTS}?format=csv`)).toMatchObject({
    status: 400,
    body: { error: 'The list has 1001 rows, and an export at most 1000. Please filter the list.', limit: 1_000 },
  })
  expect((await client.get(`${PRODUCTS}?format=csv&search=Product 100`)).status).toBe(200)
  expect((await client.get(PRODUCTS)).body.total).toBe(1_001)
})

test('who loses the right in the midst is broken off', async () => {
  await using app = await open()
  await fill(app, 5_000)
  const caller = app.callerOf({ features: ['catalog.*'] })
  const answer = await app.as(caller).fetch(`${PRODUCTS}?format=csv`)
  const reader = answer.body!.getReader()
  await reader.read()
  Object.assign(caller.actor, { grants: compileGrants([]) })
  const toEnd = async () => {
    while (!(await reader.read()).done);
  }
  await expect(toEnd()).rejects.toThrow()
})
