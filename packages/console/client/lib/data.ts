import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, get, type Query } from './api.ts'
import { revision } from './operations.ts'
import { NAMES } from './records.ts'

/** The answer of a route, and what came of asking. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

/** The last answers, shown at once when a page is opened again. */
const known = new Map<string, unknown>()
const KEPT = 60

function remember(key: string, data: unknown): void {
  known.delete(key)
  known.set(key, data)
  if (known.size > KEPT) known.delete(known.keys().next().value!)
}

/** What a record that this tab has read is called, for people who are told its id. */
export function knownName(id: string): string | undefined {
  for (const answer of known.values()) {
    const { items } = (answer ?? {}) as { readonly items?: unknown }
    const found = Array.isArray(items)
      ? items.find((one: { readonly id?: unknown } | null) => one?.id === id)
      : undefined
    const name =
      found && NAMES.map((member) => found[member]).find((value) => typeof value === 'string' && value !== '')
    if (name !== undefined) return name
  }
  return undefined
}

/** Reads a route, and reads it again after every write of this tab. A path of null asks nothing. */
export function useData<T>(path: string | null, query?: Query): Loaded<T> {
  const key = path === null ? null : `${path} ${JSON.stringify(query ?? {})}`
  return useLoaded(key, (signal) => get<T>(path!, query, signal))
}

/** What `load` gives, under a key of its own; null loads nothing. */
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string | null; data?: T; error?: ApiError; isLoading: boolean }>({
    key: null,
    isLoading: true,
  })
  const [again, setAgain] = useState(0)
  const first = useRef(revision.peek())
  useSignalEffect(() => {
    if (revision.value !== first.current) {
      first.current = revision.value
      setAgain((count) => count + 1)
    }
  })
  useEffect(() => {
    if (key === null) return
    const abort = new AbortController()
    setState((last) => {
      const data = (last.key === key ? last.data : undefined) ?? (known.get(key) as T | undefined)
      return { key, isLoading: true, ...(data !== undefined && { data }) }
    })
    load(abort.signal).then(
      (data) => {
        remember(key, data)
        return setState({ key, data, isLoading: false })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        const failed = error instanceof ApiError ? error : new ApiError(0, { error: String(error) })
        setState((last) => ({ ...last, key, error: failed, isLoading: false }))
      },
    )
    return () => abort.abort()
  }, [key, again])
  const isCurrent = state.key === key
  const data = isCurrent ? state.data : key === null ? undefined : (known.get(key) as T | undefined)
  return {
    data,
    error: isCurrent ? state.error : undefined,
    isLoading: key !== null && (!isCurrent || state.isLoading),
    reload: () => setAgain((count) => count + 1),
  }
}
