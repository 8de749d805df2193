import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { complain, withEach } from '../lib/bulk.ts'
import { t } from '../lib/i18n.ts'
import { asOneAct } from '../lib/operations.ts'
import { remove, removeAll } from '../lib/removal.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { Confirm } from './dialog.tsx'
import { Icon } from './icon.tsx'

interface BulkDeleteProps<T> {
  readonly rows: readonly Snapshot<T>[]
  readonly onDelete: (now: Snapshot<T>) => Promise<unknown>
  /** Deletes all by one request, where there is one. */
  readonly onDeleteAll?: ((now: readonly Snapshot<T>[]) => Promise<unknown>) | undefined
}

/** Deletes the selected records. What others have changed meanwhile is asked about. */
export function BulkDelete<T>({ rows, onDelete, onDeleteAll }: BulkDeleteProps<T>): JSX.Element {
  const [isAsked, setAsked] = useState(false)
  const count = rows.length
  const label = t('records.deletedMany', { count })
  return (
    <>
      <button type="button" class="button small danger" onClick={() => setAsked(true)}>
        <Icon name="trash" size={16} />
        {t('delete')}
      </button>
      {isAsked && (
        <Confirm
          title={t('delete')}
          text={t('records.deleteMany', { count })}
          action={t('delete')}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void (onDeleteAll && count > 1
              ? asOneAct(label, () => removeAll(rows, onDeleteAll)).catch(complain)
              : withEach(label, rows, (seen) => remove(seen, onDelete)))
          }}
        />
      )}
    </>
  )
}
