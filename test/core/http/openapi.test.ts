import { createPlatform, type Module } from '@plinth/core'
import { expect, test } from 'vitest'
import { findOpenApiProblems } from '../../_setup/openapi.ts'
import { books } from './_catalog.ts'

type Operation = Readonly<Record<string, unknown>> & { readonly responses: Readonly<Record<string, unknown>> }
interface Document extends Readonly<Record<string, unknown>> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object; readonly responses: object }
}

async function fetchDocument(modules: readonly Module[], path = '/openapi.json'): Promise<Document> {
  const secret = 'x'.repeat(32)
  // Nothing connects before `start`.
  const database = { url: 'postgres://nobody@localhost:1/none' }
  const platform = await createPlatform({ modules, database, secret, origin: 'https://books.example/' })
  const response = await platform.fetch(new Request(`http://localhost${path}`))
  expect(response.status).toBe(200)
  return (await response.json()) as Document
}

const document = await fetchDocument([books])
const statuses = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses)

test('two validators find nothing wrong', async () => {
  expect(await findOpenApiProblems(document)).toEqual([])
})

test('the validators would find something wrong', async () => {
  const paths = { '/a/{id}': { get: { responses: { 200: { $ref: '#/components/responses/none' } } } } }
  expect(await findOpenApiProblems({ ...document, paths })).not.toEqual([])
  expect(await findOpenApiProblems({ ...document, info: {} })).not.toEqual([])
})

test('both base paths serve it', async () => {
  expect(await fetchDocument([books], '/api/openapi.json')).toEqual(document)
})

test('the document of a module', () => {
  expect(document).toMatchSnapshot()
})

test('a route documents what its declaration implies', () => {
  expect(statuses('/books', 'get')).toEqual(['200', '401', '403'])
  expect(statuses('/books', 'post')).toEqual(['201', '400', '401', '403', '409', '413'])
  expect(statuses('/books', 'delete')).toEqual(['200', '400', '401', '403', '404', '409', '413'])
  expect(statuses('/books/{id}/lend', 'post')).toEqual(['200', '400', '403', '413', '429'])
  expect(statuses('/books/random', 'get')).toEqual(['302', '401', '403'])
  expect(statuses('/books/cover', 'get')).toEqual(['200'])
})

test('operations and types have the names that a typed client reads', () => {
  const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one['operationId']))
  expect(names).toEqual(expect.arrayContaining(['listBooks', 'createBook', 'renameBook', 'removeBook']))
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['CreateBookBody', 'CreateBookResponse', 'ListBooksItem', 'ErrorBody']),
  )
  expect(document['info']).toEqual({ title: 'API', version: '1.0.0' })
})

test('an open route needs no login, another may use any credential', () => {
  expect(document.paths['/books/cover']!['get']).toMatchObject({ security: [], 'x-require-auth': false })
  expect(document.paths['/books']!['get']).toMatchObject({
    security: [{ bearerAuth: [] }, { apiKey: [] }, { cookieAuth: [] }],
    description: 'Needs `books.view`.',
    'x-require-auth': true,
    'x-require-features': ['books.view'],
  })
})

test('what a path carries is not asked for in the body', () => {
  expect(document.paths['/books/{id}']!['put']).toMatchObject({
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'x-om-ext-optimistic-lock-expected-updated-at', in: 'header' },
      { name: 'idempotency-key', in: 'header' },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/RenameBookBody' } } },
    },
  })
  expect(document.components.schemas).toMatchObject({
    RenameBookBody: { properties: { title: { type: 'string' } }, required: ['title'] },
  })
})

test('sent and received forms of one schema are told apart', () => {
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Author', 'Author_input']))
})
