import { type Context, defineService, type Mailer, mailer, provide, type Service } from '@plinth/core'
import { type Equal, expectType } from './_expect-type.ts'

const library = defineService('books.library', ({ from, now }) => ({
  isOpen: () => now().getHours() > 8,
  begin: from,
  count: async (since: string) => since.length,
}))

declare const ctx: Context
const found = ctx.inject(library)
expectType<Equal<ReturnType<typeof found.count>, Promise<number>>>()
// @ts-expect-error no such member
void found.size
// @ts-expect-error since is a string
void found.count(1)
// @ts-expect-error a service is a handle, not its name
ctx.inject('books.library')

interface Clock {
  tick(): number
}
const clock = defineService<Clock>('books.clock')
expectType<Equal<typeof clock, Service<Clock>>>()
provide(clock, () => ({ tick: () => 1 }))
// @ts-expect-error what is provided fits the handle
provide(clock, () => ({ tick: () => '1' }))

expectType<Equal<typeof mailer, Service<Mailer>>>()
// @ts-expect-error a mail has a recipient
void ctx.inject(mailer).send({ subject: '', text: '', html: '' })
