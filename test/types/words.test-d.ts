import { defineEntity, p } from '@mikro-orm/core'
import { defineModule, keep, list, open, Scoped } from '@plinth/core'
import { fullText, searchable, searchText, softUnique } from '@plinth/core/data'

const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: {
    title: p.string(),
    body: p.text().nullable(),
    size: p.integer(),
    dueAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    searchText: searchText('title'),
  },
  uniques: [softUnique('tenantId', 'title')],
})
const note = { name: 'Note', tableName: 'notes', properties: { title: p.string() } } as const
// @ts-expect-error no such property
defineEntity({ ...note, extends: Scoped, uniques: [softUnique('tenantId', 'colour')] })
// @ts-expect-error it begins with the tenant
softUnique('title')

const forever = keep(Ticket, { id: 'desk.tickets', by: 'dueAt', days: 90 })
defineModule({ id: 'desk', title: 'Desk', keep: [forever] })
// @ts-expect-error a text is no instant
keep(Ticket, { id: 'desk.tickets', by: 'title', days: 90 })
// @ts-expect-error no such property
keep(Ticket, { id: 'desk.tickets', by: 'soldAt', days: 90 })
// @ts-expect-error how long?
keep(Ticket, { id: 'desk.tickets', by: 'dueAt' })

const texts = fullText(Ticket, ['title', 'body'], { languages: ['english', 'polish'] })
const search = searchable(Ticket, ['title', 'body'])
defineModule({ id: 'desk', title: 'Desk', searches: [texts, search] })
// @ts-expect-error a number is no text
fullText(Ticket, ['size'], { languages: ['english'] })
// @ts-expect-error a language at least
fullText(Ticket, ['title'], { languages: [] })
// @ts-expect-error no such language
fullText(Ticket, ['title'], { languages: ['klingon'] })
// @ts-expect-error an instant is no text
searchable(Ticket, ['dueAt'])

const spec = { access: open, select: ['id', 'title'] } as const
list('/tickets', Ticket, { ...spec, search })
list('/tickets', Ticket, { ...spec, search: 'searchText' })
// @ts-expect-error no such property to search
list('/tickets', Ticket, { ...spec, search: 'colour' })
