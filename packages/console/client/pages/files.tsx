import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { bytes, dateTime, number, relativeTime, visible } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { tp } from '../texts/late/previews.ts'
import { query, setQuery } from '../lib/location.ts'
import { previewKindOf } from '../lib/previewable.ts'
import { recordMember } from '../lib/record-member.ts'
import { remove } from '../lib/removal.ts'
import { may } from '../lib/session.ts'
import { shippedName, shippedNames } from '../lib/shipped-names.ts'
import { change, type Snapshot, snapshotOf, withValues } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { type Attached, LIBRARY, startUploads } from '../lib/uploads.ts'
import { Excerpt } from '../ui/excerpt.tsx'
import { CustomFacts, customFiltersOf, customFormOf, groupsAfter, useCustomFields } from '../ui/custom-fields.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { type Assignment, FileRecords } from '../ui/file-records.tsx'
import { FilterControl, lostFilters, membersOf, parametersOf } from '../ui/filters.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Search } from '../ui/list.tsx'
import { OfOrganization } from '../ui/of-organization.tsx'
import { Page, Tabs } from '../ui/page.tsx'
import { ResourceView } from '../ui/resource-view.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { UploadButton, useFileDrop } from '../ui/upload-button.tsx'
import { UploadList } from '../ui/upload-list.tsx'

interface FileOf {
  readonly id: string
  readonly fileName: string
  readonly fileSize: number
  readonly mimeType: string
  readonly partitionCode: string
  readonly partitionTitle: string | null
  readonly url: string | null
  readonly createdAt: string
  readonly tags: readonly string[]
  readonly content: string | null
  readonly thumbnailUrl?: string
  readonly snippet?: string
}

interface Library {
  readonly items: readonly FileOf[]
  readonly total: number
  readonly totalPages: number
  readonly availableTags: readonly string[]
  readonly partitions: readonly { readonly code: string; readonly title: string; readonly isPublic: boolean }[]
}

const PAGE_SIZE = 24

const LostFilters = deferred(
  async () => (await import('../ui/lost-filters.tsx')).LostFilters,
  () => null,
)
const FilePreview = deferred(
  async () => (await import('../ui/file-preview.tsx')).FilePreview,
  () => null,
)

/** The entity of custom fields of files. */
const FILE = 'attachments:attachment'

/** The files of the organization. */
export function Files(): JSX.Element {
  const tabs = [
    { id: 'library', title: t('files.library'), show: () => <LibraryView /> },
    ...(may('attachments.manage')
      ? [{ id: 'partitions', title: t('files.partitions'), show: () => <Partitions /> }]
      : []),
  ]
  const current = query.value['tab'] ?? 'library'
  if (current === 'partitions' && tabs.length > 1)
    return (
      <>
        <Tabs
          label={t('files')}
          tabs={tabs}
          current={current}
          onChange={(tab) => setQuery({ tab: tab === 'library' ? null : tab })}
        />
      </>
    )
  return (
    <Page title={t('files')} text={t('files.text')}>
      <Tabs label={t('files')} tabs={tabs} current="library" onChange={(tab) => setQuery({ tab })} />
    </Page>
  )
}

function Partitions(): JSX.Element {
  return (
    <ResourceView
      resource="/attachments/partitions"
      title={t('files.partitions')}
      icon="folder"
      label="title"
      columns={['title', 'code', 'isPublic', 'requiresOcr', 'createdAt']}
      labels={{ envKey: recordMember('envKey'), ocrModel: recordMember('ocrModel') }}
      choices={useMemo(() => ({ title: shippedNames(), description: shippedNames() }), [locale.value])}
    />
  )
}

function LibraryView(): JSX.Element {
  const at = query.value
  const page = Math.max(1, Number(at['page']) || 1)
  const filters = customFiltersOf(useCustomFields(FILE))
  const library = useData<Library>('/attachments/library', {
    page,
    pageSize: PAGE_SIZE,
    search: at['search'],
    text: at['text'],
    partition: at['partition'],
    tags: at['tags'],
    ...parametersOf(filters),
  })
  const members = membersOf(filters)
  const lost = lostFilters(members)
  const isFiltered = ['search', 'text', 'partition', 'tags', ...members].some((name) => at[name])
  const [previewed, setPreviewed] = useState<string>()
  const canManage = may('attachments.manage')
  const send = (files: readonly File[]) => void startUploads(files, LIBRARY, at['partition'])
  const drop = useFileDrop(canManage ? send : undefined)
  return (
    <section
      class={`card list ${drop.isOver ? 'dropping' : ''}`}
      aria-label={t('files')}
      aria-busy={library.isLoading}
      {...drop.handlers}
    >
      <div class="toolbar">
        <Search label={t('files.byName')} />
        <Search label={t('files.byText')} name="text" />
        <Select
          label={t('files.partition')}
          value={at['partition'] ?? ''}
          options={[
            ['', t('files.anyPartition')],
            ...(library.data?.partitions.map(({ code, title }) => [code, shippedName(title)] as const) ?? []),
          ]}
          onChange={(partition) => setQuery({ partition: partition || null, page: null })}
        />
        {(library.data?.availableTags.length ?? 0) > 0 && (
          <Select
            label={t('files.tag')}
            value={at['tags'] ?? ''}
            options={[
              ['', t('files.anyTag')],
              ...library.data!.availableTags.map((tag) => [tag, visible(tag, 60)] as const),
            ]}
            onChange={(tags) => setQuery({ tags: tags || null, page: null })}
          />
        )}
        {filters.map((filter) => (
          <FilterControl key={filter.name} filter={filter} />
        ))}
        {canManage && <UploadButton label={t('files.upload')} look="primary push" take={send} />}
      </div>
      {lost.length > 0 && <LostFilters names={lost} />}
      <OfOrganization />
      <UploadList isShown={isLoose} />
      <Shown of={library}>
        {({ items, total, totalPages }) =>
          items.length === 0 && isFiltered ? (
            <Empty icon="search" title={t('list.noMatch')} text={t('list.noMatchText')} />
          ) : items.length === 0 ? (
            <Empty icon="file" title={t('files.empty')} text={canManage ? t('files.drop') : ''} />
          ) : (
            <>
              <ul class="files">
                {items.map((file) => (
                  <li key={file.id}>
                    <Tile file={file} />
                  </li>
                ))}
              </ul>
              <nav class="pager" aria-label={t('pager')}>
                <span class="muted">{t('files.count', { count: number(total) })}</span>
                <span class="pager-buttons">
                  <button
                    type="button"
                    class="button small"
                    disabled={page <= 1}
                    onClick={() => setQuery({ page: String(page - 1) })}
                  >
                    {t('pager.previous')}
                  </button>
                  <button
                    type="button"
                    class="button small"
                    disabled={page >= totalPages}
                    onClick={() => setQuery({ page: String(page + 1) })}
                  >
                    {t('pager.next')}
                  </button>
                </span>
              </nav>
            </>
          )
        }
      </Shown>
      {at['open'] && (
        <Details
          id={at['open']}
          listed={library.data?.items.find(({ id }) => id === at['open'])}
          onPreview={() => setPreviewed(at['open'])}
          onClose={() => setQuery({ open: null })}
        />
      )}
      {previewed !== undefined && (
        <FilePreview
          files={library.data?.items.some(({ id }) => id === previewed) ? library.data.items : []}
          first={previewed}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </section>
  )
}

/** Uploads to the library, on this page. */
const isLoose = ({ entityId }: Attached) => entityId === LIBRARY.entityId

function Tile({
  file: { id, fileName, fileSize, createdAt, thumbnailUrl, snippet },
}: {
  readonly file: FileOf
}): JSX.Element {
  return (
    <button type="button" class="file" onClick={() => setQuery({ open: id })}>
      <span class="file-picture">
        {thumbnailUrl ? <img src={local(thumbnailUrl)} alt="" loading="lazy" /> : <Icon name="file" size={32} />}
      </span>
      <span class="file-text">
        <span class="strong" title={fileName}>
          {visible(fileName, 160)}
        </span>
        <span class="muted">
          {bytes(fileSize)} · {relativeTime(createdAt)}
        </span>
        {snippet && (
          <span class="below">
            <Snippet text={snippet} search={query.value['text'] ?? ''} />
          </span>
        )}
      </span>
    </button>
  )
}

/** The place where a text was found, with the words marked. */
function Snippet({ text, search }: { readonly text: string; readonly search: string }): JSX.Element {
  const words = search.split(/\s+/).filter((word) => word.length > 1)
  const shown = visible(text, 200)
  if (words.length === 0) return <>{shown}</>
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return <>{shown.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>
}

/** Addresses in answers begin with `/api`, wherever the API is. */
const local = (url: string) => urlOf(url.replace(/^\/api(?=\/)/, ''))

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

/** The values of custom fields, by the names of their inputs. */
const customOf = (item: Pick<Detail['item'], 'customFields'> | undefined) =>
  Object.fromEntries(Object.entries(item?.customFields ?? {}).map(([key, value]) => [`cf_${key}`, value]))

interface DetailsProps {
  readonly id: string
  readonly listed: FileOf | undefined
  readonly onPreview: () => void
  readonly onClose: () => void
}

interface Detail {
  readonly item: Omit<FileOf, 'url' | 'createdAt' | 'thumbnailUrl'> & {
    readonly customFields: Readonly<Record<string, unknown>> | null
    readonly assignments: readonly Assignment[]
    readonly text: { readonly state: 'waiting' | 'read' | 'unreadable'; readonly reason: string | null } | null
  }
}

function Details({ id, listed, onPreview, onClose }: DetailsProps): JSX.Element {
  const detail = useData<Detail>(`/attachments/library/${id}`)
  const custom = useCustomFields(FILE)
  const form = customFormOf(custom, { isNew: false })
  const [isEditing, setEditing] = useState(false)
  const canManage = may('attachments.manage')
  const path = `/attachments/library/${id}`
  const seen = detail.data && snapshotOf(detail.data.item, { path, pick: ({ item }: Detail) => item })
  const drop = async () => {
    const isRemoved = await remove(seen!, ({ version }) => call('DELETE', path, { version }))
    if (isRemoved) onClose()
  }
  const file = urlOf(`/attachments/file/${id}`)
  const values = customOf(detail.data?.item)
  if (isEditing && seen)
    return (
      <EditDialog
        title={`${t('edit')}: ${visible(seen.row.fileName, 120)}`}
        seen={withValues(seen, customOf)}
        {...form}
        groups={groupsAfter(form, [])}
        onSubmit={(sent, { version }) => call('PATCH', path, { body: sent, version })}
        onClose={() => setEditing(false)}
      />
    )
  return (
    <Dialog
      title={visible(detail.data?.item.fileName ?? t('files.file'), 120)}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          {canManage && (
            <button type="button" class="button danger" disabled={!seen} onClick={() => void drop().catch(tell)}>
              {t('delete')}
            </button>
          )}
          {canManage && form.fields.length > 0 && (
            <button type="button" class="button" onClick={() => setEditing(true)}>
              {t('edit')}
            </button>
          )}
          <a class="button primary" href={`${file}?download=1`} download>
            <Icon name="download" size={18} />
            {t('download')}
          </a>
        </>
      }
    >
      <Shown of={detail}>
        {({ item }) => (
          <div class="stack">
            {item.mimeType.startsWith('image/') && (
              <img class="preview" src={urlOf(`/attachments/image/${id}`, { width: 1000 })} alt={item.fileName} />
            )}
            {listed && previewKindOf(item) !== 'none' && (
              <button type="button" class="button" onClick={onPreview}>
                <Icon name="eye" size={18} />
                {tp('preview')}
              </button>
            )}
            <dl class="facts">
              <Fact term={t('field.fileSize')} value={bytes(item.fileSize)} />
              <Fact term={t('files.type')} value={item.mimeType} />
              <Fact
                term={t('files.partition')}
                value={item.partitionTitle === null ? item.partitionCode : shippedName(item.partitionTitle)}
              />
              {listed && <Fact term={t('field.createdAt')} value={dateTime(listed.createdAt)} />}
              <CustomFacts of={custom} values={values} />
            </dl>
            <Tags seen={seen!} canManage={canManage} />
            <FileRecords seen={seen!} canManage={canManage} />
            {item.content ? (
              <div>
                <h3>{t('files.content')}</h3>
                <Excerpt label={t('files.content')}>
                  <Snippet text={item.content.slice(0, 4000)} search={query.value['text'] ?? ''} />
                </Excerpt>
              </div>
            ) : (
              item.text && <p class="muted">{t(`files.text.${item.text.state}`)}</p>
            )}
            {may('audit_logs.view_self') && (
              <div>
                <h3>{t('history')}</h3>
                <History kind="attachments.attachment" id={id} />
              </div>
            )}
          </div>
        )}
      </Shown>
    </Dialog>
  )
}

const Fact = ({ term, value }: { readonly term: string; readonly value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{visible(value, 300)}</dd>
  </div>
)

interface TagsProps {
  readonly seen: Snapshot<Detail['item']>
  readonly canManage: boolean
}

function Tags({ seen, canManage }: TagsProps): JSX.Element {
  const { id, tags } = seen.row
  const save = (next: (tags: readonly string[]) => readonly string[]) =>
    change(seen, ({ row, version }) =>
      call('PATCH', `/attachments/library/${id}`, { body: { tags: next(row.tags) }, version }),
    ).catch(tell)
  return (
    <div class="stack">
      <span class="badges">
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            class="chip"
            disabled={!canManage}
            aria-label={`${t('remove')}: ${tag}`}
            onClick={() => void save((all) => all.filter((one) => one !== tag))}
          >
            {visible(tag, 60)}
            {canManage && <Icon name="close" size={14} />}
          </button>
        ))}
      </span>
      {canManage && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const input = event.currentTarget.elements.namedItem('tag') as HTMLInputElement
            const tag = input.value.trim()
            input.value = ''
            if (tag !== '' && !tags.includes(tag)) void save((all) => [...all.filter((one) => one !== tag), tag])
          }}
        >
          <Field label={t('files.addTag')}>
            {(described) => <input {...described} class="input" name="tag" maxLength={100} autoComplete="off" />}
          </Field>
        </form>
      )}
    </div>
  )
}
