import { type Cache, type Context, defineCache } from '@plinth/core'
import { type Equal, expectType } from './_expect-type.ts'

const shelves = defineCache<readonly string[]>('books.shelves', { bytes: 100_000 })
expectType<Equal<typeof shelves, Cache<readonly string[]>>>()

declare const ctx: Context
const cached = ctx.cached(shelves, 'key', async () => ({ value: ['a'], tags: ['books'] }))
expectType<Equal<typeof cached, Promise<readonly string[]>>>()
// @ts-expect-error a value has the cache's type
void ctx.cached(shelves, 'key', async () => ({ value: 1, tags: [] }))
// @ts-expect-error an entry says what makes it stale
void ctx.cached(shelves, 'key', async () => ({ value: ['a'] }))
