import {
  defineCommand,
  del,
  get,
  Id,
  Ok,
  open,
  page,
  paged,
  PageQuery,
  post,
  type RouteContext,
  signedIn,
} from '@plinth/core'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const params = z.object({ id: z.uuid() })
const query = z.object({ q: z.string().optional(), size: z.coerce.number().default(10) })
const body = z.object({ title: z.string() })

get('/books/{id}', { access: signedIn, params, query, response: Ok }, (ctx) => {
  expectType<Equal<typeof ctx.params, { id: string }>>()
  expectType<Equal<typeof ctx.query, { size: number; q?: string | undefined }>>()
  expectType<Equal<typeof ctx.body, undefined>>()
  expectType<Equal<typeof ctx.request.ip, string>>()
  return { ok: true }
})
post('/books', { access: signedIn, body, response: Id, status: 201 }, async (ctx) => {
  expectType<Equal<typeof ctx, RouteContext<undefined, undefined, typeof body>>>()
  return { id: ctx.body.title }
})
get('/raw', { access: open, response: z.string() }, () => new Response('raw'))
get('/books', { access: open, query: PageQuery, response: page(Id) }, ({ query: asked }) =>
  paged([[{ id: '' }], 1], asked),
)

// @ts-expect-error the answer does not match its schema
get('/wrong', { access: open, response: Id }, () => ({ id: 1 }))
// @ts-expect-error a route says who may enter
get('/nobody', { response: Ok }, () => ({ ok: true }))
// @ts-expect-error a route says what may leave
get('/anything', { access: open }, () => ({ ok: true }))
// @ts-expect-error no such status
get('/odd', { access: open, response: Ok, status: 299 }, () => ({ ok: true }))
// @ts-expect-error a handler is needed
get('/nothing', { access: open, response: Ok })

const remove = defineCommand({
  id: 'books.books.delete',
  access: signedIn,
  input: params,
  output: Ok,
  run: () => ({ ok: true as const }),
})
del('/books', remove)
del('/books/{id}', remove, { params, errors: [404], summary: 'Deletes a book.' })
// @ts-expect-error the command says who may enter
del('/books', remove, { access: open })
// @ts-expect-error the command says what goes in
del('/books', remove, { query: params })
