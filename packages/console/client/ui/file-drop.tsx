import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { type Attached, startUploads, uploads } from '../lib/uploads.ts'
import { Icon } from './icon.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isMine = (one: Attached) => one.entityId === entityId && one.recordId === recordId
  const running = uploads.value.filter(isMine).length
  const before = useRef(running)
  useEffect(() => {
    if (before.current > 0 && running === 0) onDone?.()
    before.current = running
  }, [running])
  const send = (files: FileList | null | undefined) => {
    if (files && files.length > 0) void startUploads([...files], { entityId, recordId })
  }
  return (
    <div
      class={`upload ${isOver ? 'dropping' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        send(event.dataTransfer?.files)
      }}
    >
      <button type="button" class="button" onClick={() => input.current?.click()}>
        <Icon name="upload" size={18} />
        {label ?? t('files.upload')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label ?? t('files.upload')}
        onChange={(event) => {
          send(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <UploadList isShown={isMine} />
    </div>
  )
}
