import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { type Destination, DESTINATIONS } from '../lib/destinations.ts'
import {
  EXPORT_RUNS,
  type ExportRun,
  EXPORTS,
  FORMATS,
  listName,
  momentText,
  type ScheduledExport,
  scheduleText,
  toFields,
} from '../lib/exports.ts'
import { bytes, moment, number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useLabels } from '../lib/labels.ts'
import { go, hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { change, first, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { ExportForm } from '../ui/export-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { RunStatusBadge } from '../ui/run-status.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { td } from '../texts/late/destinations.ts'
import { te } from '../texts/late/exports.ts'

/** A scheduled export: when it runs, and its files. */
export function ExportPage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useData<Listed<ScheduledExport>>(EXPORTS, { id })
  return (
    <>
      <a class="back" href={hrefOf('/exports')}>
        <Icon name="left" size={16} />
        {t('exports')}
      </a>
      <Shown of={found}>
        {({ items: [one] }) =>
          one ? (
            <View
              seen={snapshotOf(one, { path: EXPORTS, query: { id }, pick: first<ScheduledExport>, toValues: toFields })}
              reload={found.reload}
            />
          ) : (
            <Empty icon="download" title={t('missing.title')} />
          )
        }
      </Shown>
    </>
  )
}

/** Milliseconds between two looks at an export that is running. */
const LOOK_EVERY = 2_000

const fail = (error: Error) => toast({ text: error.message, kind: 'bad' })

interface ViewProps {
  readonly seen: Snapshot<ScheduledExport>
  readonly reload: () => void
}

function View({ seen, reload }: ViewProps): JSX.Element {
  const { id, name, list, query, format, nextAt, ownerId, isOwn, isActive, lastStatus, lastRunAt, destinationId } =
    seen.row
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const [owner] = useLabels('auth:user', [ownerId])
  const canSee = destinationId !== null && may('transfer.destinations.view')
  const destination = useData<Listed<Destination>>(canSee ? DESTINATIONS : null, { id: destinationId }).data?.items[0]
  const isBusy = lastStatus === 'waiting' || lastStatus === 'running'
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(reload, LOOK_EVERY)
    return () => clearTimeout(timer)
  }, [seen])
  const close = () => setAsked(undefined)
  const save = (values: object, { version }: Snapshot<ScheduledExport>) =>
    call('PUT', EXPORTS, { body: { id, ...values }, version })
  const run = async () => {
    await call('POST', `${EXPORTS}/${id}/run`)
    toast({ text: te('started') })
    reload()
  }
  return (
    <Page
      title={visible(name, 120)}
      actions={
        <>
          {isOwn && (
            <>
              <button type="button" class="button" onClick={() => void run().catch(fail)}>
                <Icon name="play" size={18} />
                {te('run')}
              </button>
              <button
                type="button"
                class="button"
                onClick={() => void change(seen, (now) => save({ isActive: !isActive }, now)).catch(fail)}
              >
                {isActive ? t('webhooks.disable') : t('webhooks.enable')}
              </button>
              <button type="button" class="button primary" onClick={() => setAsked('edit')}>
                <Icon name="edit" size={18} />
                {t('edit')}
              </button>
            </>
          )}
          <RemoveButton label={t('delete')} onClick={() => setAsked('delete')} />
        </>
      }
    >
      <div class="stack">
        <section class="card padded stack">
          <dl class="facts">
            <div>
              <dt>{te('list')}</dt>
              <dd>
                {visible(listName({ list, query }), 120)}
                <span class="below muted mono">{visible(query === '' ? list : `${list}?${query}`, 300)}</span>
              </dd>
            </div>
            <div>
              <dt>{te('format')}</dt>
              <dd>{FORMATS[format] ?? format}</dd>
            </div>
            <div>
              <dt>{t('audit.when')}</dt>
              <dd>{scheduleText(seen.row)}</dd>
            </div>
            <div>
              <dt>{te('next')}</dt>
              <dd>{momentText(nextAt)}</dd>
            </div>
            {destination && (
              <div>
                <dt>{td('choose')}</dt>
                <dd>{visible(destination.name, 120)}</dd>
              </div>
            )}
            {owner && (
              <div>
                <dt>{t('field.ownerId')}</dt>
                <dd>{visible(owner, 120)}</dd>
              </div>
            )}
          </dl>
        </section>
        <div class="group-head">
          <h2>{te('runs')}</h2>
        </div>
        <Runs key={`${lastRunAt} ${lastStatus}`} exportId={id} isOwn={isOwn} />
      </div>
      {asked === 'edit' && <ExportForm seen={seen} onSave={save} onClose={close} />}
      {asked === 'delete' && (
        <RemoveDialog
          seen={seen}
          text={te('deleteText', { name: visible(name, 120) })}
          onRemove={({ version }) => call('DELETE', EXPORTS, { query: { id }, version })}
          onDone={() => go('/exports')}
          onClose={close}
        />
      )}
    </Page>
  )
}

interface RunsProps {
  readonly exportId: string
  readonly isOwn: boolean
}

const Runs = ({ exportId, isOwn }: RunsProps): JSX.Element => (
  <List<ExportRun>
    path={EXPORT_RUNS}
    fixed={{ exportId }}
    label={te('runs')}
    canSearch={false}
    keyOf={({ id }) => id}
    empty={{ icon: 'download', title: te('noRuns') }}
    columns={[
      { key: 'at', title: t('audit.when'), sort: 'dueAt', cell: ({ dueAt }) => moment(dueAt) },
      {
        key: 'status',
        title: t('field.status'),
        cell: ({ status, errorMessage }) => (
          <span>
            <RunStatusBadge status={status} />
            {errorMessage !== null && <span class="below">{visible(errorMessage, 500)}</span>}
          </span>
        ),
      },
      {
        key: 'rows',
        title: te('rows'),
        isNumber: true,
        cell: ({ rows }) => (rows === null ? '—' : number(rows)),
      },
      {
        key: 'file',
        title: te('file'),
        cell: ({ id, hasFile, fileName, fileSize, objectKey }) =>
          objectKey !== null ? (
            <span class="mono">{visible(objectKey, 300)}</span>
          ) : (
            hasFile &&
            isOwn && (
              <a class="button small" href={urlOf(`${EXPORT_RUNS}/${id}/file`)} download={fileName ?? ''}>
                <Icon name="download" size={16} />
                {`${t('download')} (${bytes(fileSize ?? 0)})`}
              </a>
            )
          ),
      },
    ]}
  />
)
