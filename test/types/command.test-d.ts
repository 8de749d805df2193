import { defineEntity, p } from '@mikro-orm/core'
import { type Context, defineCommand, open, Scoped, signedIn } from '@plinth/core'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const Book = defineEntity({
  name: 'Book',
  extends: Scoped,
  properties: { title: p.string(), pages: p.integer().nullable() },
})

const create = defineCommand({
  id: 'books.books.create',
  access: signedIn,
  input: z.object({ title: z.string(), pages: z.coerce.number().default(1) }),
  output: z.object({ id: z.string(), pages: z.string().transform(Number) }),
  async run({ input, from, entryId, db, inject: _inject }) {
    expectType<Equal<typeof input, { title: string; pages: number }>>()
    expectType<Equal<typeof entryId, string>>()
    void db
    const book = await from.create(Book, { title: input.title })
    expectType<Equal<typeof book.title, string>>()
    // @ts-expect-error no such column
    await from.create(Book, { title: input.title, colour: 'red' })
    // @ts-expect-error a row is a value
    book.title = 'other'
    return { id: book.id, pages: '1' }
  },
})

declare const ctx: Context
const result = ctx.run(create, { title: 'T' })
expectType<Equal<typeof result, Promise<{ id: string; pages: number }>>>()
void ctx.run(create, { title: 'T', pages: '3' })
// @ts-expect-error the title is missing
void ctx.run(create, { pages: 3 })
// @ts-expect-error a command is a value, not its name
void ctx.run('books.books.create', { title: 'T' })

const rest = { id: 'books.books.other', input: z.object({ id: z.string() }), output: z.object({ ok: z.literal(true) }) }
defineCommand({ ...rest, access: open, run: () => ({ ok: true as const }) })
// @ts-expect-error a command says who may run it
defineCommand({ ...rest, run: () => ({ ok: true as const }) })
// @ts-expect-error the result does not match its schema
defineCommand({ ...rest, access: open, run: () => ({ ok: false }) })
defineCommand({
  ...rest,
  access: open,
  run: () => ({ ok: true as const }),
  target({ input, result: { ok } }) {
    expectType<Equal<typeof input, { id: string }>>()
    expectType<Equal<typeof ok, true>>()
    return { id: input.id, context: { was: 1 } }
  },
  undo({ context }) {
    expectType<Equal<(typeof context)[string], unknown>>()
  },
})
