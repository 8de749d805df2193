import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError, get, type Query } from './api.ts'
import { revision } from './operations.ts'
import type { Listed } from './types.ts'

/** All rows of a list, of which those are read that are scrolled to. */
export interface ScrolledRows<T> {
  readonly total: number | undefined
  readonly error: ApiError | undefined
  /** Those that have been read, in their order. */
  readonly read: readonly T[]
  /** A row by its place; undefined until it is read. */
  readonly at: (index: number) => T | undefined
  /** Reads the rows from `first` to `last`. */
  readonly show: (first: number, last: number) => void
  readonly reload: () => void
}

/** The most that lists answer with at once. */
const SIZE = 100
/** What is scrolled past within this time in ms is not read. */
const PAUSE = 80

interface State<T> {
  readonly key: string | null
  readonly total?: number
  readonly error?: ApiError
  readonly parts: ReadonlyMap<number, readonly T[]>
}

/** Reads a list in parts as they come into sight, and those in sight again after every write of this tab. A path of null asks nothing. */
export function useScrolledRows<T>(path: string | null, query: Query): ScrolledRows<T> {
  const key = path === null ? null : `${path} ${JSON.stringify(query)}`
  const [state, setState] = useState<State<T>>({ key: null, parts: new Map() })
  const [again, setAgain] = useState(0)
  const sight = useRef({ first: 0, last: SIZE - 1, asked: new Set<number>(), abort: new AbortController() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = revision.value

  const read = (part: number) => {
    const { asked, abort } = sight.current
    if (path === null || asked.has(part)) return
    asked.add(part)
    get<Listed<T>>(path, { ...query, page: part + 1, pageSize: SIZE }, abort.signal).then(
      // Short lists are answered whole, without a total.
      ({ items, total = items.length }) =>
        setState((last) => ({ key, total, parts: new Map(last.key === key ? last.parts : []).set(part, items) })),
      (error: unknown) => {
        if (abort.signal.aborted) return
        asked.delete(part)
        const failed = error instanceof ApiError ? error : new ApiError(0, { error: String(error) })
        setState((last) => ({ ...last, key, error: failed, parts: last.key === key ? last.parts : new Map() }))
      },
    )
  }
  const readSight = () => {
    const { first, last } = sight.current
    for (let part = Math.floor(first / SIZE); part <= Math.floor(last / SIZE); part++) read(part)
  }
  useEffect(() => {
    if (key === null) return
    const { first, last } = sight.current
    const abort = new AbortController()
    sight.current = { first, last, asked: new Set(), abort }
    // What is out of sight may have changed, and is read when it is scrolled to.
    setState((state) => ({
      ...state,
      parts: new Map([...state.parts].filter(([part]) => part >= Math.floor(first / SIZE) && part * SIZE <= last)),
    }))
    readSight()
    return () => {
      clearTimeout(timer.current)
      abort.abort()
    }
  }, [key, again, written])

  const { total, error, parts } = state.key === key ? state : { total: undefined, error: undefined, parts: NONE }
  const all = useMemo(() => [...parts].toSorted(([one], [other]) => one - other).flatMap(([, items]) => items), [parts])
  return {
    total,
    error,
    read: all as readonly T[],
    at: (index) => (parts as State<T>['parts']).get(Math.floor(index / SIZE))?.[index % SIZE],
    show(first, last) {
      if (first === sight.current.first && last === sight.current.last) return
      Object.assign(sight.current, { first, last })
      clearTimeout(timer.current)
      timer.current = setTimeout(readSight, PAUSE)
    },
    reload: () => setAgain((count) => count + 1),
  }
}

const NONE: ReadonlyMap<number, readonly never[]> = new Map()
