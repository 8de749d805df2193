import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

// What a tenant can create is limited in number (decision: Limits per tenant), whatever creates it.

let app: Awaited<ReturnType<typeof openTogether>>
beforeAll(async () => {
  app = await openTogether()
})
afterAll(() => app[Symbol.asyncDispose]())

const userId = crypto.randomUUID()
const caller = { userId, features: ['*'] }

interface Limit {
  readonly path: string
  /** Default: the path with the id in the query. */
  readonly pathOf?: (id: string) => string
  readonly body: (name: string) => object
  /** SQL for the columns that differ between the rows of a tenant; `n` is the number of a row. */
  readonly distinct: string
  readonly most: number
  readonly refusal: string
}

const connection = {
  issuer: 'https://idp.example',
  clientId: 'acme',
  secret: 'x',
  homeOrganizationId: tenantA.organization,
}

const limits: Record<string, Limit> = {
  roles: {
    path: '/auth/roles',
    body: (name) => ({ name }),
    distinct: `'name', 'Role ' || n`,
    most: 10_000,
    refusal: 'A tenant can have at most 10000 roles',
  },
  api_keys: {
    path: '/api_keys/keys',
    body: (name) => ({ name }),
    distinct: `'key_prefix', 'p' || n, 'key_hash', 'h' || n`,
    most: 1_000,
    refusal: 'A person can have at most 1000 API keys',
  },
  service_accounts: {
    path: '/api_keys/service-accounts',
    body: (name) => ({ name, organizationId: tenantA.organization }),
    distinct: `'name', 'Account ' || n`,
    most: 500,
    refusal: 'A tenant has at most 500 service accounts.',
  },
  dictionaries: {
    path: '/dictionaries',
    pathOf: (id) => `/dictionaries/${id}`,
    body: (name) => ({ key: name, name }),
    distinct: `'key', 'key-' || n`,
    most: 2_000,
    refusal: 'A tenant can have at most 2000 dictionaries',
  },
  rule_sets: {
    path: '/business_rules/sets',
    body: (name) => ({ setId: name, setName: name }),
    distinct: `'set_id', 'Set ' || n`,
    most: 2_000,
    refusal: 'A tenant can have at most 2000 rule sets',
  },
  sso_connections: {
    path: '/sso/connections',
    body: (name) => ({ ...connection, name }),
    distinct: `'name', 'Connection ' || n`,
    most: 100,
    refusal: 'A tenant can have at most 100 connections',
  },
  catalog_categories: {
    path: '/catalog/categories',
    body: (name) => ({ name }),
    distinct: `'name', 'Category ' || n`,
    most: 10_000,
    refusal: 'A tenant can have at most 10000 categories',
  },
}

test.each(Object.entries(limits))(
  'a tenant can create a limited number of %s',
  async (table, { path, pathOf = (id) => `${path}?id=${id}`, body, distinct, most, refusal }) => {
    const admin = app.as(caller)
    const add = (name: string) => admin.post(path, body(name))
    const first = await add('first')
    expect(first).toMatchObject({ status: 201 })
    await app.sql(
      `insert into ${table} select r.* from ${table} t, generate_series(2, $2 - (
          select count(*)::int from ${table} c where c.tenant_id = t.tenant_id and c.id <> t.id) - 1) n,
        jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), ${distinct})) r
        where t.id = $1`,
      [first.body.id, most],
    )
    // At the limit, additions wait for each other.
    const answers = await Promise.all(['one', 'two', 'three'].map((name) => add(name)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ error: refusal })
    const deleted = await admin.del(pathOf(first.body.id))
    expect(deleted).toMatchObject({ status: 200 })
    expect(await add('instead')).toMatchObject({ status: 201 })
    expect(
      await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: deleted.operation!.undoToken }),
    ).toMatchObject({ status: 409, body: { error: refusal } })
    // Other tenants, and for keys other people, have limits of their own.
    if (table === 'api_keys')
      expect(await app.as({ ...caller, userId: crypto.randomUUID() }).post(path, body('other'))).toMatchObject({
        status: 201,
      })
  },
)
