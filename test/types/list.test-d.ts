import { defineEntity, p } from '@mikro-orm/core'
import { defineCommand, defineFeatures, Id, input, list, Ok, resource, Scoped, view } from '@plinth/core'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const access = defineFeatures('desk', { view: 'View' }).view
const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: { title: p.string(), dueAt: p.datetime().nullable() },
})

list('/tickets', Ticket, { access, select: ['id', 'title'], sort: ['title'], filter: ['title'], search: ['title'] })
// @ts-expect-error no such property to select
list('/tickets', Ticket, { access, select: ['colour'] })
// @ts-expect-error no such property to sort by
list('/tickets', Ticket, { access, select: ['id'], sort: ['colour'] })
// @ts-expect-error no such property behind a name
list('/tickets', Ticket, { access, select: ['id'], sort: { name: 'colour' } })
// @ts-expect-error no such property to filter by
list('/tickets', Ticket, { access, select: ['id'], filter: ['colour'] })
// @ts-expect-error no such property to search
list('/tickets', Ticket, { access, select: ['id'], search: ['colour'] })
// @ts-expect-error who may enter?
list('/tickets', Ticket, { select: ['id'] })

const counted = view(Ticket, ['id']).extend({ count: z.number() })
list('/tickets', Ticket, { access, select: counted, computed: { count: ({ eb }) => eb.lit(1) } })
list('/tickets', Ticket, {
  access,
  select: counted,
  query: { least: z.coerce.number() },
  where({ eb, query }) {
    expectType<Equal<typeof query.least, number>>()
    // @ts-expect-error no such column
    eb('row.colour', '=', 'red')
    return [eb('row.title', '=', String(query.least))]
  },
})
// @ts-expect-error the view says a number
list('/tickets', Ticket, { access, select: counted, computed: { count: ({ eb }) => eb.lit('one') } })

const pair = view(Ticket, ['id']).extend({ count: z.number(), name: z.string() })
list('/tickets', Ticket, {
  access,
  select: pair,
  computedTogether: ({ eb }) => eb.val({ count: 1, name: 'one' }),
})
list('/tickets', Ticket, {
  access,
  select: pair,
  // @ts-expect-error the view says a text
  computedTogether: ({ eb }) => eb.val({ count: 1, name: 2 }),
})

const Fields = input(Ticket, ['title', 'dueAt'])
const usual = { access: { read: access, write: access }, input: Fields, list: { select: ['id', 'title'] } } as const
const tickets = resource('/tickets', Ticket, usual)
expectType<Equal<z.input<typeof tickets.create.input>, z.input<typeof Fields>>>()
expectType<
  Equal<
    z.input<typeof tickets.update.input>,
    { id: string; title?: string | undefined; dueAt?: string | null | undefined }
  >
>()
expectType<Equal<z.input<typeof tickets.delete.input>, { id: string }>>()
expectType<Equal<typeof tickets.create.output, typeof Id>>()

const own = defineCommand({
  id: 'desk.tickets.create',
  access,
  input: z.object({ text: z.string() }),
  output: Ok,
  run: () => ({ ok: true as const }),
})
const replaced = resource('/tickets', Ticket, { ...usual, replace: { create: own } })
expectType<Equal<typeof replaced.create, typeof own>>()
expectType<Equal<z.input<typeof replaced.delete.input>, { id: string }>>()
