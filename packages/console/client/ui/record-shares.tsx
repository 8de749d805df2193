import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { dateTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { foundAs } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, Row } from '../lib/types.ts'
import { Combobox } from './combobox.tsx'
import { EditDialog, field } from './edit-dialog.tsx'
import type { Described } from './field.tsx'
import { Icon } from './icon.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { Shown } from './states.tsx'

const SUBJECTS = ['user', 'team', 'role'] as const
type Subject = (typeof SUBJECTS)[number]

interface Share {
  readonly id: string
  readonly with: Subject
  readonly subjectId: string
  readonly name: string | null
  readonly access: 'read' | 'edit'
  readonly until: string | null
}

/** Where users, teams and roles are found, and what that needs. */
const SOURCES = {
  user: ['/auth/users', 'auth.users.list'],
  team: ['/auth/teams', 'auth.teams.list'],
  role: ['/auth/roles', 'auth.roles.list'],
} as const

const findable = () => SUBJECTS.filter((subject) => may(SOURCES[subject][1]))

interface SharesProps {
  /** The path of its shares. */
  readonly path: string
  readonly onShare: () => void
}

const PAGE_SIZE = 20

/** With whom a record is shared, for those who may share it. Others are shown nothing. */
export function RecordShares({ path, onShare }: SharesProps): JSX.Element | null {
  const [page, setPage] = useState(1)
  const shares = useData<Listed<Share>>(path, { page, pageSize: PAGE_SIZE })
  // Who has the record by a share, or may not change it by their policies.
  if (shares.error?.status === 403) return null
  return (
    <section class="record-files" aria-label={t('shares')} aria-busy={shares.isLoading}>
      <div class="record-files-head">
        <h3>{t('shares')}</h3>
        {findable().length > 0 && (
          <button type="button" class="button small" onClick={onShare}>
            <Icon name="users" size={16} />
            {t('shares.share')}
          </button>
        )}
      </div>
      <Shown of={shares}>
        {({ items, total, totalPages }) => (
          <>
            {total === 0 && <p class="muted">{t('shares.none')}</p>}
            <ul class="rows">
              {items.map((share) => (
                <li key={share.id}>
                  <ShareRow path={path} share={share} />
                </li>
              ))}
            </ul>
            <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
          </>
        )}
      </Shown>
    </section>
  )
}

function ShareRow({ path, share }: { readonly path: string; readonly share: Share }): JSX.Element {
  const { id, with: subject, access, until } = share
  const name = visible(share.name ?? t('relation.unknown'), 80)
  return (
    <>
      <span class="cut">
        <span class="strong">{name}</span>
        <span class="muted">
          {' '}
          {t(`shares.${subject}`)}
          {until && ` · ${t(isOver(until) ? 'shares.over' : 'shares.untilTime', { time: dateTime(until) })}`}
        </span>
      </span>
      <span class="badge push">{t(`shares.${access}`)}</span>
      <button
        type="button"
        class="icon-button small danger"
        aria-label={`${t('shares.end')}: ${name}`}
        onClick={() => void call('DELETE', `${path}/${id}`).catch(tell)}
      >
        <Icon name="close" size={16} />
      </button>
    </>
  )
}

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

const isOver = (until: string) => new Date(until).getTime() <= Date.now()

interface ShareDialogProps {
  readonly path: string
  readonly title: string
  readonly onClose: () => void
}

/** Shares a record, or changes how it is shared with somebody. */
export function ShareDialog({ path, title, onClose }: ShareDialogProps): JSX.Element {
  return (
    <EditDialog
      title={title}
      name={`share ${path}`}
      action={t('shares.share')}
      lead={<p class="muted">{t('shares.text')}</p>}
      start={{ access: 'read' }}
      fields={[
        field('subjectId', { isRequired: true, title: t('shares.with') }),
        field('access', {
          kind: 'choice',
          isRequired: true,
          choices: ['read', 'edit'],
          choiceLabels: { read: t('shares.read'), edit: t('shares.edit') },
          title: t('shares.access'),
        }),
        field('until', { kind: 'date', title: t('shares.until') }),
      ]}
      controls={{
        subjectId: ({ value, set, described }) => (
          <SubjectPicker value={String(value ?? '')} onChange={set} described={described} />
        ),
      }}
      onSubmit={({ subjectId, ...values }) => {
        const [subject, id] = String(subjectId).split(':')
        return call('POST', path, { body: { with: subject, subjectId: id, ...values } })
      }}
      onClose={onClose}
    />
  )
}

interface SubjectProps {
  /** `team:<id>` */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly described: Described
}

/** Finds a user, a team or a role by its name. */
function SubjectPicker({ value, onChange, described }: SubjectProps): JSX.Element {
  const [search, setSearch] = useState<string>()
  const may = findable()
  const find = (subject: Subject) => (search !== undefined && may.includes(subject) ? SOURCES[subject][0] : null)
  const asked = { search, pageSize: 8 }
  const found = {
    user: useData<Listed<Row>>(find('user'), asked),
    team: useData<Listed<Row>>(find('team'), asked),
    role: useData<Listed<Row>>(find('role'), asked),
  }
  const [chosenAs, id] = value.split(':') as [Subject, string | undefined]
  const chosen = useData<Listed<Row>>(id === undefined ? null : SOURCES[chosenAs][0], { id, pageSize: 1 }).data
    ?.items[0]
  const labelOf = (subject: Subject, row: Row) => `${foundAs(row)} (${t(`shares.${subject}`)})`
  const isThere = may.every((subject) => found[subject].data)
  return (
    <Combobox
      {...described}
      isRequired
      value={value}
      text={id === undefined ? '' : chosen ? visible(labelOf(chosenAs, chosen), 120) : '…'}
      options={
        isThere
          ? may.flatMap((subject) =>
              found[subject].data!.items.map((row) => ({
                value: `${subject}:${String(row['id'])}`,
                label: labelOf(subject, row),
              })),
            )
          : undefined
      }
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}
