import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t, textIn } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { contributed } from '../lib/menu.ts'
import { change, type Snapshot } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { nameOf } from '../lib/records.ts'
import type { Listed } from '../lib/types.ts'
import { Dialog } from './dialog.tsx'
import { Field, SearchField, Select } from './field.tsx'
import { Icon } from './icon.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import type { Row } from '../lib/types.ts'

/** A record that a file belongs to. */
export interface Assignment {
  readonly type: string
  readonly id: string
  readonly href?: string | null
  readonly label?: string
}

interface Filed {
  readonly id: string
  readonly assignments: readonly Assignment[]
}

interface FileRecordsProps {
  readonly seen: Snapshot<Filed>
  readonly canManage: boolean
}

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The kinds of records that have a page: `catalog:product` at `/catalog/products`. */
const kinds = () =>
  contributed.value.flatMap(({ kind, resource, title, path }) =>
    kind && resource ? [{ type: kind.replace('.', ':'), resource, title: textIn(title), path }] : [],
  )

/** The records that a file belongs to; it can be moved to another one of the same kind, and belong to more. */
export function FileRecords({ seen, canManage }: FileRecordsProps): JSX.Element | null {
  const { id, assignments } = seen.row
  const [asked, setAsked] = useState<Assignment | 'add'>()
  const close = () => setAsked(undefined)
  const save = (next: Next) =>
    change(seen, ({ row, version }) =>
      call('PATCH', `/attachments/library/${id}`, { body: { assignments: next(row.assignments) }, version }),
    )
  const canAdd = canManage && kinds().length > 0
  if (assignments.length === 0 && !canAdd) return null
  return (
    <div>
      <h3>{t('files.belongsTo')}</h3>
      <ul class="rows">
        {assignments.map((one) => (
          <li key={`${one.type} ${one.id}`}>
            <RecordName of={one} />
            {canManage && (
              <span class="badges push">
                {kinds().some(({ type }) => type === one.type) && (
                  <button type="button" class="button small" onClick={() => setAsked(one)}>
                    {t('files.move')}
                  </button>
                )}
                <button
                  type="button"
                  class="icon-button small danger"
                  aria-label={`${t('remove')}: ${one.label ?? one.id}`}
                  onClick={() => void save((all) => all.filter((other) => !isSame(other, one))).catch(tell)}
                >
                  <Icon name="close" size={16} />
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {canAdd && (
        <button type="button" class="button small" onClick={() => setAsked('add')}>
          <Icon name="plus" size={16} />
          {t('files.assign')}
        </button>
      )}
      {asked && (
        <ChooseRecord
          title={asked === 'add' ? t('files.assign') : t('files.move')}
          {...(asked !== 'add' && { only: asked.type })}
          onChoose={(record) => {
            const done = asked === 'add' ? save((all) => [...all, record]) : move(id, { from: asked, to: record, save })
            done.then(close, tell)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

type Next = (all: readonly Assignment[]) => readonly Assignment[]

const isSame = (a: Assignment, b: Assignment) => a.type === b.type && a.id === b.id

interface Move {
  readonly from: Assignment
  readonly to: Assignment
  readonly save: (next: Next) => Promise<unknown>
}

/** Moves a file that was uploaded for the record; one that is only assigned to it is assigned to the other instead. */
async function move(id: string, { from, to, save }: Move): Promise<void> {
  const body = { entityId: from.type, attachmentIds: [id], fromRecordId: from.id, toRecordId: to.id }
  try {
    await call('POST', '/attachments/transfer', { body })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    await save((all) => all.map((one) => (isSame(one, from) ? to : one)))
  }
}

function RecordName({ of: { type, id, label } }: { readonly of: Assignment }): JSX.Element {
  const kind = kinds().find((one) => one.type === type)
  const { data } = useData<Listed<Row>>(kind && !label ? kind.resource : null, { id, pageSize: 1 })
  const name = label ?? (data?.items[0] ? nameOf(data.items[0]) : id)
  return (
    <span>
      {kind ? <a href={hrefOf(`/${kind.path}?open=${id}`)}>{visible(name, 120)}</a> : visible(name, 120)}
      <span class="below muted">{kind?.title ?? visible(type, 80)}</span>
    </span>
  )
}

interface ChooseProps {
  readonly title: string
  /** The only kind of record to choose from. */
  readonly only?: string
  readonly onChoose: (record: Assignment) => void
  readonly onClose: () => void
}

function ChooseRecord({ title, only, onChoose, onClose }: ChooseProps): JSX.Element {
  const offered = kinds().filter(({ type }) => only === undefined || type === only)
  const [type, setType] = useState(offered[0]?.type ?? '')
  const [search, setSearch] = useState('')
  const kind = offered.find((one) => one.type === type)
  const [page, setPage] = useState(1)
  const { data } = useData<Listed<Row>>(kind?.resource ?? null, { search, page, pageSize: 20 })
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        {offered.length > 1 && (
          <Field label={t('files.kind')} isRequired>
            {(described) => (
              <Select
                {...described}
                value={type}
                options={offered.map((one) => [one.type, one.title] as const)}
                onChange={(next) => {
                  setType(next)
                  setPage(1)
                }}
              />
            )}
          </Field>
        )}
        <SearchField
          label={t('search')}
          value={search}
          onChange={(next) => {
            setSearch(next)
            setPage(1)
          }}
        />
        {data?.items.length === 0 && <p class="muted">{t('list.noMatch')}</p>}
        <ul class="rows" aria-label={kind?.title}>
          {data?.items.map((row) => (
            <li key={String(row['id'])}>
              <button
                type="button"
                class="row-link"
                onClick={() => onChoose({ type, id: String(row['id']), label: nameOf(row) })}
              >
                {visible(nameOf(row), 120)}
              </button>
            </li>
          ))}
        </ul>
        <PagerButtons page={page} totalPages={data?.totalPages ?? page} onChange={setPage} />
      </div>
    </Dialog>
  )
}
