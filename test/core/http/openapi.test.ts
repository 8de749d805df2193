import { createPlatform, defineModule, del, get, Id, type Module, Ok, open, post } from '@plinth/core'
import { describedAs } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
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
  expect(statuses('/books', 'delete')).toEqual(['200', '400', '401', '403', '404', '413'])
  expect(statuses('/books/{id}/lend', 'post')).toEqual(['200', '400', '403', '413', '429'])
  expect(statuses('/books/random', 'get')).toEqual(['302', '401', '403'])
  expect(statuses('/books/cover', 'get')).toEqual(['200'])
})

test('operations and types have the names that a typed client reads', () => {
  const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one['operationId']))
  expect(names).toEqual(
    expect.arrayContaining(['booksListBooks', 'booksCreateBook', 'booksRenameBook', 'booksRemoveBook']),
  )
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['BooksCreateBookBody', 'BooksCreateBookResponse', 'BooksListBooksItem', 'ErrorBody']),
  )
  expect(document['info']).toEqual({ title: 'API', version: '1.0.0' })
})

test('an open route needs no login, another may use any credential', () => {
  expect(document.paths['/books/cover']!['get']).toMatchObject({ security: [], 'x-require-auth': false })
  expect(document.paths['/books']!['get']).toMatchObject({
    security: [{ bearerAuth: [] }, { apiKey: [] }, { cookieAuth: [] }],
    description: 'Requires `books.view`.',
    'x-require-auth': true,
    'x-require-features': ['books.view'],
  })
})

test('what a path carries is not asked for in the body', () => {
  expect(document.paths['/books/{id}']!['put']).toMatchObject({
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'idempotency-key', in: 'header' },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/BooksRenameBookBody' } } },
    },
  })
  expect(document.components.schemas).toMatchObject({
    BooksRenameBookBody: { properties: { title: { type: 'string' } }, required: ['title'] },
  })
})

test('sent and received forms of one schema are told apart', () => {
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Author', 'Author_input']))
})

test('an open route that looks at credentials says which, and whether it needs them', async () => {
  const show = get('/lab/show', { access: open, http: { credentials: ['none', 'cookie'] }, response: Ok }, () => ({
    ok: true as const,
  }))
  const call = post('/lab/call', { access: open, http: { credentials: ['key'] }, response: Ok, errors: [401] }, () => ({
    ok: true as const,
  }))
  const lab = defineModule({ id: 'lab', title: 'Lab', routes: [show, call] })
  const { paths } = await fetchDocument([lab])
  expect(paths['/lab/show']!['get']).toMatchObject({
    security: [{}, { cookieAuth: [] }],
    description: 'Authentication is optional.',
    'x-require-auth': false,
  })
  expect(paths['/lab/call']!['post']).toMatchObject({ security: [{ apiKey: [] }], 'x-require-auth': true })
})

test('names of operations do not depend on what else is composed, nor on its order', async () => {
  const module = (id: string) =>
    defineModule({
      id,
      title: id,
      routes: [
        get(`/${id}/jobs`, { access: open, response: z.object({ items: z.array(Id) }) }, () => ({ items: [] })),
        post(`/${id}/jobs/stop`, { access: open, operation: 'stopJobs', response: Ok }, () => ({ ok: true as const })),
      ],
    })
  const idsOf = async (...ids: string[]) => {
    const { paths } = await fetchDocument(ids.map(module))
    return Object.values(paths).flatMap((path) => Object.values(path).map((one) => one['operationId']))
  }
  expect(await idsOf('import', 'night_shift')).toEqual([
    'importListJobs',
    'importStopJobs',
    'nightShiftListJobs',
    'nightShiftStopJobs',
  ])
  expect(await idsOf('night_shift', 'import')).toEqual([
    'nightShiftListJobs',
    'nightShiftStopJobs',
    'importListJobs',
    'importStopJobs',
  ])
  expect(await idsOf('night_shift')).toEqual(['nightShiftListJobs', 'nightShiftStopJobs'])
})

test('two operations of one name do not start', async () => {
  const answer = () => ({ ok: true as const })
  const routes = ['/lab/a', '/lab/b'].map((path) =>
    post(path, { access: open, operation: 'work', response: Ok }, answer),
  )
  await expect(fetchDocument([defineModule({ id: 'lab', title: 'Lab', routes })])).rejects.toThrow(
    "Routes POST /lab/a and POST /lab/b would both be the operation 'labWork' of the API document: set `operation` in one of them",
  )
})

test('bodies that are no `{error}`, redirects among the errors and bodies of DELETE are described as they are', async () => {
  const Refusal = z.object({ jsonrpc: z.literal('2.0') })
  const query = z.object({ id: z.uuid(), soft: z.string().optional() })
  const call = post(
    '/lab/call',
    {
      access: open,
      response: Ok,
      errors: [302, 400],
      http: {
        rawBody: { type: 'application/json', schema: z.object({ method: z.string() }) },
        errorFormat: { schemas: { 400: Refusal } },
      },
    },
    () => ({ ok: true as const }),
  )
  const remove = del('/lab/rows', { access: open, query, response: Ok }, () => ({ ok: true as const }))
  const described = await fetchDocument([defineModule({ id: 'lab', title: 'Lab', routes: [call, remove] })])
  expect(described.components.responses).toMatchObject({
    Status302: { description: 'Redirect.', headers: { Location: { required: true } } },
  })
  expect(described.paths['/lab/call']!['post']).toMatchObject({
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/LabPostCallBody' } } },
    },
    responses: {
      302: { $ref: '#/components/responses/Status302' },
      400: { content: { 'application/json': { schema: { properties: { jsonrpc: { const: '2.0' } } } } } },
    },
  })
  expect(described.components.schemas).toMatchObject({
    LabDeleteRowsBody: { properties: { id: { format: 'uuid' }, soft: { type: 'string' } } },
  })
  expect(await findOpenApiProblems(described)).toEqual([])
})

test('what may be any JSON is described as anything', async () => {
  const body = z.object({ meta: z.record(z.string(), z.json()), note: z.json() })
  const save = post('/lab/save', { access: open, body, response: Ok }, () => ({ ok: true as const }))
  const { components } = await fetchDocument([defineModule({ id: 'lab', title: 'Lab', routes: [save] })])
  expect(components.schemas).toMatchObject({
    LabPostSaveBody: { properties: { meta: { additionalProperties: {} }, note: {} } },
  })
  expect(JSON.stringify(components.schemas)).not.toContain('Part0')
})

test('a body requires what it cannot do without, and a response says what it contains', async () => {
  const Part = z.object({ name: z.string() }).meta({ id: 'Part' })
  const body = z.object({
    id: z.string(),
    page: z.number().default(1),
    name: z.string().catch(''),
    part: describedAs(Part),
  })
  const response = z.object({ page: z.number().default(1), parts: describedAs(z.array(Part).nullable()) })
  const save = post('/lab/save', { access: open, body, response }, () => ({ page: 1, parts: 'anything' }))
  const { components } = await fetchDocument([defineModule({ id: 'lab', title: 'Lab', routes: [save] })])
  const { LabPostSaveBody: sent, LabPostSaveResponse: received } = components.schemas as Record<string, unknown>
  expect(sent).toMatchObject({ required: ['id', 'part'], properties: { page: { default: 1 }, part: PART } })
  expect(received).toEqual({
    type: 'object',
    properties: {
      page: { type: 'number' },
      parts: { anyOf: [{ type: 'array', items: PART_OUTPUT }, { type: 'null' }] },
    },
    required: ['page', 'parts'],
    additionalProperties: false,
  })
})

const PART = { $ref: '#/components/schemas/Part' }
const PART_OUTPUT = { $ref: '#/components/schemas/Part_output' }

test('the published paths serve it too, as JSON and as a text', async () => {
  for (const base of ['', '/api']) expect(await fetchDocument([books], `${base}/docs/openapi`)).toEqual(document)
  const platform = await createPlatform({
    modules: [books],
    database: { url: 'postgres://nobody@localhost:1/none' },
    secret: 'x'.repeat(32),
    origin: 'https://books.example/',
  })
  const response = await platform.fetch(new Request('http://localhost/api/docs/markdown'))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  const text = await response.text()
  expect(text).toMatch(/^# API 1\.0\.0\n/)
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      expect(text).toContain(`### ${method.toUpperCase()} ${path}\n`)
      expect(text).toContain(`Operation \`${String(operationId)}\`.`)
    }
  expect(text).toContain(`curl 'https://books.example/books' -H "x-api-key: $API_KEY"`)
})
