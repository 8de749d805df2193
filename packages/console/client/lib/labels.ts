import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { get } from './api.ts'
import { revision } from './operations.ts'
import { may } from './session.ts'

/** Records of an entity to choose from, by their labels. */
export const RELATION_OPTIONS = '/entities/relations/options'

export interface Options {
  readonly items: readonly { readonly value: string; readonly label: string }[]
}

/** Whether the visitor may see what related records are called. */
export const maySeeLabels = () => may('entities.definitions.view')

const labels = signal<ReadonlyMap<string, string | null>>(new Map())
const keyOf = (entityId: string, id: string) => `${entityId} ${id}`

/** What records are called: undefined until it is known, null for those that the visitor cannot see. All of a page are asked for together. */
export function useLabels(entityId: string, ids: readonly string[]): readonly (string | null | undefined)[] {
  const at = revision.value
  useEffect(() => askLabels(entityId, ids), [entityId, ids.join(), at])
  const known = labels.value
  return ids.map((id) => (maySeeLabels() ? known.get(keyOf(entityId, id)) : null))
}

const waiting = new Map<string, Set<string>>()
const MOST_IDS = 200
const KEPT = 5_000

function askLabels(entityId: string, ids: readonly string[]): void {
  if (!maySeeLabels()) return
  if (waiting.size === 0) setTimeout(() => void readLabels())
  const asked = waiting.get(entityId) ?? new Set()
  waiting.set(entityId, asked)
  for (const id of ids) asked.add(id)
}

async function readLabels(): Promise<void> {
  const all = [...waiting].flatMap(([entityId, ids]) => chunksOf([...ids]).map((part) => [entityId, part] as const))
  waiting.clear()
  await Promise.all(
    all.map(async ([entityId, ids]) => {
      const { items } = await get<Options>(RELATION_OPTIONS, { entityId, ids: ids.join(',') }).catch(() => NONE)
      const found = new Map(items.map(({ value, label }) => [value, label]))
      const before = labels.value.size > KEPT ? [] : labels.value
      labels.value = new Map([...before, ...ids.map((id) => [keyOf(entityId, id), found.get(id) ?? null] as const)])
    }),
  )
}

const NONE: Options = { items: [] }

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) =>
    ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  )

/** An entry of a dictionary. */
export interface Entry {
  readonly value: string
  readonly label: string
  readonly color?: string | null
  readonly icon?: string | null
}

type Entries = readonly Entry[]
const dictionaries = signal<ReadonlyMap<string, Entries>>(new Map())
const readAt = new Map<string, number>()

export const entriesPath = (dictionaryId: string) => `/dictionaries/${dictionaryId}/entries`

async function readEntries(dictionaryId: string): Promise<Entries> {
  const [{ items }, { shippedName }] = await Promise.all([
    get<{ items: Entries }>(entriesPath(dictionaryId)),
    import('./shipped-names.ts'),
  ])
  return items.map((entry) => ({ ...entry, label: shippedName(entry.label) }))
}

/** The entries of a dictionary, read once for all values on a page; none until they are there, or without the right to see them. */
export function useEntries(dictionaryId: string | undefined): Entries {
  const at = revision.value
  useEffect(() => {
    if (dictionaryId === undefined || !may('dictionaries.view') || readAt.get(dictionaryId) === at) return
    readAt.set(dictionaryId, at)
    readEntries(dictionaryId).then(
      (entries) => (dictionaries.value = new Map([...dictionaries.value, [dictionaryId, entries]])),
      () => readAt.delete(dictionaryId),
    )
  }, [dictionaryId, at])
  return (dictionaryId !== undefined && dictionaries.value.get(dictionaryId)) || []
}
