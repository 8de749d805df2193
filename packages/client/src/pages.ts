import { toQuery } from './methods.ts'
import { ApiError, toResult } from './result.ts'

/** Paths of lists that are read page by page. */
export type ListPath<Paths> = {
  [P in keyof Paths & string]: [ItemOf<Paths, P>] extends [never] ? never : P
}[keyof Paths & string]

/** An item of the list under a path; never for other paths. */
export type ItemOf<Paths, P extends keyof Paths> = Paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': { items: (infer Item)[]; totalPages: number } } } } }
}
  ? Item
  : never

/** The query parameters of a list. */
export type ListQuery<Paths, P extends keyof Paths> = Paths[P] extends { get: { parameters: { query?: infer Query } } }
  ? Omit<NonNullable<Query>, 'page'>
  : Readonly<Record<string, never>>

/** Reads the items of all pages; each page is requested when the items before it have been consumed. */
export async function* readPages<Item>(
  get: (path: string) => Promise<Response>,
  path: string,
  query: Readonly<Record<string, unknown>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const found = await toResult<{ items: Item[]; totalPages: number }>(get(`${path}?${toQuery({ ...query, page })}`))
    if (found.error) throw new ApiError(found.error)
    yield* found.data.items
    totalPages = found.data.totalPages
  }
}
