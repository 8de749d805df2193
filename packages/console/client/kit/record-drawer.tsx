import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { may } from '../lib/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { History } from '../ui/history.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { DeleteDialog } from './dialogs.tsx'
import { type FormField, FormDrawer, type StoredRecord } from './form.tsx'
import { useRecord } from './use-record.ts'

export interface RecordDrawerProps<T> {
  /** A route with the parameter `id`, as `resource()` declares it: `/vehicles`. */
  readonly path: string
  readonly id: string
  readonly title: (record: T) => string
  /** What is shown of it. */
  readonly children: (record: T) => ComponentChildren
  /** Fields of the form that changes it. Without any, it cannot be changed here. */
  readonly fields?: readonly FormField[]
  /** What is asked before it is deleted. Without it, it cannot be deleted here. */
  readonly deleteText?: string
  /** The feature that is needed to change or delete it. */
  readonly feature?: string
  /** The kind of the record in the audit log, which adds its history: `fleet.vehicle`. */
  readonly kind?: string
  /** Buttons of its own. */
  readonly actions?: (record: T) => ComponentChildren
  readonly onClose: () => void
}

/** A drawer with all about a record, which is changed and deleted from there. */
export function RecordDrawer<T extends StoredRecord>(props: RecordDrawerProps<T>): JSX.Element {
  const { path, id, title, children, fields, deleteText, feature, kind, actions, onClose } = props
  const found = useRecord<T>(path, id)
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const record = found.data
  const back = () => setAsked(undefined)
  if (record && fields && asked === 'edit')
    return <FormDrawer title={title(record)} path={path} fields={fields} record={record} onClose={back} />
  if (record && deleteText && asked === 'delete')
    return <DeleteDialog path={path} record={record} text={deleteText} onDone={onClose} onClose={back} />
  const canWrite = feature === undefined || may(feature)
  return (
    <Dialog
      title={record ? title(record) : t('loading')}
      look="drawer"
      onClose={onClose}
      footer={
        record && (
          <>
            {actions?.(record)}
            {canWrite && deleteText && (
              <button type="button" class="button danger" onClick={() => setAsked('delete')}>
                {t('delete')}
              </button>
            )}
            {canWrite && fields && (
              <button type="button" class="button primary" onClick={() => setAsked('edit')}>
                {t('edit')}
              </button>
            )}
          </>
        )
      }
    >
      <Shown of={found}>{(data) => (data ? children(data) : <Empty icon="search" title={t('missing.title')} />)}</Shown>
      {record && kind && may('audit_logs.view_self') && (
        <>
          <h3>{t('history')}</h3>
          <History kind={kind} id={id} />
        </>
      )}
    </Dialog>
  )
}
