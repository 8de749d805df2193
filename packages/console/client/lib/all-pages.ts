import { get } from './api.ts'
import { type Loaded, useLoaded } from './data.ts'
import type { Listed } from './types.ts'

/** Reads all pages of a list, from which something is chosen, up to 2,000 rows. */
export function useAll<T>(path: string | null): Loaded<Listed<T>> {
  return useLoaded(path === null ? null : `all ${path}`, async (signal) => {
    const first = await get<Listed<T>>(path!, { pageSize: 100 }, signal)
    const items = [...first.items]
    for (let page = 2; page <= Math.min(20, first.totalPages); page++)
      items.push(...(await get<Listed<T>>(path!, { pageSize: 100, page }, signal)).items)
    return { ...first, items }
  })
}
