import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromOperationHeader, inWords, texts } from '@plinth/core/http'
import { analytics, mails } from '@plinth/points'
import { type Client, missingApiTexts, missingTexts, tenantA, type TestPlatform } from '@plinth/testing'
import { messagesOfErrors } from './_messages.ts'
import { openTogether } from './_platform.ts'

// Lists of every module are sorted as people sort in their language (decision: Order of texts).

const ENGLISH = ['Äpfel', 'apple', 'ñam', 'Nuss', 'Zebra']
const SPANISH = ['Äpfel', 'apple', 'Nuss', 'ñam', 'Zebra']

let app: Awaited<ReturnType<typeof openTogether>>
beforeAll(async () => {
  app = await openTogether()
})
afterAll(() => app[Symbol.asyncDispose]())

type Who = Parameters<TestPlatform['as']>[0]

interface SortedList {
  /** Creates a row for each name. */
  readonly add: (client: Client, name: string, place: number) => Promise<{ status: number }>
  /** The list, which contains the names. */
  readonly list: string
  readonly name?: string
  readonly who?: Who
  /** Names in place of the usual ones, with capitals in the middle. */
  readonly latin?: true
}

const of =
  (path: string, body: (name: string, place: number) => object): SortedList['add'] =>
  (client, name, place) =>
    client.post(path, body(name, place))

const person = (name: string, place: number) => ({
  email: `sorted-${place}@acme.example`,
  name,
  password: 'Secret-123!',
  organizationId: tenantA.organization,
  roles: ['employee'],
})

const lists: Readonly<Record<string, SortedList>> = {
  'users by name': { add: of('/auth/users', person), list: '/auth/users?sortField=name&pageSize=100' },
  'users by address': {
    add: of('/auth/users', (name) => ({ ...person(name, 0), email: `${name}@sorted.example` })),
    list: '/auth/users?search=@sorted.example',
    name: 'email',
    latin: true,
  },
  roles: { add: of('/auth/roles', (name) => ({ name })), list: '/auth/roles?pageSize=100' },
  'service accounts': {
    add: of('/api_keys/service-accounts', (name) => ({ name, roleIds: [] })),
    list: '/api_keys/service-accounts?pageSize=100',
  },
  rules: {
    add: of('/business_rules/rules', (name, place) => ({
      ruleId: `sorted-${place}`,
      ruleName: name,
      ruleType: 'GUARD',
      entityType: 'Order',
      conditionExpression: { field: 'amount', operator: '<', value: 100 },
    })),
    list: '/business_rules/rules?sortField=ruleName&sortDir=asc&pageSize=100',
    name: 'ruleName',
  },
  'sets of rules': {
    add: of('/business_rules/sets', (name, place) => ({ setId: `sorted-${place}`, setName: name })),
    list: '/business_rules/sets?sortField=setName&pageSize=100',
    name: 'setName',
  },
  dictionaries: {
    add: of('/dictionaries', (name, place) => ({ key: `sorted_${place}`, name })),
    list: '/dictionaries?pageSize=100',
  },
  products: {
    add: of('/catalog/products', (title) => ({ title })),
    list: '/catalog/products?sortField=title&pageSize=100',
    name: 'title',
  },
  categories: {
    add: of('/catalog/categories', (name) => ({ name })),
    list: '/catalog/categories?sortField=name&pageSize=100',
  },
  'organizations as options': {
    add: of('/directory/organizations', (name) => ({ name })),
    list: '/directory/organizations?view=options',
  },
  'organizations as rows': {
    add: of('/directory/organizations', (name) => ({ name: `${name} again` })),
    list: '/directory/organizations?view=manage&pageSize=100&search=again',
  },
  tenants: {
    add: of('/directory/tenants', (name) => ({ name })),
    list: '/directory/tenants?pageSize=100',
    who: { features: ['*'], isSuperAdmin: true },
  },
  'custom entities': {
    add: of('/entities/entities', (label, place) => ({ entityId: `sorted:e${place}`, label, showInSidebar: true })),
    list: '/entities/sidebar-entities',
    name: 'label',
  },
  records: {
    async add(client, name, place) {
      if (place === 0)
        await client.post('/entities/definitions', {
          entityId: 'sorted:e0',
          key: 'title',
          kind: 'text',
          filterable: true,
        })
      return client.post('/entities/records', { entityId: 'sorted:e0', values: { title: name } })
    },
    list: '/entities/records?entityId=sorted:e0&sortField=title',
    name: 'title',
  },
  'options of relations': {
    add: async () => ({ status: 200 }),
    list: '/entities/relations/options?entityId=catalog:catalog_product',
    name: 'label',
  },
}

test.each(Object.keys(lists))('%s', async (what) => {
  const { add, list, name = 'name', who = 'admin', latin } = lists[what]!
  const client = app.as(who)
  const names = latin ? ['apple', 'Banana', 'Zebra', 'cherry'] : ENGLISH.toSorted()
  for (const [place, one] of names.entries()) expect((await add(client, one, place)).status).toBeLessThan(300)
  const read = async (language: string) => {
    const { status, body } = await client.get(list, { headers: { 'accept-language': language } })
    expect(status).toBe(200)
    const found = (body.items as Record<string, string | null>[]).map((item) =>
      (item[name] ?? '').replace(/ again$|@.*$/, ''),
    )
    return found.filter((one) => names.includes(one))
  }
  expect(await read('de-AT, en;q=0.5')).toEqual(latin ? ['apple', 'Banana', 'cherry', 'Zebra'] : ENGLISH)
  if (!latin) expect(await read('es')).toEqual(SPANISH)
})

test('groups of a dashboard with equal values', async () => {
  const ask = async (language: string) => {
    const request = {
      entityType: 'catalog:products',
      metric: { field: 'id', aggregate: 'count' },
      groupBy: { field: 'name', limit: 20 },
      filters: [{ field: 'name', operator: 'in', value: ENGLISH }],
    }
    const { body } = await app.as('admin').send('POST', '/dashboards/widgets/data', {
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(request),
    })
    return (body.data as { groupKey: string }[]).map(({ groupKey }) => groupKey)
  }
  expect(await ask('en')).toEqual(ENGLISH)
  expect(await ask('es')).toEqual(SPANISH)
})

const messages = messagesOfErrors()

/** Modules of the checks, which no person reads. */
const OF_TESTS: ReadonlySet<string> = new Set(['paperwork', 'office', 'cases'])

test.each(['de', 'es', 'pl'] as const)(
  'everything that modules declare can be read in the language %s',
  async (language) => {
    const missing = await missingTexts(app.platform, language)
    expect(missing.filter(({ module }) => !OF_TESTS.has(module))).toEqual([])
    // Labels that commands choose while they run.
    const { has } = await app.platform.actAs(app.callerOf('admin'), async ({ inject }) => inject(texts))
    expect(['Accept password', 'Accept identity of provider'].filter((label) => !has(language, label))).toEqual([])
  },
)

test.each(['de', 'es', 'pl'])('the API document can be read in the language %s', (language) => {
  expect(missingApiTexts(app.platform, language)).toEqual([])
})

test.each(['de', 'es', 'pl'])('errors can be read in the language %s', (language) => {
  const { message } = app.platform.texts
  expect(messages.length).toBeGreaterThan(400)
  expect(messages.filter((text) => message(language, text) === text)).toEqual([])
})

test.each(['de', 'es', 'pl'])(
  'columns of imports and fields of charts can be read in the language %s',
  async (language) => {
    const { body } = await app.as('admin').get('/transfer/entities')
    const items = body.items as { id: string; fields: { label: string }[] }[]
    // People name the fields of their own entities.
    const fields = items.filter(({ id }) => !id.includes(':')).flatMap((item) => item.fields)
    // A field of lines is called by both names.
    const labels = fields.flatMap(({ label }) => label.split(': '))
    const shown = analytics.from(app.platform.modules).flatMap(({ value }) => Object.keys(value.fields).map(inWords))
    expect([...new Set([...labels, ...shown])].filter((name) => !app.platform.texts.has(language, name))).toEqual([])
  },
)

test.each(['de', 'es', 'pl'])('every email is written in the language %s', (language) => {
  const { modules, texts } = app.platform
  const written = mails
    .from(modules)
    .map(({ value: { id, texts: own } }) => [id, typeof own === 'function' ? own(language, texts) : own[language]])
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(([, text]) => text === undefined)).toEqual([])
})

test.each(['de', 'es', 'pl'])('modules that share a text translate it alike in the language %s', (language) => {
  const told = new Map<string, string>()
  const differing = app.platform.modules
    .flatMap(({ translations }) => Object.entries(translations?.[language] ?? {}))
    .filter(([english, text]) => {
      const [before = text] = [told.get(english)]
      told.set(english, text)
      return before !== text
    })
  expect(differing).toEqual([])
})

test('what people may run into is said in their language', async () => {
  const name = `Packer ${crypto.randomUUID()}`
  await app.as('admin').post('/auth/roles', { name })
  const refusals: readonly (readonly [english: string, body: string])[] = [
    ['Role name already in use', JSON.stringify({ name })],
    ['The request body is larger than', 'x'.repeat(1_048_577)],
  ]
  for (const [english, body] of refusals) {
    const told = await Promise.all(
      ['en', 'de', 'es', 'pl'].map(async (language) => {
        const headers = { 'content-type': 'application/json', 'accept-language': language }
        const answer = await app.as('admin').fetch('/auth/roles', { method: 'POST', body, headers })
        return ((await answer.json()) as { error: string }).error
      }),
    )
    expect(told[0]).toContain(english)
    expect(new Set(told).size, english).toBe(4)
  }
})

test('the header of a write names it in the language of the request', async () => {
  const write = (language: string) =>
    app.as('admin').fetch('/auth/roles', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ name: `Role ${language}` }),
    })
  const labels = ['en', 'de', 'es', 'pl', 'fr'].map(
    async (language) => fromOperationHeader((await write(language)).headers.get('x-om-operation'))?.actionLabel,
  )
  expect(await Promise.all(labels)).toEqual([
    'Create role',
    'Rolle angelegt',
    'Crear rol',
    'Utworzenie roli',
    'Create role',
  ])
})
