import { type Context, defineEvents, type EventType, on } from '@plinth/core'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const events = defineEvents('books', {
  'book.created': z.object({ id: z.string(), pages: z.coerce.number() }),
  'book.lost': z.object({ id: z.string() }),
})
const created = events['book.created']

expectType<Equal<typeof created, EventType<{ id: string; pages: number }>>>()
// @ts-expect-error no such event
void events['book.found']
// @ts-expect-error a payload is a schema
defineEvents('books', { 'book.lost': { id: 'string' } })

on(created, ({ payload, deliveryId, emit }) => {
  expectType<Equal<typeof payload, { id: string; pages: number }>>()
  expectType<Equal<typeof deliveryId, string>>()
  emit(events['book.lost'], { id: payload.id })
  // @ts-expect-error pages are missing
  emit(created, { id: payload.id })
})
on(created, () => {}, { durable: 'books.count' })
// @ts-expect-error a durable subscriber has a name that stays
on(created, () => {}, { durable: true })

declare const ctx: Context
// @ts-expect-error an id is a string
ctx.emit(events['book.lost'], { id: 1 })
