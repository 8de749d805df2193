import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { get, type Query } from '../lib/api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Action } from '../lib/types.ts'
import { toast } from '../lib/toasts.ts'
import { undo } from '../lib/undo.ts'
import { Confirm } from './dialog.tsx'
import { Icon } from './icon.tsx'

interface UndoAllProps {
  readonly path: string
  /** The person and the time. */
  readonly asked: Query
  readonly name: string
}

const SIZE = 200
/** More than this is not undone at once. */
const MOST = 1_000

type Undoable = Action & { readonly undoToken: string }

/** Takes back everything that somebody has done in a time, the newest first. */
export function UndoAll({ path, asked, name }: UndoAllProps): JSX.Element {
  const [found, setFound] = useState<readonly Undoable[]>()
  const [isSearching, setSearching] = useState(false)
  const search = async () => {
    setSearching(true)
    try {
      setFound(await readUndoable(path, asked))
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
    setSearching(false)
  }
  const label = t('audit.allOf', { name })
  return (
    <>
      <button type="button" class="button small" disabled={isSearching} onClick={() => void search()}>
        <Icon name="undo" size={16} />
        {t('audit.undoAll')}
      </button>
      {found && (
        <Confirm
          title={label}
          text={t(found.length === 0 ? 'audit.undoNone' : 'audit.undoAllText', { count: number(found.length) })}
          action={t('undo.undo')}
          onClose={() => setFound(undefined)}
          onConfirm={() => {
            setFound(undefined)
            const parts = found.map((one) => ({ ...one, executedAt: one.createdAt })).toReversed()
            const [first] = parts
            if (first) void undo({ id: first.id, undoToken: first.undoToken, actionLabel: label, parts })
          }}
        />
      )}
    </>
  )
}

interface Answer {
  readonly items: readonly Action[]
  readonly nextCursor?: string
}

/** What can be undone, the newest first. */
async function readUndoable(path: string, asked: Query): Promise<readonly Undoable[]> {
  const found: Undoable[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await get<Answer>(path, { ...asked, cursor, undoableOnly: true, limit: SIZE })
    found.push(...items.filter((one): one is Undoable => one.undoToken !== null))
    cursor = nextCursor
  } while (cursor !== undefined && found.length < MOST)
  return found.slice(0, MOST)
}
