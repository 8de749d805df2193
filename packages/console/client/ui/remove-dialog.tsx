import type { ComponentChildren, JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { remove } from '../lib/removal.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from './dialog.tsx'

interface RemoveProps<T> {
  readonly seen: Snapshot<T>
  readonly title?: string
  readonly text: ComponentChildren
  readonly action?: string
  readonly onRemove: (now: Snapshot<T>) => Promise<unknown>
  readonly onDone?: () => void
  readonly onClose: () => void
  /** Says why it was not deleted. Default: in a message. */
  readonly onFailure?: (error: Error) => void
}

/** Asks before a record is deleted. */
export function RemoveDialog<T>(props: RemoveProps<T>): JSX.Element {
  const { seen, title = t('delete'), text, action = t('delete'), onRemove, onDone, onClose, onFailure } = props
  const confirm = async () => {
    try {
      const isRemoved = await remove(seen, onRemove)
      onClose()
      if (isRemoved) onDone?.()
    } catch (error) {
      if (onFailure) return onFailure(error as Error)
      onClose()
      toast({ text: (error as Error).message, kind: 'bad' })
    }
  }
  return <Confirm {...{ title, text, action, onClose }} onConfirm={() => void confirm()} />
}
