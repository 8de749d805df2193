import type { FunctionComponent, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import type { Field } from '../lib/openapi.ts'
import type { State } from '../lib/record-actions.ts'
import { may } from '../lib/session.ts'
import { type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import type { Listed, Row } from '../lib/types.ts'
import { ActionButtons } from './action-buttons.tsx'
import { deferred } from './deferred.tsx'
import { Dialog } from './dialog.tsx'
import { referenceOf, ResourceCell } from './resource-cell.tsx'
import { calledIn, type Naming } from './resource-columns.ts'
import { Empty, Shown } from './states.tsx'

const History = deferred(async () => (await import('./history.tsx')).History)
const RecordShares = deferred(async () => (await import('./record-shares.tsx')).RecordShares)
const RecordFiles = deferred(async () => (await import('./record-files.tsx')).RecordFiles)
const LinesTable = deferred(async () => (await import('./lines-table.tsx')).LinesTable)

interface FoundRecordProps {
  readonly resource: string
  readonly id: string
  readonly expand?: string | undefined
  readonly children: (seen: Snapshot<Row>) => JSX.Element
}

/** A record as it was last read. */
export function FoundRecord({ resource, id, expand, children }: FoundRecordProps): JSX.Element {
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

/** A listed record, and how it is read again. */
export function seenIn(resource: string, row: Row, expand?: string): Snapshot<Row> {
  const { id } = row
  const pick = ({ items }: Listed<Row>) => items.find((one) => one['id'] === id)
  return snapshotOf(row, { path: resource, query: { id: String(id), ...(expand && { expand }) }, pick })
}

/** What somebody asks for in the drawer of a record. */
export type Asked = 'edit' | 'delete' | 'share' | undefined

interface ResourceDrawerProps extends Naming {
  readonly resource: string
  readonly title: string
  readonly kind?: string | undefined
  /** A further page of a record. */
  readonly more?: { readonly title: string; readonly href: (id: string) => string } | undefined
  /** What is shown in addition. */
  readonly section?: FunctionComponent<{ readonly id: string }> | undefined
  /** The member that names a record. */
  readonly label: string
  readonly id: string
  readonly canUpdate: boolean
  readonly canDelete: boolean
  readonly titleOf: (field: Field) => string
  readonly stateOf: (name: string, value: unknown) => State | undefined
  readonly onClose: () => void
  readonly onAsk: (what: Asked) => void
}

/** A record with its lines, files, shares and history, and what can be done with it. */
export function ResourceDrawer(props: ResourceDrawerProps): JSX.Element {
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
    <ResourceCell
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
