import type { ComponentChildren, FunctionComponent, JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError, call, type Query } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { knownName, useData } from '../lib/data.ts'
import {
  amount,
  bytes,
  date,
  day,
  fromLocalMoment,
  isAmount,
  isExact,
  moment,
  number,
  relativeTime,
  toLocalMoment,
  typedAmount,
  valueText,
  visible,
} from '../lib/format.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import { hrefOf, pathWith, query, setQuery } from '../lib/location.ts'
import { describe, type Field, type FilterField, type Resource } from '../lib/openapi.ts'
import { type State, useRecordActions } from '../lib/record-actions.ts'
import { NAMES, nameOf } from '../lib/records.ts'
import { severalOf } from '../lib/removal.ts'
import { may } from '../lib/session.ts'
import { change, type Snapshot, snapshotOf, withValues } from '../lib/snapshot.ts'
import type { Listed, LocalText } from '../lib/types.ts'
import { ActionButtons, ActionMenu, useActionSteps } from './action-buttons.tsx'
import { BulkDelete } from './bulk-delete.tsx'
import { deferred } from './deferred.tsx'
import { Dialog } from './dialog.tsx'
import type { Filter } from './filters.tsx'
import { choiceName, type Control, labelOfChoice } from './input.tsx'
import { Icon } from './icon.tsx'
import { List, type Look } from './list.tsx'
import { mayFindPeople, Owner, OWNER, ownerFilter, PEOPLE } from './owner.tsx'
import { Referenced } from './referenced.tsx'
import { sharedFilter } from './shared-filter.ts'
import { Page } from './page.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { StateBadge } from './state-badge.tsx'
import { Empty, Failure, Loading, Shown } from './states.tsx'
import type { Column } from './table.tsx'

export type Row = Readonly<Record<string, unknown>>

interface ResourceProps {
  readonly resource: string
  readonly title: string
  readonly icon: string
  readonly kind?: string | undefined
  /** The member with the state of a record. */
  readonly state?: string | undefined
  readonly label?: string | undefined
  readonly columns?: readonly string[] | undefined
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[] | undefined
  readonly labels?: Readonly<Record<string, LocalText>> | undefined
  readonly references?: Readonly<Record<string, string>> | undefined
  /** What values of enumerations are called. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, LocalText>>>> | undefined
  /** A further page of a record. */
  readonly more?: { readonly title: string; readonly href: (id: string) => string } | undefined
  /** What the drawer of a record shows in addition. */
  readonly section?: FunctionComponent<{ readonly id: string }> | undefined
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
  const named = useMemo(() => described && withChoiceLabels(described, props.choices), [described, props.choices])
  return named ? <Records {...props} described={named} /> : <Loading />
}

/** The values of enumerations are called as the page says, those of lines as well. */
function withChoiceLabels(described: Resource, choices: ResourceProps['choices'] = {}): Resource {
  const named =
    (prefix: string) =>
    <F extends Field>(field: F): F => ({
      ...field,
      ...(choices[prefix + field.name] && { choiceLabels: choices[prefix + field.name] }),
      ...(field.fields && { fields: field.fields.map(named(`${field.name}.`)) }),
    })
  const { members, create, update, filters } = described
  return {
    ...described,
    members: members.map(named('')),
    create: create?.map(named('')),
    update: update?.map(named('')),
    filters: filters.map(named('')),
  }
}

const MAX_COLUMNS = 5

/** Not all lists show them. */
const BulkEdit = deferred(
  async () => (await import('./bulk-edit.tsx')).BulkEdit,
  () => null,
)
const EditDialog = deferred(
  async () => (await import('./edit-dialog.tsx')).EditDialog,
  () => null,
)
const History = deferred(async () => (await import('./history.tsx')).History)
const RemoveDialog = deferred(
  async () => (await import('./remove-dialog.tsx')).RemoveDialog,
  () => null,
)
const RecordShares = deferred(async () => (await import('./record-shares.tsx')).RecordShares)
const ShareDialog = deferred(async () => (await import('./record-shares.tsx')).ShareDialog)
const Board = deferred(async () => (await import('./board.tsx')).Board)
const RecordFiles = deferred(async () => (await import('./record-files.tsx')).RecordFiles)
const LinesTable = deferred(async () => (await import('./lines-table.tsx')).LinesTable)
const Calendar = deferred(async () => (await import('./calendar.tsx')).Calendar)

function Records(props: ResourceProps & { readonly described: Resource }): JSX.Element {
  const { resource, title, icon, kind, groups, labels = {}, references = {} } = props
  const hasOwners = references[OWNER] === PEOPLE
  const described = hasOwners && !mayFindPeople() ? withOwnersKept(props.described) : props.described
  const { members, create, update, features } = described
  const label =
    props.label ??
    NAMES.find((name) => members.some((one) => one.name === name)) ??
    members.find(({ name }) => references[name] !== undefined && name !== OWNER)?.name ??
    'id'
  const isNamed = ({ name, isId }: Field) => !isId || (references[name] !== undefined && name !== OWNER)
  const shown = columnsOf({ members, label, isNamed, state: props.state }, props.columns).map((one) =>
    hasOwners && one.name === OWNER ? { ...one, isExtra: false } : one,
  )
  const [asked, setAsked] = useState<Asked>()
  const actions = useRecordActions(described).data
  const states = actions?.states
  const stateOf = (name: string, value: unknown) =>
    states?.property === name ? states.values.find((one) => one.name === value) : undefined
  const titleOf = (field: Field) =>
    labels[field.name] ? textIn(labels[field.name]!) : (field.title ?? memberName(field.name.split('.').at(-1)!))
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
  const columns = shown.map(({ isExtra, ...field }): Column<Row> => ({
    key: field.name,
    isExtra,
    title: titleOf(field),
    isNumber: field.kind === 'number' || isExact(field),
    ...(described.sorts.includes(field.name) && { sort: field.name }),
    cell: (row) => (
      <Cell
        field={field}
        value={row[field.name]}
        row={row}
        state={stateOf(field.name, row[field.name])}
        reference={referenceOf(field, references, row[field.name])}
        isMain={field.name === label}
      />
    ),
  }))
  const { begin, dialogs } = useActionSteps()
  const openId = query.value['open']
  const close = () => setQuery({ open: null, new: null })
  const shared = {
    path: resource,
    keyOf: ({ id }: Row) => String(id),
    hrefOf: ({ id }: Row) => pathWith({ open: String(id) }),
    nameOf: (row: Row) => visible(calledIn(props, label, row) ?? title, 120),
    shownAs: (row: Row): ComponentChildren =>
      references[label] && typeof row[label] === 'string' ? (
        <Referenced path={references[label]} id={row[label]} />
      ) : (
        visible(calledIn(props, label, row) ?? title, 120)
      ),
  }
  const transitions = actions?.actions ?? []
  const boards = described.filters.some(({ name }) => name === states?.property)
  const dates = described.filters
    .filter(({ kind, isRange }) => kind === 'date' && isRange)
    .map((one) => ({ name: one.name, label: titleOf(one), isTime: one.isTime }))
  const onMove = (row: Row, name: string, to: string) => {
    const value = row[name]
    const isTime = dates.some((one) => one.name === name && one.isTime)
    const moved = isTime ? fromLocalMoment(`${to}T${toLocalMoment(String(value)).slice(11)}`) : to
    void change(seenIn(resource, row), ({ version }) =>
      call('PUT', resource, { body: { id: row['id'], [name]: moved }, version }),
    ).catch(complain)
  }
  const looks: readonly Look[] = [
    ...(states && boards
      ? [
          {
            id: 'board',
            title: t('board'),
            icon: 'columns',
            show: (asked: Query) => (
              <Board<Row>
                {...shared}
                asked={asked}
                property={states.property}
                columns={states.values.map((state) => ({
                  value: state.name,
                  label: state.label,
                  title: <StateBadge state={state} />,
                }))}
                facts={(row) =>
                  columns
                    .filter(({ key, isExtra }) => !isExtra && key !== states.property && key !== label)
                    .filter(({ key }) => row[key] !== null && row[key] !== undefined && row[key] !== '')
                    .slice(0, 3)
                    .map(({ key, title: name, cell }) => (
                      <span key={key}>
                        {name}: {cell(row)}
                      </span>
                    ))
                }
                targetsOf={(row) =>
                  transitions.flatMap(({ from, to }) =>
                    to !== null && from?.includes(String(row[states.property])) ? [to] : [],
                  )
                }
                onMove={(row, to) => {
                  const action = transitions.find(
                    (one) => one.to === to && one.from?.includes(String(row[states.property])),
                  )
                  if (action) begin({ action, ids: [String(row['id'])], reason: null }, [row])
                }}
                menu={(row, done) => (
                  <ActionMenu
                    resource={described}
                    row={row}
                    onChoose={(offer) => {
                      done()
                      begin(offer, [row])
                    }}
                  />
                )}
              />
            ),
          },
        ]
      : []),
    ...(dates.length > 0
      ? [
          {
            id: 'calendar',
            title: t('calendar'),
            icon: 'calendar',
            show: (asked: Query) => (
              <Calendar<Row>
                {...shared}
                asked={asked}
                fields={dates}
                valueOf={(row, name) => row[name]}
                canMove={(name) => canUpdate && update.some((one) => one.name === name)}
                onMove={onMove}
              />
            ),
          },
        ]
      : []),
  ]
  const isNew = Boolean(query.value['new'])
  // What one of them is called, rather than all of them; its texts are not needed before.
  const [called, setCalled] = useState(title)
  useEffect(() => {
    if (isNew && kind !== undefined)
      void import('../lib/kind-name.ts').then(({ kindName }) => setCalled(kindName(kind))).catch(() => {})
  }, [isNew, kind])
  return (
    <Page title={title} actions={add}>
      <List<Row>
        path={resource}
        label={title}
        isOfOrganization={!resource.startsWith('/directory/')}
        keyOf={({ id }) => String(id)}
        hrefOf={({ id }) => pathWith({ open: String(id) })}
        canSearch={described.canSearch}
        canExport
        empty={{ icon, title: t('records.empty'), action: add }}
        filters={[
          ...described.filters.flatMap((one) =>
            hasOwners && one.name === OWNER
              ? [ownerFilter(titleOf(one))]
              : filterOf(one, {
                  label: titleOf(one),
                  path: references[one.name],
                  nameOfChoice: (value) => stateOf(one.name, value)?.label ?? labelOfChoice(one, value),
                }),
          ),
          ...(described.listsShared ? [sharedFilter()] : []),
        ]}
        hasIds={described.hasIds}
        columns={columns}
        looks={looks}
        {...((canDelete || canUpdate || described.hasActions) && {
          bulk: (rows: readonly Row[]) => (
            <>
              <ActionButtons resource={described} rows={rows} isSmall />
              {canUpdate && (
                <BulkEdit
                  rows={rows.map((row) => seenIn(resource, row))}
                  fields={update}
                  {...{ labels, controls }}
                  onWrite={({ row, version }, values) =>
                    call('PUT', resource, { body: { id: row['id'], ...values }, version })
                  }
                />
              )}
              {canDelete && (
                <BulkDelete
                  rows={rows.map((row) => seenIn(resource, row))}
                  onDelete={({ row, version }) =>
                    call('DELETE', resource, { query: { id: String(row['id']) }, version })
                  }
                  onDeleteAll={
                    described.deletesSeveral ? (all) => call('DELETE', resource, { body: severalOf(all) }) : undefined
                  }
                />
              )}
            </>
          ),
        })}
      />
      {dialogs}
      {isNew && canCreate && (
        <EditDialog
          title={`${t('new')}: ${called}`}
          name="new"
          action={t('create')}
          fields={create}
          {...arranged}
          onSubmit={(body) => call('POST', resource, { body })}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {openId !== undefined && asked === undefined && (
        <Record
          {...{ ...props, label, id: openId, canUpdate, canDelete, titleOf, stateOf, kind }}
          onClose={close}
          onAsk={setAsked}
        />
      )}
      {openId !== undefined && asked === 'share' && (
        <Found resource={resource} id={openId}>
          {({ row }) => (
            <ShareDialog
              path={`${resource}/${openId}/shares`}
              title={`${t('shares.share')}: ${visible(calledIn(props, label, row) ?? title, 80)}`}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Found>
      )}
      {openId !== undefined && asked === 'edit' && (
        <Found resource={resource} id={openId} expand={described.expand}>
          {(seen) => (
            <EditDialog
              title={`${t('edit')}: ${visible(calledIn(props, label, seen.row) ?? title, 80)}`}
              fields={update!}
              seen={withValues(seen, (row) => toWritten(row, members))}
              {...arranged}
              onSubmit={(values, { version }) => call('PUT', resource, { body: { id: openId, ...values }, version })}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Found>
      )}
      {openId !== undefined && asked === 'delete' && (
        <Found resource={resource} id={openId}>
          {(seen) => (
            <RemoveDialog
              seen={seen}
              text={t('records.deleteText')}
              onRemove={({ version }) => call('DELETE', resource, { query: { id: openId }, version })}
              onDone={close}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Found>
      )}
    </Page>
  )
}

type Asked = 'edit' | 'delete' | 'share' | undefined

/** Who cannot find people cannot choose another owner. */
const withOwnersKept = (described: Resource): Resource => ({
  ...described,
  create: described.create?.filter(({ name }) => name !== OWNER),
  update: described.update?.filter(({ name }) => name !== OWNER),
})

interface Members {
  readonly members: readonly Field[]
  /** The member that names a record. */
  readonly label: string
  /** Whether a member is shown as more than an id. */
  readonly isNamed: (member: Field) => boolean
  /** The member with its state. */
  readonly state: string | undefined
}

type Listable = Field & { readonly isExtra: boolean }

interface Naming {
  readonly described: Resource
  readonly references?: Readonly<Record<string, string>> | undefined
}

/** What a record is called, which the page may call by another name; undefined if it has no name, or none that is known yet. */
function calledIn({ described, references }: Naming, label: string, row: Row): string | undefined {
  const value = row[label]
  if (label === 'id' || value === null || value === undefined) return undefined
  if (references?.[label] !== undefined) return knownName(String(value))
  if (typeof value === 'object') return nameOf(value as Row)
  const known = described.members.find(({ name }) => name === label)?.choiceLabels
  return known && Object.hasOwn(known, String(value)) ? textIn(known[String(value)]!) : String(value)
}

/** All that a list can show; what is not usual is there to be chosen. */
function columnsOf(all: Members, wanted: readonly string[] | undefined): readonly Listable[] {
  const { members, isNamed } = all
  const usual = wanted ? wantedOf(members, wanted) : firstOf(all)
  const others = members.filter(
    (one) => !usual.includes(one) && (isNamed(one) || one.name === OWNER) && isListable(one),
  )
  return [...usual.map((one) => ({ ...one, isExtra: false })), ...others.map((one) => ({ ...one, isExtra: true }))]
}

function wantedOf(members: readonly Field[], wanted: readonly string[]): readonly Field[] {
  const custom = members.filter(({ name }) => name.startsWith('cf_'))
  return [...wanted.flatMap((name) => members.filter((one) => one.name === name)), ...custom]
}

function firstOf({ members, label, isNamed, state }: Members): readonly Field[] {
  const usual = members.filter(
    (one) => isNamed(one) && isListable(one) && one.name !== 'updatedAt' && one.name !== label,
  )
  // An id tells people nothing.
  const main = members.filter(({ name }) => name === label && name !== 'id')
  return [...main, ...usual].filter(({ name }, at) => at < MAX_COLUMNS || name === state)
}

const isListable = ({ kind }: Field) => kind !== 'json' && kind !== 'lines'

/** A record as a form edits it: related records by their ids, and amounts as people type them. */
const toWritten = (row: Row, members: readonly Field[]): Row => ({
  ...row,
  ...Object.fromEntries(
    members.flatMap((field): readonly (readonly [string, unknown])[] => {
      const value = row[field.name]
      if (field.kind === 'record') return [[field.name, (value as Row | null)?.['id'] ?? null]]
      if (field.kind === 'lines' && Array.isArray(value))
        return [[field.name, value.map((line: Row) => toWritten(line, field.fields!))]]
      return isAmount(field) && typeof value === 'string' ? [[field.name, typedAmount(value)]] : []
    }),
  ),
})

interface FilterOptions {
  readonly label: string
  /** Where the records are read whose id is the value. */
  readonly path: string | undefined
  readonly nameOfChoice: (value: string) => string
}

function filterOf(
  { name, kind, choices, isId, isRange, isTime }: FilterField,
  { label, path, nameOfChoice }: FilterOptions,
): readonly Filter[] {
  if (path !== undefined)
    return [
      {
        name,
        label,
        control: ({ value, set }) => <ReferencePicker path={path} label={label} value={value} onChange={set} />,
      },
    ]
  if (choices) return [{ name, label, options: choices.map((choice) => [choice, nameOfChoice(choice)] as const) }]
  if (kind === 'boolean')
    return [{ name, label, options: ['true', 'false'].map((choice) => [choice, choiceName(choice)] as const) }]
  if (kind === 'date' || kind === 'number') return [{ name, label, kind, isRange, isTime }]
  // Amounts and other exact decimals are texts.
  if (isRange) return [{ name, label, kind: 'number', isRange }]
  // The id of something else cannot be typed.
  const isReference = isId || /Ids?$/.test(name)
  return kind === 'text' && !isReference ? [{ name, label, kind }] : []
}

interface CellProps {
  readonly field: Field
  /** The state that the value stands for. */
  readonly state?: State | undefined
  readonly value: unknown
  /** The record or line that has the value, for the currency of an amount. */
  readonly row: Row
  readonly reference?: string | undefined
  readonly isMain?: boolean
}

function Cell({ field, value, row, state, reference, isMain = false }: CellProps): JSX.Element {
  if (state) return <StateBadge state={state} />
  if (value === null || value === undefined || value === '') return <span class="muted">—</span>
  if (reference === PEOPLE && field.name === OWNER && typeof value === 'string') return <Owner id={value} />
  if (reference && typeof value === 'string') return <Referenced path={reference} id={value} />
  if (typeof value === 'boolean') return <span class={`dot ${value ? 'good' : ''}`}>{value ? t('yes') : t('no')}</span>
  if (field.kind === 'record' && typeof value === 'object')
    return <span class={isMain ? 'cut strong' : 'cut'}>{visible(nameOf(value as Row), 80)}</span>
  if (field.kind === 'date' && typeof value === 'string')
    return (
      <time dateTime={value} title={field.isDay ? undefined : date(value)}>
        {field.isDay ? day(value) : BOOKKEPT.has(field.name) ? relativeTime(value) : moment(value)}
      </time>
    )
  if (typeof value === 'number') return <>{/size$/i.test(field.name) ? bytes(value) : number(value)}</>
  if (typeof value === 'string' && (field.choices || Object.hasOwn(field.choiceLabels ?? {}, value)))
    return <span class={isMain ? 'cut strong' : 'badge'}>{labelOfChoice(field, value)}</span>
  const text = (isExact(field) ? amount(field, row, value) : undefined) ?? valueText(value)
  return <span class={isMain ? 'cut strong' : 'cut'}>{text.slice(0, 400)}</span>
}

/** When something happened to the record itself, which people compare with now. */
const BOOKKEPT = new Set(['createdAt', 'updatedAt'])

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where a member is read whose value is the id of something else; people are not declared by each page. */
function referenceOf({ name }: Field, references: Readonly<Record<string, string>>, value: unknown) {
  const isPerson = /^(created|updated|deleted)By$/.test(name) && may('auth.users.list') && UUID.test(String(value))
  return references[name] ?? (isPerson ? '/auth/users' : undefined)
}

interface FoundProps {
  readonly resource: string
  readonly id: string
  readonly expand?: string | undefined
  readonly children: (seen: Snapshot<Row>) => JSX.Element
}

function Found({ resource, id, expand, children }: FoundProps): JSX.Element {
  const found = useData<Listed<Row>>(resource, { id, expand })
  // A form stays as it is if somebody deletes its record meanwhile.
  const last = useRef<Row>(undefined)
  return (
    <Shown of={found}>
      {({ items }) => {
        const row = (last.current = items.find((one) => one['id'] === id) ?? last.current)
        return row ? children(seenIn(resource, row, expand)) : <Empty icon="search" title={t('missing.title')} />
      }}
    </Shown>
  )
}

function seenIn(resource: string, row: Row, expand?: string): Snapshot<Row> {
  const { id } = row
  const pick = ({ items }: Listed<Row>) => items.find((one) => one['id'] === id)
  return snapshotOf(row, { path: resource, query: { id: String(id), ...(expand && { expand }) }, pick })
}

interface RecordProps extends Omit<ResourceProps, 'label'> {
  readonly described: Resource
  readonly label: string
  readonly id: string
  readonly canUpdate: boolean
  readonly canDelete: boolean
  readonly titleOf: (field: Field) => string
  readonly stateOf: (name: string, value: unknown) => State | undefined
  readonly onClose: () => void
  readonly onAsk: (what: Asked) => void
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
    stateOf,
    onClose,
    onAsk,
    section: Section,
  } = props
  const found = useData<Listed<Row>>(resource, { id, expand: described.expand })
  const row = found.data?.items.find((one) => one['id'] === id)
  // Whatever the record is called by: the title is drawn again once it has been read.
  useData<Listed<Row>>(row && references[label] ? references[label] : null, { id: String(row?.[label]), pageSize: 1 })
  const isEditable = described.members.every(({ name }) => stateOf(name, row?.[name])?.isEditable ?? true)
  const cell = (field: Field, value: unknown, of: Row) => (
    <Cell
      field={field}
      value={value}
      row={of}
      state={stateOf(field.name, value)}
      reference={referenceOf(field, references, value)}
    />
  )
  return (
    <Dialog
      title={row ? visible(calledIn(props, label, row) ?? title, 120) : title}
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
            <ActionButtons resource={described} rows={[row]} />
            {canDelete && isEditable && (
              <button type="button" class="button danger" onClick={() => onAsk('delete')}>
                {t('delete')}
              </button>
            )}
            {canUpdate && isEditable && (
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
                  .filter((field) => (!field.isId || references[field.name]) && field.kind !== 'lines')
                  .map((field) => (
                    <div key={field.name}>
                      <dt>{titleOf(field)}</dt>
                      <dd>{cell(field, row[field.name], row)}</dd>
                    </div>
                  ))}
              </dl>
              {described.members
                .filter(({ kind: one }) => one === 'lines')
                .map((field) => (
                  <section key={field.name}>
                    <h3>{titleOf(field)}</h3>
                    <LinesTable {...{ field, row, titleOf, references, cell }} members={described.members} />
                  </section>
                ))}
              {described.hasFiles && (
                <RecordFiles path={`${resource}/${id}/files`} canChange={may(...described.features.files)} />
              )}
              {described.hasShares && may(...described.features.shares) && (
                <RecordShares path={`${resource}/${id}/shares`} onShare={() => onAsk('share')} />
              )}
              {Section && <Section id={id} />}
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
