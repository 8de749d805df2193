import type { ComponentChildren, FunctionComponent, JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { isAmount, isExact, typedAmount, visible } from '../lib/format.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import { pathWith, query, setQuery } from '../lib/location.ts'
import { describe, type Field, type Resource } from '../lib/openapi.ts'
import { useRecordActions } from '../lib/record-actions.ts'
import { NAMES } from '../lib/records.ts'
import { severalOf } from '../lib/removal.ts'
import { may } from '../lib/session.ts'
import { withValues } from '../lib/snapshot.ts'
import type { LocalText, Row } from '../lib/types.ts'
import { ActionButtons, useActionSteps } from './action-buttons.tsx'
import { BulkDelete } from './bulk-delete.tsx'
import { deferred } from './deferred.tsx'
import { type Control, labelOfChoice } from './input.tsx'
import { Icon } from './icon.tsx'
import { List } from './list.tsx'
import { mayFindPeople, OWNER, ownerFilter, PEOPLE } from './owner.tsx'
import { Referenced } from './referenced.tsx'
import { sharedFilter } from './shared-filter.ts'
import { Page } from './page.tsx'
import { referenceOf, ResourceCell } from './resource-cell.tsx'
import { calledIn, columnsOf } from './resource-columns.ts'
import { type Asked, FoundRecord, ResourceDrawer, seenIn } from './resource-drawer.tsx'
import { filterOf } from './resource-filter.tsx'
import { resourceLooks } from './resource-looks.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { Failure, Loading } from './states.tsx'
import type { Column } from './table.tsx'

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
  const named = useMemo(() => described && withChoiceLabels(described, props.choices), [described, props.choices])
  if (failure) return <Failure error={failure} />
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

/** Not all lists show them. */
const BulkEdit = deferred(
  async () => (await import('./bulk-edit.tsx')).BulkEdit,
  () => null,
)
const EditDialog = deferred(
  async () => (await import('./edit-dialog.tsx')).EditDialog,
  () => null,
)
const RemoveDialog = deferred(
  async () => (await import('./remove-dialog.tsx')).RemoveDialog,
  () => null,
)
const ShareDialog = deferred(async () => (await import('./record-shares.tsx')).ShareDialog)

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
      <ResourceCell
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
  const looks = resourceLooks({ described, actions, columns, label, canUpdate, titleOf, shared, onBegin: begin })
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
        <ResourceDrawer
          {...{ ...props, label, id: openId, canUpdate, canDelete, titleOf, stateOf, kind }}
          onClose={close}
          onAsk={setAsked}
        />
      )}
      {openId !== undefined && asked === 'share' && (
        <FoundRecord resource={resource} id={openId}>
          {({ row }) => (
            <ShareDialog
              path={`${resource}/${openId}/shares`}
              title={`${t('shares.share')}: ${visible(calledIn(props, label, row) ?? title, 80)}`}
              onClose={() => setAsked(undefined)}
            />
          )}
        </FoundRecord>
      )}
      {openId !== undefined && asked === 'edit' && (
        <FoundRecord resource={resource} id={openId} expand={described.expand}>
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
        </FoundRecord>
      )}
      {openId !== undefined && asked === 'delete' && (
        <FoundRecord resource={resource} id={openId}>
          {(seen) => (
            <RemoveDialog
              seen={seen}
              text={t('records.deleteText')}
              onRemove={({ version }) => call('DELETE', resource, { query: { id: openId }, version })}
              onDone={close}
              onClose={() => setAsked(undefined)}
            />
          )}
        </FoundRecord>
      )}
    </Page>
  )
}

/** Who cannot find people cannot choose another owner. */
const withOwnersKept = (described: Resource): Resource => ({
  ...described,
  create: described.create?.filter(({ name }) => name !== OWNER),
  update: described.update?.filter(({ name }) => name !== OWNER),
})

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
