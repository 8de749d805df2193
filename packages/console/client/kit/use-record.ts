import { type Loaded, useData } from '../lib/data.ts'
import type { Listed } from '../lib/types.ts'

/** Reads one record of a route by its id, and reads it again after writes. `data` is null if there is none. */
export function useRecord<T extends { readonly id: string }>(path: string, id: string): Loaded<T | null> {
  const { data, ...loaded } = useData<Listed<T>>(path, { id, pageSize: 1 })
  return { ...loaded, data: data && (data.items.find((one) => one.id === id) ?? null) }
}
