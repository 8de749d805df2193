import fc from 'fast-check'
import type { WireRequest } from '../../../packages/testing/src/route-request.ts'
import type { Manner } from './hostile-request.ts'
import { fileUpload, HEAVILY_RULED, heavyRule, RULED } from './payloads.ts'
import { hostileDocuments } from './weapons.ts'

interface Crafted {
  readonly kind: string
  readonly weight: number
  readonly wire: fc.Arbitrary<WireRequest>
  /** How it is sent, where that is not left to chance. */
  readonly manner?: Manner
}

const JSON_TYPE = { 'content-type': 'application/json' }

const json = (method: string, path: string, body: unknown): WireRequest => ({
  method,
  path: `/api${path}`,
  headers: JSON_TYPE,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const read = (path: string, headers: Readonly<Record<string, string>> = {}): WireRequest => ({
  method: 'GET',
  path: `/api${path}`,
  headers,
})
const execute = (entityType: string, { explain = false, ...data }: { explain?: boolean }) =>
  json('POST', '/business_rules/execute', { entityType, data, explain })

/** Stands for an identifier that is filled in when the request is sent. */
const ID = '00000000-0000-4000-8000-00000000a1d5'

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 8, maxLength: 12 })
const hidden = fc.constantFrom('\u202e', '\u2066', '\u200b', '\u2028', '\u00ad', '\ufeff', '\u0007', '\ud800')

const rendered = (id: string) =>
  fc
    .tuple(fc.integer({ min: 2_000, max: 4_000 }), fc.integer({ min: 2_000, max: 4_000 }))
    .map(([width, height]) => read(`/attachments/image/${id}?width=${width}&height=${height}`))

/** What the findings of attacks before were made of, and what costs a host most. */
export const crafted: readonly Crafted[] = [
  {
    kind: 'a write like any other',
    weight: 20,
    wire: fc.oneof(
      word.map((name) => json('POST', '/auth/roles', { name })),
      word.map((title) => json('POST', '/catalog/products', { title, sku: title })),
      word.map((name) => json('POST', '/catalog/categories', { name })),
      word.map((name) => json('POST', '/progress/jobs', { jobType: 'attack', name, totalCount: 10 })),
      word.map((name) => json('POST', '/api_keys/keys', { name })),
      word.map((title) => json('PUT', '/catalog/products', { id: ID, title })),
      word.map((name) => json('PUT', '/auth/roles', { id: ID, name })),
      fc.constant(json('DELETE', `/catalog/products?id=${ID}`, {})),
    ),
  },
  {
    kind: 'undo or redo',
    weight: 10,
    wire: fc.constantFrom(
      json('POST', '/audit_logs/audit-logs/actions/undo', { undoToken: 'undo-token' }),
      json('POST', '/audit_logs/audit-logs/actions/redo', { logId: ID }),
    ),
  },
  { kind: 'a heavy rule', weight: 2, wire: word.map((name) => json('POST', '/business_rules/rules', heavyRule(name))) },
  {
    kind: 'an execution with new names',
    weight: 6,
    wire: fc
      .tuple(word, fc.integer({ min: 1, max: 900_000 }))
      .map(([name, size]) => execute(RULED, { [name.repeat(Math.ceil(size / name.length))]: 1 })),
  },
  {
    kind: 'an execution',
    weight: 10,
    wire: fc.record({ a: fc.integer(), b: word, explain: fc.boolean() }).map((data) => execute(RULED, data)),
  },
  {
    kind: 'a heavy execution',
    weight: 1,
    wire: fc.record({ a: fc.integer(), explain: fc.boolean() }).map((data) => execute(HEAVILY_RULED, data)),
  },
  {
    kind: 'deep JSON',
    weight: 4,
    wire: fc
      .tuple(
        fc.constantFrom(
          'POST /catalog/products',
          'PUT /dashboards/layout',
          'POST /progress/jobs',
          'POST /business_rules/execute',
        ),
        fc.constantFrom(99, 101, 10_000, 200_000),
      )
      .map(([route, depth]) => {
        const [method = '', path = ''] = route.split(' ')
        return json(method, path, `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      }),
  },
  {
    kind: 'a large body',
    weight: 3,
    wire: fc
      .tuple(
        fc.constantFrom('/catalog/products', '/auth/roles', '/business_rules/rules', '/auth/feature-check'),
        fc.integer({ min: 100_000, max: 3_000_000 }),
      )
      .map(([path, size]) => json('POST', path, { title: 'x'.repeat(size), features: ['y'.repeat(size / 2)] })),
  },
  {
    kind: 'large rights',
    weight: 1,
    wire: fc.integer({ min: 100, max: 6_000 }).map((count) =>
      json('PUT', '/auth/roles/acl', {
        roleId: ID,
        features: Array.from({ length: count }, (_, index) => `x.${index}.`.padEnd(155, 'y')),
      }),
    ),
  },
  {
    kind: 'hidden characters in a name',
    weight: 4,
    wire: fc
      .tuple(
        fc.constantFrom('/directory/organizations', '/auth/roles', '/api_keys/keys', '/catalog/categories'),
        word,
        hidden,
      )
      .map(([path, name, character]) => json('POST', path, { name: name + character + name })),
  },
  {
    kind: 'huge cookies',
    weight: 5,
    wire: fc
      .tuple(
        word,
        fc.constantFrom('om_selected_org', 'om_selected_tenant', 'locale', 'x'),
        fc.integer({ min: 10, max: 13_000 }),
      )
      .map(([value, name, size]) =>
        read('/auth/profile', { cookie: `${name}=${value.repeat(Math.ceil(size / value.length))}` }),
      ),
  },
  {
    kind: 'an export',
    weight: 2,
    wire: fc.constantFrom('actions', 'access').map((log) => read(`/audit_logs/audit-logs/${log}/export?format=ndjson`)),
  },
  {
    kind: 'a large list',
    weight: 6,
    wire: fc
      .constantFrom(
        '/audit_logs/audit-logs/actions?limit=1000',
        '/audit_logs/audit-logs/access?pageSize=100',
        '/business_rules/logs?pageSize=100',
        '/catalog/products?pageSize=100&search=a',
        '/auth/users?pageSize=100',
        '/attachments/library?pageSize=100',
      )
      .map((path) => read(path)),
  },
  {
    kind: 'a foreign tenant named',
    weight: 10,
    wire: fc.constantFrom(
      read(`/auth/users?tenantId=${ID}`),
      read(`/directory/organizations?tenantId=${ID}`),
      read('/auth/profile', { cookie: `om_selected_tenant=${ID}; om_selected_org=${ID}` }),
      json('POST', '/auth/roles', { name: 'stranger', tenantId: ID }),
      json('POST', '/auth/users', { email: 'a@stranger.example', organizationId: ID, tenantId: ID }),
      json('PUT', '/auth/users', { id: ID, roles: [ID] }),
      json('PUT', '/auth/users/acl', { userId: ID, features: ['*'], organizations: [ID] }),
      read(`/attachments/file/${ID}`),
      read(`/attachments/image/${ID}?width=50`),
      read(`/business_rules/rules/${ID}`),
    ),
  },
  {
    kind: 'numbers of a dashboard',
    weight: 5,
    wire: fc
      .constantFrom('catalog:product', 'auth:user', 'business_rules:execution', 'audit_logs:action')
      .map((entityType) =>
        json('POST', '/dashboards/widgets/data', {
          entityType,
          metric: { field: 'id', aggregate: 'count' },
          groupBy: { field: 'createdAt', granularity: 'day' },
        }),
      ),
  },
  {
    kind: 'an upload',
    weight: 5,
    wire: fc
      .tuple(word, fc.integer({ min: 0, max: 200_000 }))
      .map(([name, size]) => fileUpload(name, 'f'.repeat(size))),
  },
  // They are begun all the same.
  { kind: 'a picture that takes long', weight: 2, manner: 'impatient', wire: rendered('picture-id') },
  { kind: 'a drawing that takes long', weight: 1, manner: 'impatient', wire: rendered('drawing-id') },
  {
    kind: 'a document that takes long',
    weight: 1,
    manner: 'at once',
    wire: fc
      .tuple(word, fc.constantFrom(...hostileDocuments))
      .map(([record, { name, bytes }]) => fileUpload(record, bytes, name)),
  },
  {
    kind: 'a question to a hostile model',
    weight: 1,
    manner: 'patient',
    wire: fc.oneof(
      {
        arbitrary: word.map((content) => json('POST', '/ai_assistant/chat', { messages: [{ role: 'user', content }] })),
        weight: 3,
      },
      word.map((query) =>
        json('POST', '/ai_assistant/route', {
          query,
          availableTools: [{ name: 'list_users', description: 'Lists users.' }],
        }),
      ),
    ),
  },
  {
    kind: 'a login with a wrong password',
    weight: 1,
    wire: word.map((password) => ({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `email=nobody%40stranger.example&password=${password}`,
    })),
  },
]
