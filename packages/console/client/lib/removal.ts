import { signal } from '@preact/signals'
import { ApiError } from './api.ts'
import { t } from './i18n.ts'
import { isSame } from './merge.ts'
import { isOutdated, type Snapshot } from './snapshot.ts'

/** A deletion that waits for an answer, since others have changed the record since it was shown. */
export interface Removal {
  readonly seen: Snapshot
  readonly now: Snapshot
  readonly answer: (isSure: boolean) => void
}

/** What a dialog asks about; null while nothing waits. */
export const removal = signal<Removal | null>(null)

/**
 * Deletes a record as it was seen. If others have changed it, it is asked again, with what they have changed. False if it was not
 * deleted then.
 */
export async function remove<T>(seen: Snapshot<T>, write: (now: Snapshot<T>) => Promise<unknown>): Promise<boolean> {
  let now = seen
  for (;;) {
    try {
      // A list may leave the version out.
      if (now.version !== null) {
        await write(now)
        return true
      }
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
    const next = await now.again()
    if (!next) throw new ApiError(404, { error: t('merge.gone') })
    now = next
    if (seen.version === null && isSame(seen.values, now.values)) continue
    if (!(await ask(seen, now))) return false
  }
}

/**
 * Deletes several records by one request, which deletes all or none. What others have changed is asked about, and what is gone
 * already, or is to be kept, is left out.
 */
export async function removeAll<T>(
  seen: readonly Snapshot<T>[],
  write: (now: readonly Snapshot<T>[]) => Promise<unknown>,
): Promise<void> {
  let now = seen
  while (now.length > 0) {
    try {
      await write(now)
      return
    } catch (error) {
      const id = error instanceof ApiError ? error.body['id'] : undefined
      const one = now.find(({ row }) => (row as { readonly id?: unknown }).id === id)
      if (!one || !(isOutdated(error) || (error as ApiError).status === 404)) throw error
      const next = await one.again()
      const isKept = !next || !(await ask(one, next))
      now = now.flatMap((other) => (other !== one ? [other] : isKept ? [] : [next]))
    }
  }
}

/** What a request says of several records: the server deletes all or none. A list may leave the versions out. */
export const severalOf = (rows: readonly Snapshot<Readonly<Record<string, unknown>>>[]) => ({
  ids: rows.map(({ row }) => row['id']),
  versions: rows.flatMap(({ row, version }) => (version ? [{ id: row['id'], updatedAt: version }] : [])),
})

async function ask(seen: Snapshot, now: Snapshot): Promise<boolean> {
  const isSure = await new Promise<boolean>((answer) => {
    removal.value = { seen, now, answer }
  })
  removal.value = null
  return isSure
}
