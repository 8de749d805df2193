import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, get, urlOf } from '../lib/api.ts'
import { changesOf } from '../lib/changes.ts'
import { knownName, useData } from '../lib/data.ts'
import { dayOf, endOf, startOf } from '../lib/days.ts'
import { dateTime, relativeTime, valueText, visible } from '../lib/format.ts'
import { actionName, locale, t } from '../lib/i18n.ts'
import { kindName } from '../lib/kind-name.ts'
import { hrefOf, pathWith, query, setQuery } from '../lib/location.ts'
import { foundAs, pathOfHistory } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import type { Action, Listed, User } from '../lib/types.ts'
import { ta } from '../texts/late/accesses.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Diff } from '../ui/diff.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Revert, StateBadge } from '../ui/history.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { List, Search } from '../ui/list.tsx'
import { Page, Tabs } from '../ui/page.tsx'
import { RecordName } from '../ui/record-name.tsx'
import { Scroller } from '../ui/scroller.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { ACTIVITY, type Activity, TrailActivity } from '../ui/trail-activity.tsx'
import { UndoAll } from '../ui/undo-all.tsx'
import { VerifyTrail } from '../ui/verify-trail.tsx'

const PATH = '/audit_logs/audit-logs/actions'
const PAGE_SIZE = 50

/** What was done and read, by whom; what was done can be taken back from here. */
export function Audit(): JSX.Element {
  const tabs = [
    { id: 'actions', title: t('audit.actions'), show: () => <Actions /> },
    { id: 'access', title: t('audit.accesses'), show: () => <Accesses /> },
  ]
  const [isVerifying, setVerifying] = useState(false)
  const verify = may('audit_logs.verify') && (
    <button type="button" class="button" onClick={() => setVerifying(true)}>
      <Icon name="shield" size={18} />
      {t('audit.verify')}
    </button>
  )
  return (
    <Page title={t('audit')} text={t('audit.text')} actions={verify}>
      <Tabs
        label={t('audit')}
        tabs={tabs}
        current={query.value['tab'] ?? 'actions'}
        onChange={(tab) => setQuery({ tab: tab === 'actions' ? null : tab, page: null }, { replace: true })}
      />
      {isVerifying && <VerifyTrail onClose={() => setVerifying(false)} />}
    </Page>
  )
}

interface Answer {
  readonly items: readonly Action[]
  readonly canViewTenant: boolean
  /** Present if there may be more. */
  readonly nextCursor?: string
}

/** What the entries or this tab know a person or a record by, whose id the address has. */
function nameIn(items: readonly Action[], name: string, value: string): string {
  if (name === 'resourceKind') return kindName(value)
  const person = items.find(({ actorUserId }) => actorUserId === value)?.actorUserName
  return (name === 'actorUserId' && person) || knownName(value) || t('relation.unknown')
}

const FILTERS = ['resourceKind', 'resourceId', 'actorUserId', 'search', 'after', 'before'] as const

function Actions(): JSX.Element {
  const at = query.value
  const { resourceKind, resourceId, actorUserId, search, after, before } = at
  const filters = {
    resourceKind,
    resourceId,
    actorUserId,
    search,
    undoableOnly: at['undoable'] && true,
    includeRelated: resourceId && resourceKind && true,
  }
  const within = { ...(after && { after: justBefore(after) }), ...(before && { before: justAfter(before) }) }
  const asked = { ...filters, ...within, limit: PAGE_SIZE }
  const first = useData<Answer>(PATH, asked)
  const [older, setOlder] = useState<readonly Action[]>([])
  const [cursor, setCursor] = useState<string>()
  const [failure, setFailure] = useState<ApiError>()
  const key = JSON.stringify(asked)
  useEffect(() => {
    setOlder([])
    setCursor(first.data?.nextCursor)
  }, [key, first.data])
  const items = [...(first.data?.items ?? []), ...older]
  const showOlder = async () => {
    try {
      const next = await get<Answer>(PATH, { ...asked, cursor })
      setOlder([...older, ...next.items])
      setCursor(next.nextCursor)
    } catch (error) {
      setFailure(error as ApiError)
    }
  }
  const opened = at['entry']
  const isFiltered = [...FILTERS, 'undoable'].some((name) => at[name])
  return (
    <section class="card list" aria-label={t('audit.actions')} aria-busy={first.isLoading}>
      <div class="toolbar">
        <Search label={t('audit.search')} />
        {may('auth.users.list') && <PersonFilter items={items} />}
        <KindFilter />
        <Moment name="after" label={t('audit.after')} />
        <Moment name="before" label={t('audit.before')} />
        <label class="check">
          <input
            type="checkbox"
            checked={at['undoable'] !== undefined}
            onChange={(event) => setQuery({ undoable: event.currentTarget.checked ? '1' : null })}
          />
          <span>{t('audit.undoable')}</span>
        </label>
        {(['resourceId', ...(may('auth.users.list') ? [] : (['actorUserId'] as const))] as const).map(
          (name) =>
            at[name] && (
              <button key={name} type="button" class="chip" onClick={() => setQuery({ [name]: null })}>
                {visible(`${t(`audit.filter.${name}`)}: ${nameIn(items, name, at[name])}`, 60)}
                <Icon name="close" size={14} />
              </button>
            ),
        )}
        {actorUserId && after && before && (
          <UndoAll path={PATH} asked={{ ...filters, ...within }} name={nameIn(items, 'actorUserId', actorUserId)} />
        )}
        <a class="button small quiet push" href={urlOf(`${PATH}/export`, { ...asked, limit: null })} download>
          <Icon name="download" size={16} />
          {t('export')}
        </a>
      </div>
      <TrailActivity filters={filters} />
      {first.error && !first.isLoading ? (
        <Failure error={first.error} onRetry={first.reload} />
      ) : first.data === undefined ? (
        <Loading />
      ) : items.length === 0 ? (
        <Empty icon="history" title={isFiltered ? t('list.noMatch') : t('history.empty')} />
      ) : (
        <Scroller label={t('audit')}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('audit.what')}</th>
                <th scope="col">{t('audit.who')}</th>
                <th scope="col">{t('audit.record')}</th>
                <th scope="col">{t('audit.when')}</th>
                <th scope="col">
                  <span class="hidden">{t('actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((action) => (
                <tr key={action.id}>
                  <td data-label={t('audit.what')}>
                    <a class="row-link strong" href={hrefOf(pathWith({ entry: action.id }))}>
                      {visible(actionName(action), 120)}
                    </a>{' '}
                    <StateBadge action={action} />
                  </td>
                  <td data-label={t('audit.who')}>
                    {action.actorUserId ? (
                      <button
                        type="button"
                        class="row-link"
                        onClick={() => setQuery({ actorUserId: action.actorUserId })}
                        title={t('audit.onlyActor')}
                      >
                        {visible(action.actorUserName ?? action.actorUserId, 80)}
                      </button>
                    ) : (
                      t('audit.system')
                    )}
                  </td>
                  <td class="record" data-label={t('audit.record')}>
                    {action.resourceKind && (
                      <button
                        type="button"
                        class="row-link"
                        onClick={() => setQuery({ resourceKind: action.resourceKind, resourceId: action.resourceId })}
                      >
                        <RecordName action={action} />
                        <span class="below muted">{visible(kindName(action.resourceKind), 60)}</span>
                      </button>
                    )}
                  </td>
                  <td data-label={t('audit.when')}>
                    <time dateTime={action.createdAt} title={dateTime(action.createdAt)}>
                      {relativeTime(action.createdAt)}
                    </time>
                  </td>
                  <td class="end">
                    <Revert action={action} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {failure && <Failure error={failure} />}
      {cursor !== undefined && (
        <div class="pager">
          <button type="button" class="button" onClick={() => void showOlder()}>
            {t('audit.older')}
          </button>
        </div>
      )}
      {opened && <Entry id={opened} known={items} onClose={() => setQuery({ entry: null })} />}
    </section>
  )
}

/** Both times are excluded. */
const justBefore = (day: string) => startOf(day, -1)
const justAfter = (day: string) => endOf(day, 1)

/** Everyone, or one person, found by typing. */
function PersonFilter({ items }: { readonly items: readonly Action[] }): JSX.Element {
  const [search, setSearch] = useState<string>()
  const found = useData<Listed<User>>(search === undefined ? null : '/auth/users', { search, pageSize: 20 })
  const value = query.value['actorUserId'] ?? ''
  return (
    <Combobox
      label={t('audit.anyone')}
      value={value}
      text={value === '' ? '' : visible(nameIn(items, 'actorUserId', value), 80)}
      options={found.data?.items.map((user) => ({ value: user.id, label: foundAs({ ...user }) }))}
      onSearch={setSearch}
      onChange={(id) => setQuery({ actorUserId: id || null })}
    />
  )
}

/** The kinds of records that entries are about. */
function KindFilter(): JSX.Element {
  const { data } = useData<Activity>(ACTIVITY, {})
  const value = query.value['resourceKind'] ?? ''
  const known = data?.kinds.map(({ resourceKind }) => resourceKind) ?? []
  const kinds = [...new Set([...known, ...(value ? [value] : [])])]
  const named = kinds
    .map((kind) => [kind, visible(kindName(kind), 60)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale.value))
  return (
    <Select
      label={t('audit.anyKind')}
      value={value}
      options={[['', t('audit.anyKind')], ...named]}
      onChange={(kind) => setQuery({ resourceKind: kind || null, resourceId: null })}
    />
  )
}

function Moment({ name, label }: { readonly name: string; readonly label: string }): JSX.Element {
  return (
    <label class="inline">
      <span>{label}</span>
      <input
        class="input"
        type="date"
        value={query.value[name] ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value || null })}
      />
    </label>
  )
}

interface EntryProps {
  readonly id: string
  readonly known: readonly Action[]
  readonly onClose: () => void
}

/** An entry: what it changed, who made it, from where and how. */
function Entry({ id, known, onClose }: EntryProps): JSX.Element {
  const here = known.find((one) => one.id === id)
  const found = useData<Answer>(here ? null : PATH, { id, organizationId: '__all__' })
  const action = here ?? found.data?.items[0]
  if (!action)
    return (
      <Dialog title={t('audit.entry')} look="drawer" onClose={onClose}>
        {found.isLoading ? <Loading /> : <Empty icon="history" title={t('missing.title')} />}
      </Dialog>
    )
  const { commandId, actionLabel, actorUserName, actorUserId, organizationName, createdAt, resourceKind, resourceId } =
    action
  const facts: readonly (readonly [string, string])[] = [
    [t('audit.who'), actorUserName ?? actorUserId ?? t('audit.system')],
    [t('audit.when'), dateTime(createdAt)],
    [t('audit.command'), commandId],
    [t('organization'), organizationName ?? '—'],
    ...Object.entries(action.context ?? {})
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [t('audit.context', { name }), valueText(value)] as const),
  ]
  return (
    <Dialog
      title={visible(actionName({ actionLabel, commandId }), 120)}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          {resourceKind && resourceId && (
            <a class="button" href={pathOfHistory(resourceKind, resourceId)}>
              <Icon name="history" size={18} />
              {t('history.all')}
            </a>
          )}
          {actorUserId && (
            <a
              class="button"
              href={hrefOf(
                `/audit-logs?${new URLSearchParams({ actorUserId, after: dayOf(createdAt), before: dayOf(createdAt) })}`,
              )}
            >
              <Icon name="calendar" size={18} />
              {t('audit.day')}
            </a>
          )}
          <Revert action={action} />
        </>
      }
    >
      <StateBadge action={action} />
      <Diff changes={changesOf(action)} kind={resourceKind} />
      <dl class="facts">
        <div>
          <dt>{t('audit.record')}</dt>
          <dd>
            {resourceKind ? kindName(resourceKind) : '—'} <RecordName action={action} />
            {resourceId && <span class="below muted mono">{resourceId}</span>}
          </dd>
        </div>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{visible(value, 400)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

interface Access {
  readonly id: string
  readonly resourceKind: string
  readonly resourceId: string
  readonly accessType: string
  readonly actorUserName: string | null
  readonly fields: readonly string[]
  readonly createdAt: string
}

const ACCESS_TYPES = ['read:list', 'read:item', 'read'] as const

const accessName = (type: string) => ta(type as (typeof ACCESS_TYPES)[number])

/** Characters of an id that tell records apart, for those whose names are not known. */
const SHORT_ID = 8

function Accesses(): JSX.Element {
  return (
    <List<Access & Listed<never>>
      path="/audit_logs/audit-logs/access"
      label={t('audit.accesses')}
      canSearch={false}
      canExport
      keyOf={({ id }) => id}
      empty={{ icon: 'eye', title: t('audit.noAccess') }}
      filters={[
        {
          name: 'accessType',
          label: t('audit.anyAccess'),
          options: ACCESS_TYPES.map((one) => [one, ta(one)] as const),
        },
      ]}
      columns={[
        {
          key: 'record',
          title: t('audit.record'),
          cell: ({ resourceKind, resourceId }) => (
            <a href={pathOfHistory(resourceKind, resourceId)}>
              {visible(kindName(resourceKind), 80)}
              <span class="below muted">
                {visible(knownName(resourceId) ?? `${resourceId.slice(0, SHORT_ID)}…`, 80)}
              </span>
            </a>
          ),
        },
        {
          key: 'type',
          title: t('audit.access'),
          cell: ({ accessType }) => <span class="badge">{visible(accessName(accessType), 40)}</span>,
        },
        { key: 'who', title: t('audit.who'), cell: ({ actorUserName }) => visible(actorUserName ?? '—', 80) },
        {
          key: 'when',
          title: t('audit.when'),
          cell: ({ createdAt }) => <time title={dateTime(createdAt)}>{relativeTime(createdAt)}</time>,
        },
      ]}
    />
  )
}
