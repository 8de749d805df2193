import type { ComponentChildren, JSX } from 'preact'
import { call } from '../lib/api.ts'
import { byId, snapshotOf } from '../lib/snapshot.ts'
import { Dialog } from '../ui/dialog.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import type { StoredRecord } from './form.tsx'

export interface DrawerProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Buttons at its end. */
  readonly footer?: ComponentChildren
}

/** A dialog at the side that takes the height of the window, such as one with all about a record. */
export function Drawer(props: DrawerProps): JSX.Element {
  return <Dialog {...props} look="drawer" />
}

export interface DeleteDialogProps {
  /** A route that takes `DELETE` with the id, as `resource()` declares it. */
  readonly path: string
  readonly record: StoredRecord
  /** What is asked. */
  readonly text: string
  /** The record is gone. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before a record is deleted. One that has changed since it was read is deleted only after its changes were seen. */
export function DeleteDialog({ path, record, text, onDone, onClose }: DeleteDialogProps): JSX.Element {
  const { id } = record
  const seen = snapshotOf(record, { path, query: { id }, pick: byId<StoredRecord>(id) })
  const remove = ({ version }: { readonly version: string | null }) => call('DELETE', path, { query: { id }, version })
  return <RemoveDialog seen={seen} text={text} onRemove={remove} onDone={onDone} onClose={onClose} />
}
