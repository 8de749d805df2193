import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { bytes, date, number, relativeTime, valueText, visible } from '../lib/format.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import { describe, type Field, type Resource } from '../lib/openapi.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, LocalText } from '../lib/types.ts'
import { Confirm, Dialog } from './dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { Select } from './field.tsx'
import { choiceName, type Control } from './form.tsx'
import { History } from './history.tsx'
import { Icon } from './icon.tsx'
import { type Column, List } from './list.tsx'
import { Page } from './page.tsx'
import { Empty, Failure, Loading, Shown } from './states.tsx'

export type Row = Readonly<Record<string, unknown>>

interface ResourceProps {
  readonly resource: string
  readonly title: string
  readonly icon: string
  readonly kind?: string | undefined
  readonly label?: string | undefined
  readonly columns?: readonly string[] | undefined
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[] | undefined
  readonly labels?: Readonly<Record<string, LocalText>> | undefined
  readonly references?: Readonly<Record<string, string>> | undefined
  /** A further page of a record. */
  readonly more?: { readonly title: string; readonly href: (id: string) => string } | undefined
}

/** List, form, history and undo of a resource, as its routes describe it. */
export function ResourceView(props: ResourceProps): JSX.Element {
  const [described, setDescribed] = useState<Resource>()
  const [failure, setFailure] = useState<ApiError>()
  useEffect(() => {
    describe(props.resource).then(setDescribed, (error: unknown) =>
      setFailure(error instanceof ApiError ? error : new ApiError(404, { error: String(error) })),
    )
  }, [props.resource])
  if (failure) return <Failure error={failure} />
  return described ? <Records {...props} described={described} /> : <Loading />
}

const MAX_COLUMNS = 5
const NAMES = ['name', 'title', 'label', 'subject', 'email', 'code']

function Records(props: ResourceProps & { readonly described: Resource }): JSX.Element {
  const { resource, title, icon, kind, described, groups, labels = {}, references = {} } = props
  const { members, create, update, features } = described
  const label = props.label ?? NAMES.find((name) => members.some((one) => one.name === name)) ?? 'id'
  const shown = columnsOf(members, label, props.columns)
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const [bulk, setBulk] = useState<readonly Row[]>()
  const titleOf = (field: Field) =>
    labels[field.name] ? textIn(labels[field.name]!) : (field.title ?? memberName(field.name))
  const canCreate = create !== undefined && may(...features.create)
  const canUpdate = update !== undefined && may(...features.update)
  const canDelete = described.canDelete && may(...features.delete)
  const add = canCreate && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('new')}
    </button>
  )
  const controls = Object.fromEntries(
    Object.entries(references).map(([name, path]): [string, Control] => [
      name,
      ({ value, set, described: ids }) => (
        <ReferencePicker path={path} value={String(value ?? '')} onChange={set} described={ids} />
      ),
    ]),
  )
  const arranged = { ...(groups && { groups: groups.filter(({ fields }) => fields.length > 0) }), labels, controls }
  const openId = query.value['open']
  const close = () => setQuery({ open: null, new: null })
  return (
    <Page title={title} actions={add}>
      <List<Row>
        path={resource}
        label={title}
        keyOf={({ id }) => String(id)}
        onOpen={({ id }) => setQuery({ open: String(id) })}
        canSearch={described.canSearch}
        canExport
        empty={{ icon, title: t('records.empty'), action: add }}
        filters={described.filters.map((one) => ({
          name: one.name,
          label: titleOf(one),
          options: one.choices!.map((choice) => [choice, choiceName(choice)] as const),
        }))}
        columns={shown.map((field): Column<Row> => ({
          key: field.name,
          title: titleOf(field),
          isNumber: field.kind === 'number',
          ...(described.sorts.includes(field.name) && { sort: field.name }),
          cell: (row) => (
            <Cell
              field={field}
              value={row[field.name]}
              reference={references[field.name]}
              isMain={field.name === label}
            />
          ),
        }))}
        {...(canDelete && {
          bulk: (rows: readonly Row[]) => (
            <button type="button" class="button small danger" onClick={() => setBulk(rows)}>
              <Icon name="trash" size={16} />
              {t('delete')}
            </button>
          ),
        })}
      />
      {query.value['new'] && canCreate && (
        <EditDialog
          title={`${t('new')}: ${title}`}
          action={t('create')}
          fields={create}
          {...arranged}
          onSubmit={(body) => call('POST', resource, { body })}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {openId !== undefined && asked === undefined && (
        <Record
          {...{ ...props, label, id: openId, canUpdate, canDelete, titleOf, kind }}
          onClose={close}
          onAsk={setAsked}
        />
      )}
      {openId !== undefined && asked === 'edit' && (
        <Found resource={resource} id={openId}>
          {(row) => (
            <EditDialog
              title={`${t('edit')}: ${visible(String(row[label] ?? ''), 80)}`}
              fields={update!}
              initial={row}
              {...arranged}
              onSubmit={(values) => call('PUT', resource, { body: { id: openId, ...values } })}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Found>
      )}
      {openId !== undefined && asked === 'delete' && (
        <Confirm
          title={t('delete')}
          text={t('records.deleteText')}
          action={t('delete')}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void call('DELETE', resource, { query: { id: openId } }).then(
              () => [setAsked(undefined), close()],
              (error: Error) => toast({ text: error.message, kind: 'bad' }),
            )
          }
        />
      )}
      {bulk && (
        <Confirm
          title={t('delete')}
          text={t('records.deleteMany', { count: bulk.length })}
          action={t('delete')}
          onClose={() => setBulk(undefined)}
          onConfirm={() => {
            setBulk(undefined)
            void deleteAll(resource, bulk)
          }}
        />
      )}
    </Page>
  )
}

/** One after the other: each is an entry of its own, which can be undone by itself. */
async function deleteAll(resource: string, rows: readonly Row[]): Promise<void> {
  for (const { id } of rows) {
    try {
      await call('DELETE', resource, { query: { id: String(id) } })
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
  }
}

function columnsOf(members: readonly Field[], label: string, wanted: readonly string[] | undefined): readonly Field[] {
  if (wanted) {
    const custom = members.filter(({ name }) => name.startsWith('cf_'))
    return [...wanted.flatMap((name) => members.filter((one) => one.name === name)), ...custom]
  }
  const usual = members.filter(
    ({ name, isId, kind }) => !isId && kind !== 'json' && name !== 'updatedAt' && name !== label,
  )
  const main = members.filter(({ name }) => name === label)
  return [...main, ...usual].slice(0, MAX_COLUMNS)
}

interface CellProps {
  readonly field: Field
  readonly value: unknown
  readonly reference?: string | undefined
  readonly isMain?: boolean
}

function Cell({ field, value, reference, isMain = false }: CellProps): JSX.Element {
  if (value === null || value === undefined || value === '') return <span class="muted">—</span>
  if (reference && typeof value === 'string') return <Referenced path={reference} id={value} />
  if (typeof value === 'boolean') return <span class={`dot ${value ? 'good' : ''}`}>{value ? t('yes') : t('no')}</span>
  if (field.kind === 'date' && typeof value === 'string')
    return (
      <time dateTime={value} title={date(value)}>
        {relativeTime(value)}
      </time>
    )
  if (typeof value === 'number') return <>{/size$/i.test(field.name) ? bytes(value) : number(value)}</>
  if (field.choices && typeof value === 'string') return <span class="badge">{choiceName(value)}</span>
  return <span class={isMain ? 'strong' : undefined}>{valueText(value).slice(0, 200)}</span>
}

function Referenced({ path, id }: { readonly path: string; readonly id: string }): JSX.Element {
  const { data } = useData<Listed<Row>>(path, { id, pageSize: 1 })
  const row = data?.items[0]
  return <>{row ? visible(nameOf(row), 80) : '…'}</>
}

/** What a record is called. */
export const nameOf = (row: Row) => String(NAMES.map((name) => row[name]).find(Boolean) ?? row['id'] ?? '')

interface PickerProps {
  readonly path: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly described: Parameters<Control>[0]['described']
}

function ReferencePicker({ path, value, onChange, described }: PickerProps): JSX.Element {
  const { data } = useData<Listed<Row>>(path, { pageSize: 100 })
  const options = data?.items.map((row) => [String(row['id']), visible(nameOf(row), 80)] as const) ?? []
  const isListed = value === '' || options.some(([id]) => id === value)
  return (
    <Select
      {...described}
      value={value}
      onChange={onChange}
      options={[['', '—'], ...(isListed ? [] : [[value, value] as const]), ...options]}
    />
  )
}

interface FoundProps {
  readonly resource: string
  readonly id: string
  readonly children: (row: Row) => JSX.Element
}

function Found({ resource, id, children }: FoundProps): JSX.Element {
  const found = useData<Listed<Row>>(resource, { id })
  return (
    <Shown of={found}>
      {({ items }) => {
        const row = items.find((one) => one['id'] === id)
        return row ? children(row) : <Empty icon="search" title={t('missing.title')} />
      }}
    </Shown>
  )
}

interface RecordProps extends Omit<ResourceProps, 'label'> {
  readonly described: Resource
  readonly label: string
  readonly id: string
  readonly canUpdate: boolean
  readonly canDelete: boolean
  readonly titleOf: (field: Field) => string
  readonly onClose: () => void
  readonly onAsk: (what: 'edit' | 'delete') => void
}

function Record(props: RecordProps): JSX.Element {
  const {
    resource,
    title,
    described,
    label,
    id,
    kind,
    references = {},
    canUpdate,
    canDelete,
    titleOf,
    onClose,
    onAsk,
  } = props
  const found = useData<Listed<Row>>(resource, { id })
  const row = found.data?.items.find((one) => one['id'] === id)
  return (
    <Dialog
      title={row ? visible(String(row[label] ?? title), 120) : title}
      look="drawer"
      onClose={onClose}
      footer={
        row && (
          <>
            {props.more && (
              <a class="button" href={hrefOf(props.more.href(id))}>
                {props.more.title}
              </a>
            )}
            {canDelete && (
              <button type="button" class="button danger" onClick={() => onAsk('delete')}>
                {t('delete')}
              </button>
            )}
            {canUpdate && (
              <button type="button" class="button primary" onClick={() => onAsk('edit')}>
                {t('edit')}
              </button>
            )}
          </>
        )
      }
    >
      <Shown of={found}>
        {() =>
          row ? (
            <>
              <dl class="facts">
                {described.members
                  .filter((field) => !field.isId || references[field.name])
                  .map((field) => (
                    <div key={field.name}>
                      <dt>{titleOf(field)}</dt>
                      <dd>
                        <Cell field={field} value={row[field.name]} reference={references[field.name]} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {kind && may('audit_logs.view_self') && (
                <>
                  <h3>{t('history')}</h3>
                  <History kind={kind} id={id} />
                </>
              )}
            </>
          ) : (
            <Empty icon="search" title={t('missing.title')} />
          )
        }
      </Shown>
    </Dialog>
  )
}
