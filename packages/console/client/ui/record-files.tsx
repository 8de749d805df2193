import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { bytes, number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { Icon } from './icon.tsx'
import { Shown } from './states.tsx'

interface RecordFile {
  readonly id: string
  readonly fileName: string
  readonly fileSize: number
  readonly url: string
  readonly thumbnailUrl: string | null
  readonly createdAt: string
}

interface RecordFilesProps {
  /** The path of its files. */
  readonly path: string
  readonly canChange: boolean
}

/** Addresses in answers begin with `/api`, wherever the API is. */
const local = (url: string) => urlOf(url.replace(/^\/api(?=\/)/, ''))

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

const PAGE_SIZE = 50

/** The files of a record: pictures, downloads, upload by button or by dropping, deletion. */
export function RecordFiles({ path, canChange }: RecordFilesProps): JSX.Element {
  const [page, setPage] = useState(1)
  const files = useData<Listed<RecordFile> & { readonly totalPages: number }>(path, { page, pageSize: PAGE_SIZE })
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState<readonly string[]>([])

  /** One after the other, so that each is an act of its own. */
  async function send(chosen: FileList | null | undefined) {
    const all = [...(chosen ?? [])]
    setSending(all.map(({ name }) => name))
    for (const file of all) {
      const body = new FormData()
      body.set('file', file)
      await call('POST', path, { body }).catch(tell)
      setSending((names) => names.slice(1))
    }
  }

  return (
    <section
      class={`record-files ${isOver ? 'dropping' : ''}`}
      aria-label={t('files')}
      aria-busy={files.isLoading || sending.length > 0}
      onDragOver={(event) => {
        if (!canChange || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (canChange) void send(event.dataTransfer?.files)
      }}
    >
      <div class="record-files-head">
        <h3>{t('files')}</h3>
        {canChange && (
          <>
            <button type="button" class="button small" onClick={() => input.current?.click()}>
              <Icon name="upload" size={16} />
              {t('files.upload')}
            </button>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label={t('files.upload')}
              onChange={(event) => {
                void send(event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
          </>
        )}
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
                  <FileRow file={file} path={path} canChange={canChange} />
                </li>
              ))}
            </ul>
            {totalPages > 1 && (
              <nav class="pager-buttons" aria-label={t('pager')}>
                <button type="button" class="button small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {t('pager.previous')}
                </button>
                <button
                  type="button"
                  class="button small"
                  disabled={page >= totalPages}
                  onClick={() => setPage(page + 1)}
                >
                  {t('pager.next')}
                </button>
              </nav>
            )}
          </>
        )}
      </Shown>
    </section>
  )
}

interface FileRowProps extends RecordFilesProps {
  readonly file: RecordFile
}

function FileRow({ file, path, canChange }: FileRowProps): JSX.Element {
  const { id, fileName, fileSize, url, thumbnailUrl, createdAt } = file
  const name = visible(fileName, 160)
  return (
    <>
      <a class="record-file" href={local(url)} target="_blank" rel="noopener">
        <span class="record-file-picture">
          {thumbnailUrl ? <img src={local(thumbnailUrl)} alt="" loading="lazy" /> : <Icon name="file" size={20} />}
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
          onClick={() => void call('DELETE', `${path}/${id}`).catch(tell)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </>
  )
}
