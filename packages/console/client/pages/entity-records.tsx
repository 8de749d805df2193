import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import type { Entity } from '../lib/definitions.ts'
import { relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, pathWith, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { severalOf } from '../lib/removal.ts'
import { first, snapshotOf, type Source } from '../lib/snapshot.ts'
import type { Listed, Row } from '../lib/types.ts'
import {
  type CustomField,
  customFiltersOf,
  customFormOf,
  CustomValue,
  groupsAfter,
  useCustomFields,
} from '../ui/custom-fields.tsx'
import { BulkDelete } from '../ui/bulk-delete.tsx'
import { BulkEdit } from '../ui/bulk-edit.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { mayFindPeople, Owner, OWNER, ownerFilter, PEOPLE } from '../ui/owner.tsx'
import { Page } from '../ui/page.tsx'
import { recordLooks } from '../ui/record-looks.tsx'
import { sharedFilter } from '../ui/shared-filter.ts'
import { ReferencePicker } from '../ui/reference-picker.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'

const PATH = '/entities/records'

const RecordShares = deferred(async () => (await import('../ui/record-shares.tsx')).RecordShares)
const RecordFiles = deferred(async () => (await import('../ui/record-files.tsx')).RecordFiles)
const ShareDialog = deferred(async () => (await import('../ui/record-shares.tsx')).ShareDialog)

/** The records of a custom entity: list, form and history follow from its definitions. */
export function EntityRecords({ parameters }: PageProps): JSX.Element {
  const entityId = decodeURIComponent(parameters['id'] ?? '')
  const entities = useData<{ items: readonly Entity[] }>('/entities/entities')
  const entity = entities.data?.items.find((one) => one.entityId === entityId)
  return (
    <>
      <a class="back" href={hrefOf('/entities/user')}>
        <Icon name="left" size={16} />
        {t('entities')}
      </a>
      <Shown of={entities}>
        {() => (entity ? <Records entity={entity} /> : <Empty icon="box" title={t('missing.title')} text={entityId} />)}
      </Shown>
    </>
  )
}

function Records({ entity }: { readonly entity: Entity }) {
  const { entityId, label, labelField = 'name', description, owned: isOwned = false } = entity
  const fields = useCustomFields(entityId)
  const form = customFormOf(fields, { isNew: true })
  const edited = customFormOf(fields, { isNew: false })
  const [asked, setAsked] = useState<Asked>()
  const { open, new: isNew } = query.value
  const shown = fields.toSorted((a, b) => Number(b.key === labelField) - Number(a.key === labelField))
  const seenOf = (row: Row) => snapshotOf(row, sourceOf(entityId, fields, String(row['id'])))
  const title = visible(label, 120)
  const canManage = may('entities.records.manage')
  const add = canManage && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('new')}
    </button>
  )
  const close = () => {
    setAsked(undefined)
    setQuery({ open: null, new: null })
  }
  const columns = shown.map((one) => ({
    key: one.key,
    title: one.label,
    isNumber: one.kind === 'integer' || one.kind === 'float',
    isExtra: !one.listVisible && one.key !== labelField,
    ...(!one.multi && { sort: `cf_${one.key}` }),
    cell: (row: Row) => <CustomValue of={one} value={row[one.key]} />,
  }))
  return (
    <Page title={title} actions={add} {...(description && { text: visible(description, 300) })}>
      <List<Row>
        path={PATH}
        fixed={{ entityId }}
        label={title}
        isOfOrganization
        keyOf={({ id }) => String(id)}
        hrefOf={({ id }) => pathWith({ open: String(id) })}
        canSearch
        canExport
        hasIds
        {...(canManage && {
          bulk: (rows: readonly Row[]) => (
            <>
              <BulkEdit
                rows={rows.map(seenOf)}
                fields={edited.fields}
                controls={edited.controls}
                onWrite={({ row, version }, values) =>
                  call('PUT', PATH, { body: { entityId, recordId: String(row['id']), values }, version })
                }
              />
              <BulkDelete
                rows={rows.map(seenOf)}
                onDelete={({ row, version }) =>
                  call('DELETE', PATH, { query: { entityId, recordId: String(row['id']) }, version })
                }
                onDeleteAll={(all) => call('DELETE', PATH, { body: { entityId, ...severalOf(all) } })}
              />
            </>
          ),
        })}
        empty={{ icon: 'box', title: t('records.empty'), action: add }}
        filters={[
          ...customFiltersOf(fields),
          ...(isOwned ? [ownerFilter(t('field.ownerId'))] : []),
          ...(fields.some(({ key }) => key === 'shared') ? [] : [sharedFilter()]),
        ]}
        looks={recordLooks({ entityId, fields, columns, labelField, title, canManage, seenOf })}
        columns={[
          ...columns,
          ...(isOwned
            ? [
                {
                  key: OWNER,
                  title: t('field.ownerId'),
                  cell: (row: Row) => (typeof row[OWNER] === 'string' ? <Owner id={row[OWNER]} /> : '—'),
                },
              ]
            : []),
          {
            key: 'updatedAt',
            title: t('field.updatedAt'),
            sort: 'updatedAt',
            cell: ({ updatedAt }) => relativeTime(String(updatedAt)),
          },
        ]}
      />
      {isNew && canManage && (
        <EditDialog
          title={`${t('new')}: ${title}`}
          name="new"
          action={t('create')}
          {...form}
          groups={groupsAfter(form, [])}
          onSubmit={(values) => call('POST', PATH, { body: { entityId, values } })}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {open !== undefined && (
        <Record
          key={open}
          {...{ entityId, id: open, fields, labelField, title, canManage, isOwned, asked }}
          onAsk={setAsked}
          onClose={close}
        />
      )}
    </Page>
  )
}

const sourceOf = (entityId: string, fields: readonly CustomField[], id: string): Source<Row> => ({
  path: PATH,
  query: { entityId, id },
  pick: first,
  toValues: (record) => ({
    ...Object.fromEntries(fields.map(({ key }) => [`cf_${key}`, record[key]])),
    ...(OWNER in record && { [OWNER]: record[OWNER] }),
  }),
})

/** The form of a record whose owner can be changed. */
const withOwner = ({
  fields,
  controls,
  ...form
}: ReturnType<typeof customFormOf>): ReturnType<typeof customFormOf> => ({
  ...form,
  fields: [...fields, field(OWNER, { title: t('field.ownerId'), isNullable: true })],
  controls: {
    ...controls,
    [OWNER]: ({ value, set, described }) => (
      <ReferencePicker path={PEOPLE} value={String(value ?? '')} onChange={set} described={described} />
    ),
  },
})

type Asked = 'edit' | 'delete' | 'share' | undefined

interface RecordProps {
  readonly entityId: string
  readonly id: string
  readonly fields: readonly CustomField[]
  readonly labelField: string
  readonly title: string
  readonly canManage: boolean
  readonly isOwned: boolean
  readonly asked: Asked
  readonly onAsk: (what: Asked) => void
  readonly onClose: () => void
}

function Record(props: RecordProps): JSX.Element {
  const { entityId, id, fields, labelField, title, canManage, isOwned, asked, onAsk, onClose } = props
  const found = useData<Listed<Row>>(PATH, { entityId, id })
  const row = found.data?.items[0]
  const custom = customFormOf(fields, { isNew: false })
  const form = isOwned && mayFindPeople() ? withOwner(custom) : custom
  const seen = row && snapshotOf(row, sourceOf(entityId, fields, id))
  const name = row?.[labelField] ? visible(String(row[labelField]), 120) : title
  if (asked === 'edit' && seen)
    return (
      <EditDialog
        title={`${t('edit')}: ${name}`}
        seen={seen}
        {...form}
        groups={groupsAfter(form, [])}
        onSubmit={({ [OWNER]: owner, ...values }, { version }) => {
          const body = { entityId, recordId: id, values, ...(owner !== undefined && { [OWNER]: owner }) }
          return call('PUT', PATH, { body, version })
        }}
        onClose={() => onAsk(undefined)}
      />
    )
  if (asked === 'share')
    return (
      <ShareDialog
        path={`${PATH}/${id}/shares`}
        title={`${t('shares.share')}: ${name}`}
        onClose={() => onAsk(undefined)}
      />
    )
  if (asked === 'delete' && seen)
    return (
      <RemoveDialog
        seen={seen}
        text={t('records.deleteText')}
        onRemove={({ version }) => call('DELETE', PATH, { query: { entityId, recordId: id }, version })}
        onDone={onClose}
        onClose={() => onAsk(undefined)}
      />
    )
  return (
    <Dialog
      title={name}
      look="drawer"
      onClose={onClose}
      footer={
        row &&
        canManage && (
          <>
            <button type="button" class="button danger" onClick={() => onAsk('delete')}>
              {t('delete')}
            </button>
            <button type="button" class="button primary" onClick={() => onAsk('edit')}>
              {t('edit')}
            </button>
          </>
        )
      }
    >
      <Shown of={found}>
        {() =>
          row ? (
            <>
              <dl class="facts">
                {fields.map((one) => (
                  <div key={one.key}>
                    <dt>{one.label}</dt>
                    <dd>
                      <CustomValue of={one} value={row[one.key]} />
                    </dd>
                  </div>
                ))}
                {isOwned && typeof row[OWNER] === 'string' && (
                  <div>
                    <dt>{t('field.ownerId')}</dt>
                    <dd>
                      <Owner id={row[OWNER]} />
                    </dd>
                  </div>
                )}
              </dl>
              {may('attachments.view') && (
                <RecordFiles
                  path="/attachments"
                  of={{ entityId, recordId: id }}
                  canChange={canManage && may('attachments.manage')}
                />
              )}
              {canManage && <RecordShares path={`${PATH}/${id}/shares`} onShare={() => onAsk('share')} />}
              {may('audit_logs.view_self') && (
                <>
                  <h3>{t('history')}</h3>
                  <History kind="entities.record" id={id} />
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
