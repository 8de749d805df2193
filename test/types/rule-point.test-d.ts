import { defineCommand, Ok, open } from '@plinth/core'
import { defineRulePoint, type RuleHook } from '@plinth/core/rules'
import { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const data = z.object({ title: z.string(), pages: z.number().nullable() })
const load = async () => ({ title: 'T', pages: null })

const books = defineRulePoint('books:book', { title: 'Book', data, settable: ['title'], load })
expectType<Equal<typeof books.create, RuleHook>>()
defineRulePoint('books:book', { title: 'Book', data, load: async () => null })
// @ts-expect-error no such field
defineRulePoint('books:book', { title: 'Book', data, settable: ['colour'], load })
// @ts-expect-error what is loaded is what rules are told
defineRulePoint('books:book', { title: 'Book', data, load: async () => ({ title: 'T' }) })
// @ts-expect-error updates and deletes need the entity
defineRulePoint('books:book', { title: 'Book', data })

const rest = { id: 'books.books.create', input: data, output: Ok, run: () => ({ ok: true as const }) }
defineCommand({ ...rest, access: open, rules: books.create })
// @ts-expect-error a command says what it does to the entity
defineCommand({ ...rest, access: open, rules: books })
