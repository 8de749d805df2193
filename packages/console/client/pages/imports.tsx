import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { type Loaded, useData } from '../lib/data.ts'
import { number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { revision } from '../lib/operations.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { deferred } from '../ui/deferred.tsx'
import { Field, Select } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import type { Format } from '../ui/import-format.tsx'
import { Scroller } from '../ui/scroller.tsx'
import { Shown } from '../ui/states.tsx'
import { UploadButton, useFileDrop } from '../ui/upload-button.tsx'
import { ti } from '../texts/late/imports.ts'

const ImportedRows = deferred(async () => (await import('../ui/imported-rows.tsx')).ImportedRows)
const ImportFormat = deferred(async () => (await import('../ui/import-format.tsx')).ImportFormat)
const LikelyDuplicates = deferred(async () => (await import('../ui/imported-rows.tsx')).LikelyDuplicates)

interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly skipped?: number
}

interface Settings {
  readonly format: Format
  readonly mapping: readonly { readonly column: string; readonly field: string }[]
  readonly mode: 'create' | 'update' | 'both'
  readonly key: { readonly by: string; readonly column?: string; readonly field?: string } | null
  readonly blank: 'leave' | 'clear'
  readonly decimal: '.' | ','
  readonly dates: 'ymd' | 'dmy' | 'mdy'
}

type Status =
  | 'draft'
  | 'rehearsing'
  | 'running'
  | 'completed'
  | 'cancelled'
  | 'failed'
  | 'undoing'
  | 'undone'
  | 'redoing'

interface ImportOf {
  readonly id: string
  readonly name: string
  readonly attachmentId: string
  readonly entity: string
  readonly status: Status
  readonly progressJobId: string | null
  readonly errorMessage: string | null
  readonly settings: Settings
  readonly columns: readonly { readonly name: string; readonly samples: readonly string[] }[]
  readonly counts: Counts | null
  readonly rehearsal: Counts | null
  readonly createdAt: string
}

interface EntityOf {
  readonly id: string
  readonly title: string
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isRequired: boolean }[]
}

const BUSY: ReadonlySet<Status> = new Set<Status>(['rehearsing', 'running', 'undoing', 'redoing'])

/** Milliseconds between two looks at an import at work. */
const LOOK_EVERY = 1_000

/** Files that are imported: dropped, mapped, rehearsed, run, and undone. */
export function Imports(): JSX.Element {
  const id = query.value['import']
  return (
    <Page title={t('imports')} text={ti('text')}>
      <div class="stack">
        {may('transfer.manage', 'attachments.manage') && <NewImport />}
        {id && <OpenedImport id={id} key={id} />}
        <List<ImportOf>
          path="/transfer/imports"
          label={t('imports')}
          isOfOrganization
          keyOf={(one) => one.id}
          empty={{ icon: 'upload', title: ti('empty') }}
          columns={[
            {
              key: 'name',
              title: t('field.name'),
              sort: 'name',
              cell: (one) => (
                <button type="button" class="button small" onClick={() => setQuery({ import: one.id })}>
                  {visible(one.name, 80)}
                </button>
              ),
            },
            { key: 'status', title: t('field.status'), cell: ({ status }) => <StatusBadge status={status} /> },
            { key: 'counts', title: ti('result'), cell: ({ counts }) => counts && countsText(counts) },
            { key: 'at', title: t('audit.when'), sort: 'createdAt', cell: ({ createdAt }) => relativeTime(createdAt) },
          ]}
        />
      </div>
    </Page>
  )
}

const LOOK: Readonly<Partial<Record<Status, string>>> = { completed: 'good', failed: 'bad', cancelled: 'warn' }

const StatusBadge = ({ status }: { readonly status: Status }): JSX.Element => (
  <span class={`badge ${LOOK[status] ?? (BUSY.has(status) ? 'warn' : '')}`}>{ti(status)}</span>
)

const countsText = ({ created, updated, unchanged, refused, skipped }: Counts): string =>
  [
    ti('counts', {
      created: number(created),
      updated: number(updated),
      unchanged: number(unchanged),
      refused: number(refused),
    }),
    ...(skipped ? [ti('skipped', { count: number(skipped) })] : []),
  ].join(', ')

const fail = (error: Error) => toast({ text: error.message, kind: 'bad' })

/** Takes a file, and opens its import. */
function NewImport(): JSX.Element {
  const entities = useData<{ readonly items: readonly EntityOf[] }>('/transfer/entities')
  const [entity, setEntity] = useState('')
  const [isSending, setSending] = useState(false)
  const chosen = entity || (entities.data?.items[0]?.id ?? '')
  const take = async (file: File | undefined) => {
    if (!file || chosen === '') return
    setSending(true)
    try {
      const form = new FormData()
      form.set('entityId', 'transfer:import')
      form.set('recordId', chosen)
      form.set('file', file)
      const { item } = await call<{ item: { id: string } }>('POST', '/attachments', { body: form })
      const made = await call<{ id: string }>('POST', '/transfer/imports', {
        body: { attachmentId: item.id, entity: chosen },
      })
      setQuery({ import: made.id })
    } catch (error) {
      fail(error as Error)
    } finally {
      setSending(false)
    }
  }
  const takeFirst = ([file]: readonly File[]) => void take(file)
  const drop = useFileDrop(takeFirst)
  return (
    <section
      class={`card padded stack ${drop.isOver ? 'dropping' : ''}`}
      aria-label={ti('new')}
      aria-busy={isSending}
      {...drop.handlers}
    >
      <Field label={ti('entity')} isRequired>
        {(described) => (
          <Select
            {...described}
            value={chosen}
            options={(entities.data?.items ?? []).map(({ id, title }) => [id, visible(title, 60)] as const)}
            onChange={setEntity}
          />
        )}
      </Field>
      <p class="hint">{ti('drop')}</p>
      <UploadButton
        label={ti('choose')}
        look="primary"
        accept=".csv,.tsv,.txt,.jsonl,.ndjson,.xlsx,.ods"
        isSingle
        isDisabled={isSending}
        take={takeFirst}
      />
    </section>
  )
}

function OpenedImport({ id }: { readonly id: string }): JSX.Element {
  const imports = useData<{ readonly items: readonly ImportOf[] }>('/transfer/imports', { id })
  const entities = useData<{ readonly items: readonly EntityOf[] }>('/transfer/entities')
  const found = imports.data?.items[0]
  const isBusy = found !== undefined && BUSY.has(found.status)
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(imports.reload, LOOK_EVERY)
    return () => {
      clearInterval(timer)
      // The list beside it tells the same, and records are others now.
      revision.value++
    }
  }, [isBusy])
  return (
    <section class="card padded stack" aria-label={ti('one')}>
      <Shown of={imports as Loaded<{ readonly items: readonly ImportOf[] }>}>
        {({ items: [one] }) =>
          one && (
            <>
              <h2>
                {visible(one.name, 120)} <StatusBadge status={one.status} />
              </h2>
              {one.errorMessage && <p class="problem">{one.errorMessage}</p>}
              {isBusy && one.progressJobId && <Progress id={one.progressJobId} name={one.name} />}
              {one.status === 'draft' && may('transfer.manage', 'attachments.manage') && <ImportFormat of={one} />}
              {one.counts === null && !isBusy && (
                <Mapping
                  of={one}
                  fields={entities.data?.items.find((entity) => entity.id === one.entity)?.fields ?? []}
                />
              )}
              <Outcome of={one} />
              {one.rehearsal !== null && one.counts === null && !isBusy && (
                <LikelyDuplicates id={one.id} isBusy={isBusy} />
              )}
              <Actions of={one} />
              {one.counts !== null && <ImportedRows id={one.id} isBusy={isBusy} />}
            </>
          )
        }
      </Shown>
    </section>
  )
}

/** How far the work is. */
function Progress({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const job = useData<{ readonly progressPercent: number; readonly processedCount: number }>(`/progress/jobs/${id}`)
  useEffect(() => {
    const timer = setInterval(job.reload, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [id])
  return (
    <p>
      <progress max={100} value={job.data?.progressPercent ?? 0} aria-label={name} />
      <span class="below muted">{number(job.data?.processedCount ?? 0)}</span>
    </p>
  )
}

interface MappingProps {
  readonly of: ImportOf
  readonly fields: EntityOf['fields']
}

/** What each column means, and how records are found. Every change is stored. */
function Mapping({ of: { id, settings, columns }, fields }: MappingProps): JSX.Element {
  const save = (change: Partial<Settings>) =>
    void call('PUT', '/transfer/imports', { body: { id, settings: { ...settings, ...change } } }).catch(fail)
  const mapTo = (column: string, field: string) => {
    const others = settings.mapping.filter((one) => one.column !== column && one.field !== field)
    save({ mapping: field === '' ? others : [...others, { column, field }] })
  }
  const keys = settings.mapping.map(({ field }) => [`field ${field}`, labelOf(fields, field)] as const)
  const key = settings.key?.by === 'field' ? `field ${settings.key.field}` : settings.key ? 'id' : ''
  const idColumn = columns.find(({ name }) => /^id$/i.test(name))?.name
  return (
    <>
      <Scroller label={ti('column')}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{ti('column')}</th>
              <th scope="col">{ti('samples')}</th>
              <th scope="col">{ti('field')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, samples }) => (
              <tr key={name}>
                <th scope="row">{visible(name, 80)}</th>
                <td class="muted" data-label={ti('samples')}>
                  {visible(samples.slice(0, 3).join(' · '), 120)}
                </td>
                <td data-label={ti('field')}>
                  <Select
                    label={`${ti('field')}: ${visible(name, 80)}`}
                    value={settings.mapping.find(({ column }) => column === name)?.field ?? ''}
                    options={[
                      ['', ti('ignored')],
                      ...fields.map((field) => [field.name, field.label + (field.isRequired ? ' *' : '')] as const),
                    ]}
                    onChange={(field) => mapTo(name, field)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <div class="toolbar">
        <Select
          label={ti('mode')}
          value={settings.mode}
          options={(['create', 'update', 'both'] as const).map((mode) => [mode, ti(`mode.${mode}`)] as const)}
          onChange={(mode) => save({ mode: mode as Settings['mode'] })}
        />
        <Select
          label={ti('key')}
          value={key}
          options={[['', ti('noKey')], ...(idColumn === undefined ? [] : ([['id', ti('byId')]] as const)), ...keys]}
          onChange={(chosen) => {
            const [by, field] = chosen.split(' ')
            if (by === 'field') save({ key: { by, field: field! } })
            else save({ key: by === 'id' ? { by, column: idColumn! } : null })
          }}
        />
        <Select
          label={ti('blank')}
          value={settings.blank}
          options={(['leave', 'clear'] as const).map((blank) => [blank, ti(`blank.${blank}`)] as const)}
          onChange={(blank) => save({ blank: blank as Settings['blank'] })}
        />
        <Select
          label={ti('decimal')}
          value={settings.decimal}
          options={(['.', ','] as const).map((decimal) => [decimal, `1${decimal}5`] as const)}
          onChange={(decimal) => save({ decimal: decimal as Settings['decimal'] })}
        />
        <Select
          label={ti('dates')}
          value={settings.dates}
          options={[
            ['ymd', '2026-12-31'],
            ['dmy', '31.12.2026'],
            ['mdy', '12/31/2026'],
          ]}
          onChange={(dates) => save({ dates: dates as Settings['dates'] })}
        />
      </div>
    </>
  )
}

const labelOf = (fields: EntityOf['fields'], name: string) => fields.find((field) => field.name === name)?.label ?? name

interface RefusalOf {
  readonly id: string
  readonly row: number
  readonly problems: readonly { readonly column: string | null; readonly message: string }[]
}

/** What was done, or would be done, and the rows that were refused. */
function Outcome({ of: { id, counts, rehearsal } }: { readonly of: ImportOf }): JSX.Element | null {
  const shown = counts ?? rehearsal
  const isRehearsal = counts === null
  const refusals = useData<{ readonly items: readonly RefusalOf[] }>(
    shown && shown.refused > 0 ? '/transfer/refusals' : null,
    { importId: id, isRehearsal, pageSize: 20 },
  )
  if (!shown) return null
  return (
    <>
      <p class="strong" role="status">
        {isRehearsal ? ti('wouldBe') : ti('was')} {countsText(shown)}
      </p>
      {shown.refused > 0 && (
        <>
          <ul>
            {refusals.data?.items.map(({ id: refusalId, row, problems }) => (
              <li key={refusalId}>
                {ti('row', { row: number(row) })}{' '}
                {visible(
                  problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join('; '),
                  300,
                )}
              </li>
            ))}
          </ul>
          <a class="button small" href={urlOf(`/transfer/imports/${id}/refused`, { rehearsal: isRehearsal })} download>
            {ti('download')}
          </a>
        </>
      )}
    </>
  )
}

/** What can be done next. */
function Actions({ of: { id, status, counts, progressJobId } }: { readonly of: ImportOf }): JSX.Element | null {
  if (!may('transfer.manage')) return null
  const start = (work: string) => () => void call('POST', `/transfer/imports/${id}/${work}`).catch(fail)
  if (BUSY.has(status))
    return (
      <button
        type="button"
        class="button danger"
        onClick={() => void call('DELETE', `/progress/jobs/${progressJobId}`).catch(fail)}
      >
        {t('jobs.cancel')}
      </button>
    )
  return (
    <div class="toolbar">
      {counts === null && (
        <button type="button" class="button" onClick={start('rehearse')}>
          {ti('rehearse')}
        </button>
      )}
      {status !== 'completed' && status !== 'undone' && (
        <button type="button" class="button primary" onClick={start('run')}>
          {ti('run')}
        </button>
      )}
      {counts !== null && status !== 'undone' && (
        <button type="button" class="button danger" onClick={start('undo')}>
          {ti('undo')}
        </button>
      )}
      {status === 'undone' && (
        <button type="button" class="button" onClick={start('redo')}>
          {ti('redo')}
        </button>
      )}
    </div>
  )
}
