import {
  type Command,
  defineCommand,
  defineFeatures,
  defineModule,
  del,
  get,
  Id,
  Ok,
  open,
  page,
  PageQuery,
  post,
  put,
  signedIn,
} from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { z } from 'zod'

const features = defineFeatures('books', { view: 'View books', manage: 'Manage books' })

const Author = z.object({ name: z.string(), born: z.date().optional() }).meta({ id: 'Author' })
const Chapter = z.object({
  title: z.string(),
  get chapters() {
    return z.array(Chapter)
  },
})

const command = (verb: string, rest: Pick<Command, 'input' | 'output' | 'undoable'>) =>
  defineCommand({ id: `books.books.${verb}`, access: features.manage, run: () => ({}) as never, ...rest })

const create = command('create', { input: z.object({ title: z.string().min(1), author: Author }), output: Id })
const rename = command('rename', { input: z.object({ id: z.uuid(), title: z.string() }), output: Ok })
const remove = command('remove', { input: z.object({ id: z.uuid() }), output: Ok, undoable: false })

const calls = defineRateLimit({ name: 'books.lend', points: 5, window: 60, block: 0, key: ({ ip }) => ip })
const never = (): never => {
  throw new Error('Only its description matters')
}

/** One route of every kind, to be described. */
export const books = defineModule({
  id: 'books',
  title: 'Books',
  features,
  commands: [create, rename, remove],
  routes: [
    get(
      '/books',
      {
        access: features.view,
        summary: 'Lists books.',
        query: PageQuery.extend({ search: z.string().optional(), genres: z.array(z.string()).optional() }),
        response: page(z.object({ id: z.uuid(), author: Author, chapters: z.array(Chapter) })),
      },
      never,
    ),
    post('/books', create, { status: 201, errors: [409] }),
    put('/books/{id}', rename, { params: z.object({ id: z.uuid() }), errors: [404] }),
    del('/books', remove, { errors: [404] }),
    post(
      '/books/{id}/lend',
      {
        access: open,
        tag: 'Lending',
        params: z.object({ id: z.string() }),
        body: z.object({ until: z.iso.date(), note: z.string().optional() }),
        response: Ok,
        http: { bodyType: 'form', okInErrors: true },
        rateLimits: [calls],
      },
      never,
    ),
    get('/books/random', { access: signedIn, status: 302, response: z.undefined() }, never),
    get('/books/cover', { access: open, http: { contentType: 'image/png' }, response: z.string() }, never),
  ],
})
