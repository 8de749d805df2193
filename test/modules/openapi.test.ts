import { createPlatform } from '@plinth/core'
import { expect, test } from 'vitest'
import { findOpenApiProblems } from '../_setup/openapi.ts'
import { apiInfo } from '../../examples/host/api-info.ts'
import { modules } from '../architecture/_modules.ts'

const platform = await createPlatform({
  modules: Object.values(modules),
  secret: 'a secret of at least 32 characters',
  // Nothing connects before `start`.
  database: { url: 'postgres://nobody@localhost:1/none' },
  info: apiInfo,
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
  // Clients poll it, though the published text leaves it out.
  const beyond = ['Progress']
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.4.10' } })
  expect(tags.filter((tag) => !published.includes(tag))).toEqual(beyond)
})

test('every operation says in one sentence what it does', () => {
  expect(
    operations.filter(({ operation }) => !operation['summary']).map(({ method, path }) => `${method} ${path}`),
  ).toEqual([])
})

test('the document is made in no time and once', () => {
  expect(platform.document()).toBe(document)
})
