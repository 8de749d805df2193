import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { type Attached, startUploads, uploads } from '../lib/uploads.ts'
import { UploadButton, useFileDrop } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'

interface FileDropProps extends Attached {
  /** Default: "Upload". */
  readonly label?: string
  /** Types of files that can be chosen, as of `<input accept>`: `image/*,.pdf`. The API checks them as well. */
  readonly accept?: string
  /** All files are stored. */
  readonly onDone?: () => void
}

/** Stores files for a record, chosen or dropped. Each can be paused, and goes on where it was after the connection was lost. */
export function FileDrop({ entityId, recordId, label, accept, onDone }: FileDropProps): JSX.Element {
  const isMine = (one: Attached) => one.entityId === entityId && one.recordId === recordId
  const running = uploads.value.filter(isMine).length
  const before = useRef(running)
  useEffect(() => {
    if (before.current > 0 && running === 0) onDone?.()
    before.current = running
  }, [running])
  const send = (files: readonly File[]) => void startUploads(files, { entityId, recordId })
  const drop = useFileDrop(send)
  return (
    <div class={`upload ${drop.isOver ? 'dropping' : ''}`} {...drop.handlers}>
      <UploadButton label={label ?? t('files.upload')} accept={accept} take={send} />
      <UploadList isShown={isMine} />
    </div>
  )
}
