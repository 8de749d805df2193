import { signal } from '@preact/signals'

/** A write of this tab that can be undone. */
export interface Operation {
  readonly id: string
  readonly undoToken: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly executedAt: string
  /** The writes of one act, in their order. */
  readonly parts?: readonly Operation[]
}

const KEPT = 20
const STORE = 'plinth.operations'

/** The writes of this tab that can be undone, the newest last; they survive a reload. */
export const operations = signal<readonly Operation[]>(readStored())
/** Counts writes: whoever shows data reads it again when it changes. */
export const revision = signal(0)
/** Called with every write that can be undone. */
export const onOperation: { call: (operation: Operation) => void } = { call: () => {} }

/** Notes a write, and remembers how to undo it if the header of its answer says so. */
export function noteWrite(header: string | null): void {
  if (!act) queueMicrotask(() => revision.value++)
  if (!header) return
  const operation = JSON.parse(decodeURIComponent(header.replace(/^omop:/, ''))) as Operation
  if (act) act.push(operation)
  else keep(operation)
}

let act: Operation[] | undefined

/** Takes several writes for one, which is undone as a whole, under a name of its own. */
export async function asOneAct(actionLabel: string, work: () => Promise<void>): Promise<void> {
  const parts: Operation[] = (act = [])
  try {
    await work()
  } finally {
    act = undefined
    revision.value++
    const last = parts.at(-1)
    if (last) keep({ ...last, actionLabel, ...(parts.length > 1 && { resourceId: null, parts }) })
  }
}

function keep(operation: Operation): void {
  store([...operations.value, operation].slice(-KEPT))
  onOperation.call(operation)
}

/** What is left of an act that could not be undone as a whole. */
export function keepParts(id: string, parts: readonly Pick<Operation, 'id'>[]): void {
  store(
    operations.value.map((one) => {
      const rest = one.parts?.filter((part) => parts.some((kept) => kept.id === part.id))
      return one.id === id && rest ? { ...one, parts: rest } : one
    }),
  )
}

export function forgetOperation(id: string): void {
  store(operations.value.filter((one) => one.id !== id))
}

function store(next: readonly Operation[]): void {
  operations.value = next
  try {
    sessionStorage.setItem(STORE, JSON.stringify(next))
  } catch {
    // A full or forbidden store only means that a reload forgets them.
  }
}

function readStored(): readonly Operation[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as readonly Operation[]
  } catch {
    return []
  }
}
