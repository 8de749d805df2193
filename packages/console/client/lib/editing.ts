import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from './api.ts'
import { DialogContext } from './dialogs.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { t } from './i18n.ts'
import { isSame, merge, type Merged, type Values } from './merge.ts'
import { isOutdated, type Snapshot } from './snapshot.ts'
import { hold } from './unsaved.ts'

export type Side = 'mine' | 'theirs'

/** What others have changed while a form was filled in, and what was chosen where both changed the same. */
export interface Clash extends Merged {
  readonly chosen: Readonly<Record<string, Side>>
}

interface Options<T> {
  /** The record that is edited; null for a new one. */
  readonly seen: Snapshot<T> | null
  /** What a new record begins with. */
  readonly start?: Values
  /** Names the form among those that keep what was typed; null for a form that need not. */
  readonly draft: string | null
  /** Members that are never kept. */
  readonly isSecret?: (name: string) => boolean
  /** What was typed, as values of the API. */
  readonly toPlain?: (values: Values) => Values
}

export interface Editing<T> {
  readonly values: Values
  readonly set: (changes: Values) => void
  /** What the edit is compared with: the values of the record when it began, or of the last one that was merged. */
  readonly before: Values
  readonly isChanged: boolean
  /** Whether what is shown was typed before a reload. */
  readonly isRestored: boolean
  readonly clash: Clash | null
  readonly choose: (name: string, side: Side) => void
  /** Forgets what was typed. */
  readonly discard: () => void
  /**
   * Writes what was typed. False if others have changed the record: what they have changed is then merged and shown, and the next
   * attempt is made with their version. Throws what `write` throws for other reasons.
   */
  readonly save: (write: (values: Values, edit: Edit<T>) => Promise<unknown>) => Promise<boolean>
}

/** What a write is based on. */
export interface Edit<T> {
  /** The record as it was read last; null for a new one. */
  readonly seen: Snapshot<T> | null
  readonly before: Values
}

interface State<T> extends Edit<T> {
  readonly values: Values
  readonly clash: Clash | null
  readonly isRestored: boolean
}

const asIs = (values: Values) => values

/** The state of a form. What it is based on stays as it was when the typing began, whatever is read meanwhile. */
export function useEditing<T>(options: Options<T>): Editing<T> {
  const { seen, draft, isSecret = () => false, toPlain = asIs } = options
  const dialog = useContext(DialogContext)
  const [state, setState] = useState<State<T>>(() => restore(options) ?? begin(options))
  const { values, before, clash, isRestored } = state
  // What others have changed is to be confirmed, even if nothing is left of the own changes.
  const isChanged = clash !== null || !isSame(toPlain(values), toPlain(before))
  const release = useRef(() => {})

  const discard = () => {
    if (draft !== null) dropDraft(draft)
    setState(begin(options))
  }
  const protect = () => {
    release.current()
    release.current = hold({ dialog: dialog?.id ?? null, discard })
  }
  // Judged by what is there when it runs: an effect waits for the next frame, before which somebody may have begun to type.
  useEffect(() => {
    setState((last) => (last.clash || !isSame(toPlain(last.values), toPlain(last.before)) ? last : begin(options)))
  }, [seen?.version, JSON.stringify(seen?.values)])
  // Before anything else can happen, such as Escape right after the last letter.
  useLayoutEffect(() => {
    if (draft === null) return
    if (!isChanged) return dropDraft(draft)
    const open = ([name]: [string, unknown]) => !isSecret(name)
    const kept = Object.fromEntries(Object.entries(values).filter(open))
    keepDraft(draft, { values: kept, from: before, version: state.seen?.version ?? null })
    protect()
    return () => release.current()
  }, [isChanged, values, before])

  async function save(write: (values: Values, edit: Edit<T>) => Promise<unknown>): Promise<boolean> {
    let now = state
    // What the write leads to, such as the page of a new record, is not a loss.
    release.current()
    try {
      for (;;) {
        const newer = await attempt(now, () => write(toPlain(now.values), now))
        if (!newer) break
        const merged = merge(toPlain(now.before), toPlain(now.values), toPlain(newer.values))
        const { taken, conflicts } = merged
        const united = Object.fromEntries([...taken, ...conflicts].map(({ name, mine }) => [name, mine]))
        now = { ...now, seen: newer, before: newer.values, values: { ...now.values, ...united } }
        if (taken.length + conflicts.length > 0) {
          setState({ ...now, clash: { ...merged, chosen: {} } })
          return false
        }
      }
    } catch (error) {
      if (isChanged && draft !== null) protect()
      throw error
    }
    if (draft !== null) dropDraft(draft)
    const saved = { ...now, before: now.values, clash: null, isRestored: false }
    // What was typed while the request was on its way stays.
    setState((last) => (last.values === state.values ? saved : { ...saved, values: last.values }))
    return true
  }

  return {
    values,
    before,
    isChanged,
    isRestored: isRestored && isChanged,
    clash,
    discard,
    save,
    set: (changes) => setState((last) => ({ ...last, values: { ...last.values, ...changes } })),
    choose: (name, side) =>
      setState((last) => {
        const difference = last.clash?.conflicts.find((one) => one.name === name)
        if (!difference) return last
        return {
          ...last,
          values: { ...last.values, [name]: difference[side] },
          clash: { ...last.clash!, chosen: { ...last.clash!.chosen, [name]: side } },
        }
      }),
  }
}

/** Writes once. Returns the newer record if others have changed it meanwhile. */
async function attempt<T>({ seen }: Edit<T>, write: () => Promise<unknown>): Promise<Snapshot<T> | undefined> {
  if (seen?.version === null) {
    // What was not stored has no version that the server could compare.
    const now = await seen.again()
    if (now && now.version !== null) return now
  }
  try {
    await write()
    return undefined
  } catch (error) {
    if (!seen || !isOutdated(error)) throw error
    const now = await seen.again()
    if (!now) throw new ApiError(404, { error: t('merge.gone') })
    return now
  }
}

function begin<T>({ seen, start = {} }: Options<T>): State<T> {
  const values = seen ? seen.values : start
  return { seen, values, before: values, clash: null, isRestored: false }
}

/** What was typed before a reload, based on what it was based on then. */
function restore<T>({ seen, draft }: Options<T>): State<T> | undefined {
  const found = draft === null ? undefined : readDraft(draft)
  if (!found) return undefined
  const { values, from, version } = found
  return {
    seen: seen && { ...seen, version },
    values: { ...from, ...values },
    before: from,
    clash: null,
    isRestored: true,
  }
}
