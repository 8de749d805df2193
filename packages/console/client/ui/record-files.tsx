import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { bytes, number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { previewKindOf } from '../lib/previewable.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { deferred } from './deferred.tsx'
import { Icon } from './icon.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { Shown } from './states.tsx'
import { UploadButton, useFileDrop } from './upload-button.tsx'

interface RecordFile {
  readonly id: string
  readonly fileName: string
  readonly fileSize: number
  readonly mimeType: string | null
  readonly url: string
  readonly thumbnailUrl: string | null
  readonly createdAt: string
}

interface RecordFilesProps {
  /** The path of its files, or of all files. */
  readonly path: string
  /** The record, if the path does not name it. */
  readonly of?: { readonly entityId: string; readonly recordId: string } | undefined
  readonly canChange: boolean
}

const FilePreview = deferred(
  async () => (await import('./file-preview.tsx')).FilePreview,
  () => null,
)

/** Addresses in answers begin with `/api`, wherever the API is. */
const local = (url: string) => urlOf(url.replace(/^\/api(?=\/)/, ''))

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

const PAGE_SIZE = 50

/** The files of a record: pictures, downloads, upload by button or by dropping, deletion. */
export function RecordFiles({ path, of, canChange }: RecordFilesProps): JSX.Element {
  const [page, setPage] = useState(1)
  const asked = { ...of, page, pageSize: PAGE_SIZE }
  const files = useData<Listed<RecordFile> & { readonly totalPages: number }>(path, asked)
  const [previewed, setPreviewed] = useState<string>()
  const [sending, setSending] = useState<readonly string[]>([])

  /** One after the other, so that each is an act of its own. */
  async function send(chosen: readonly File[]) {
    setSending(chosen.map(({ name }) => name))
    for (const file of chosen) {
      const body = new FormData()
      for (const [name, value] of Object.entries(of ?? {})) body.set(name, value)
      body.set('file', file)
      await call('POST', path, { body }).catch(tell)
      setSending((names) => names.slice(1))
    }
  }

  const take = (chosen: readonly File[]) => void send(chosen)
  const drop = useFileDrop(canChange ? take : undefined)

  return (
    <section
      class={`record-files ${drop.isOver ? 'dropping' : ''}`}
      aria-label={t('files')}
      aria-busy={files.isLoading || sending.length > 0}
      {...drop.handlers}
    >
      <div class="record-files-head">
        <h3>{t('files')}</h3>
        {canChange && <UploadButton label={t('files.upload')} look="small" take={take} />}
      </div>
      {sending.length > 0 && (
        <p class="muted" role="status">
          {t('files.sending', { name: visible(sending[0]!, 80), count: number(sending.length) })}
        </p>
      )}
      <Shown of={files}>
        {({ items, total, totalPages }) => (
          <>
            {total === 0 && <p class="muted">{t('files.empty')}</p>}
            <ul class="record-files-list">
              {items.map((file) => (
                <li key={file.id}>
                  <FileRow file={file} {...{ path, of, canChange }} onPreview={() => setPreviewed(file.id)} />
                </li>
              ))}
            </ul>
            <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            {previewed !== undefined && (
              <FilePreview files={items} first={previewed} onClose={() => setPreviewed(undefined)} />
            )}
          </>
        )}
      </Shown>
    </section>
  )
}

interface FileRowProps extends RecordFilesProps {
  readonly file: RecordFile
  readonly onPreview: () => void
}

function FileRow({ file, path, of, canChange, onPreview }: FileRowProps): JSX.Element {
  const { id, fileName, fileSize, mimeType, url, thumbnailUrl, createdAt } = file
  const name = visible(fileName, 160)
  // Files of all kinds may have an address for a picture.
  const picture = mimeType?.startsWith('image/') ? thumbnailUrl : null
  const remove = () => (of ? call('DELETE', path, { query: { id } }) : call('DELETE', `${path}/${id}`))
  return (
    <>
      <a
        class="record-file"
        href={local(url)}
        target="_blank"
        rel="noopener"
        onClick={(event) => {
          if (previewKindOf(file) === 'none' || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onPreview()
        }}
      >
        <span class="record-file-picture">
          {picture ? <img src={local(picture)} alt="" loading="lazy" /> : <Icon name="file" size={20} />}
        </span>
        <span class="cut">
          <span class="strong">{name}</span>
          <span class="muted">
            {' '}
            {bytes(fileSize)} · {relativeTime(createdAt)}
          </span>
        </span>
      </a>
      <a class="icon-button small" href={`${local(url)}?download=1`} download aria-label={`${t('download')}: ${name}`}>
        <Icon name="download" size={16} />
      </a>
      {canChange && (
        <button
          type="button"
          class="icon-button small danger"
          aria-label={`${t('delete')}: ${name}`}
          onClick={() => void remove().catch(tell)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </>
  )
}
