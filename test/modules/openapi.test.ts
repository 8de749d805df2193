import { createPlatform } from '@plinth/core'
import { expect, test } from 'vitest'
import { findOpenApiProblems } from '../_setup/openapi.ts'
import operationIds from './operation-ids.json' with { type: 'json' }
import { host } from '../../examples/host/plinth.config.ts'
import { modules } from '../architecture/_modules.ts'

const platform = await createPlatform({
  modules: Object.values(modules),
  secret: 'a secret of at least 32 characters',
  // Nothing connects before `start`.
  database: { url: 'postgres://nobody@localhost:1/none' },
  info: host.info!,
})
const document = platform.document()
const operations = Object.entries(document['paths'] as Record<string, Record<string, Record<string, unknown>>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

test('two validators find nothing wrong with the document of all modules', async () => {
  expect(await findOpenApiProblems(document)).toEqual([])
})

test('every route stands under its path, and nothing else', () => {
  const routes = Object.values(modules).flatMap((module) => module.routes ?? [])
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
})

test('the interface has the published version and tags', () => {
  const published = [
    'AI Assistant',
    'API Keys',
    'Attachments',
    'Audit & Action Logs',
    'Auth',
    'Authentication & Accounts',
    'Business Rules',
    'Dashboards',
    'Directory (Tenants & Organizations)',
    'Onboarding',
    'Product Catalog',
  ]
  // Clients use them, though the published text leaves them out.
  const beyond = [
    'Custom Fields',
    'Dictionaries',
    'Email Templates',
    'Imports',
    'Numbers',
    'Progress',
    'Provisioning',
    'SAML',
    'Single sign-on',
    'Webhooks',
  ]
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.4.10' } })
  expect(tags.filter((tag) => !published.includes(tag)).toSorted()).toEqual(beyond)
})

test('every operation says in one sentence what it does', () => {
  expect(
    operations.filter(({ operation }) => !operation['summary']).map(({ method, path }) => `${method} ${path}`),
  ).toEqual([])
})

test('the document is made in no time and once', () => {
  expect(platform.document()).toBe(document)
})

test('operations keep the names that clients have been generated with', () => {
  const names = Object.fromEntries(
    operations.map(({ method, path, operation }) => [`${method.toUpperCase()} ${path}`, operation['operationId']]),
  )
  expect(names).toMatchObject(operationIds)
})

test('names do not depend on the order of the modules', async () => {
  const turned = await createPlatform({
    modules: Object.values(modules).toReversed(),
    secret: 'a secret of at least 32 characters',
    database: { url: 'postgres://nobody@localhost:1/none' },
    info: host.info!,
  })
  const { paths, components } = turned.document() as typeof document & { components: { schemas: object } }
  expect(paths).toEqual(document['paths'])
  expect(components.schemas).toEqual((document['components'] as { schemas: object }).schemas)
})

test('what refuses strangers by itself says which credentials it takes', () => {
  const silent = operations.filter(
    ({ operation }) =>
      Object.hasOwn(operation['responses'] as object, '401') && (operation['security'] as unknown[]).length === 0,
  )
  // What they want stands in the body.
  expect(silent.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'post /auth/login',
    'post /auth/login/enroll',
    'post /auth/login/passkey',
    'post /auth/login/passkey/options',
    'post /auth/login/verify',
    'post /oauth/token',
  ])
  const security = (method: string, path: string) =>
    operations.find((one) => one.method === method && one.path === path)!.operation['security']
  const login = [{ bearerAuth: [] }, { apiKey: [] }, { cookieAuth: [] }]
  for (const path of ['/attachments/file/{id}', '/attachments/image/{id}', '/attachments/image/{id}/{slug}'])
    expect(security('get', path)).toEqual([{}, ...login])
  expect(security('post', '/auth/logout')).toEqual([...login, { sessionCookie: [] }])
  for (const method of ['get', 'post', 'delete'])
    expect(security(method, '/mcp')).toEqual([{ bearerAuth: [] }, { apiKey: [] }])
})

test('typed clients can write conditions and actions, and leave out what has a default', () => {
  const { schemas } = document['components'] as {
    schemas: Record<string, { required?: string[]; properties?: object }>
  }
  const { BusinessRulesCreateRuleBody: body, BusinessRulesGetRuleResponse: rule, RuleConditionGroup: group } = schemas
  const condition = { anyOf: [{ $ref: '#/components/schemas/RuleCondition' }, { type: 'null' }] }
  const actions = { type: 'array', items: { $ref: '#/components/schemas/RuleAction' } }
  expect(body!.properties).toMatchObject({ conditionExpression: condition, successActions: { anyOf: [actions, {}] } })
  expect(rule!.properties).toMatchObject({ conditionExpression: condition, failureActions: { anyOf: [actions, {}] } })
  expect(group!.properties).toMatchObject({ rules: { items: { $ref: '#/components/schemas/RuleCondition' } } })
  const optional = new Set<string>()
  const bare = new Set<string>()
  JSON.stringify(schemas, (key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { type, properties, required = [] } = value as { type?: string; properties?: object; required?: string[] }
    for (const [name, one] of Object.entries(properties ?? {}))
      if (required.includes(name) && 'default' in (one as object)) optional.add(name)
    if (type === 'object' && Object.keys(value).every((name) => name === 'type' || name === 'description'))
      bare.add(key)
    return value
  })
  expect([[...optional], [...bare]]).toEqual([[], []])
})

test('who may send the version that they have seen is told the version', () => {
  const header = 'x-om-ext-optimistic-lock-expected-updated-at'
  const { schemas } = document['components'] as { schemas: Record<string, unknown> }
  const tells = (value: unknown, seen: readonly string[] = []): boolean => {
    if (typeof value !== 'object' || value === null) return false
    if ('$ref' in value) {
      const name = String(value.$ref).split('/').at(-1)!
      return !seen.includes(name) && tells(schemas[name], [...seen, name])
    }
    return Object.entries(value).some(
      ([name, part]) => (name === 'properties' && 'updatedAt' in part) || tells(part, seen),
    )
  }
  const told = operations.filter(({ method, operation }) => method === 'get' && tells(operation['responses']))
  const versioned = operations.filter(({ operation }) =>
    (operation['parameters'] as { name: string }[] | undefined)?.some(({ name }) => name === header),
  )
  const isOf = (path: string, read: string) =>
    read === path ||
    path.startsWith(`${read}/{`) ||
    ['members', 'rotate', 'verify'].some((end) => path === `${read}/${end}`)
  expect(versioned.length).toBeGreaterThan(40)
  expect(versioned.filter(({ path }) => !told.some((read) => isOf(path, read.path))).map(({ path }) => path)).toEqual(
    [],
  )
  // Nothing is there yet, or providers send a version of their own.
  for (const path of [
    '/attachments/uploads',
    '/attachments/uploads/{id}',
    '/scim/v2/Groups/{id}',
    '/auth/users/factors',
  ])
    expect(versioned.map((one) => one.path)).not.toContain(path)
})
