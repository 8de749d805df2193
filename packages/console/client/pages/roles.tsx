import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import type { Listed, Role } from '../lib/types.ts'
import { tf } from '../texts/late/stored-faults.ts'
import { customColumnsOf, customFormOf, groupsAfter, useCustomFields } from '../ui/custom-fields.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Explain, FeaturePicker } from '../ui/explain.tsx'
import { Icon } from '../ui/icon.tsx'
import { ImportRole } from '../ui/import-role.tsx'
import { List } from '../ui/list.tsx'
import { Page, setTab, Tabs } from '../ui/page.tsx'
import { PagerButtons } from '../ui/pager-buttons.tsx'
import { PersonPicker } from '../ui/pickers.tsx'
import { RoleMatrix } from '../ui/role-matrix.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { StoredFaults } from '../ui/stored-faults.tsx'

/** The roles, who holds a feature, and why somebody may do something. */
export function Roles(): JSX.Element {
  const form = customFormOf(useCustomFields('auth:role'), { isNew: true })
  const [isImporting, setImporting] = useState(false)
  const add = may('auth.roles.manage') && (
    <>
      {may('auth.acl.manage') && (
        <button type="button" class="button" onClick={() => setImporting(true)}>
          <Icon name="upload" size={18} />
          {t('roles.import')}
        </button>
      )}
      <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
        <Icon name="plus" size={18} />
        {t('roles.new')}
      </button>
    </>
  )
  const tabs = [
    { id: 'roles', title: t('roles'), show: () => <RoleList /> },
    ...(may('auth.acl.manage')
      ? [
          { id: 'explain', title: t('explain.title'), show: () => <ExplainSomebody /> },
          { id: 'holders', title: t('holders'), show: () => <Holders /> },
          { id: 'matrix', title: t('matrix'), show: () => <RoleMatrix /> },
          { id: 'faults', title: tf('title'), show: () => <StoredFaults /> },
        ]
      : []),
  ]
  return (
    <Page title={t('roles.title')} text={t('roles.text')} actions={add}>
      <Tabs label={t('roles.title')} tabs={tabs} current={query.value['tab'] ?? 'roles'} onChange={setTab} />
      {isImporting && <ImportRole onDone={(id) => go(`/roles/${id}`)} onClose={() => setImporting(false)} />}
      {query.value['new'] && (
        <EditDialog
          title={t('roles.new')}
          name="new"
          action={t('create')}
          fields={[field('name', { isRequired: true, minLength: 2, maxLength: 100 }), ...form.fields]}
          controls={form.controls}
          groups={groupsAfter(form, ['name'])}
          onSubmit={async (body) => {
            const { id } = await call<{ id: string }>('POST', '/auth/roles', { body })
            setTimeout(() => go(`/roles/${id}`))
          }}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
    </Page>
  )
}

function RoleList(): JSX.Element {
  const custom = useCustomFields('auth:role')
  return (
    <List<Role>
      path="/auth/roles"
      label={t('roles')}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/roles/${id}`}
      empty={{ icon: 'shield', title: t('roles.empty') }}
      canExport
      hasIds
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          sort: 'name',
          cell: ({ name }) => <span class="strong">{visible(name, 120)}</span>,
        },
        {
          key: 'scope',
          title: t('tenant'),
          cell: ({ tenantId, tenantName }) => (tenantId === null ? t('roles.global') : visible(tenantName ?? '—', 80)),
        },
        { key: 'users', title: t('users'), isNumber: true, cell: ({ usersCount }) => number(usersCount) },
        ...customColumnsOf<Role>(custom),
      ]}
    />
  )
}

function ExplainSomebody(): JSX.Element {
  const [userId, setUserId] = useState('')
  return (
    <section class="card padded stack">
      <PersonPicker value={userId} onChange={setUserId} />
      {userId === '' ? (
        <Empty icon="user" title={t('explain.choosePerson')} />
      ) : (
        <Explain key={userId} userId={userId} />
      )}
    </section>
  )
}

interface Holder {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly isSuperAdmin: boolean
  readonly sources: readonly {
    readonly kind: 'user_acl' | 'role'
    readonly id: string | null
    readonly name: string | null
  }[]
}

function Holders(): JSX.Element {
  const [feature, setFeature] = useState('')
  const [page, setPage] = useState(1)
  const holders = useData<Listed<Holder>>(feature === '' ? null : '/auth/access/holders', {
    feature,
    page,
    pageSize: 100,
  })
  return (
    <section class="card padded stack">
      <p class="muted">{t('holders.text')}</p>
      <FeaturePicker
        value={feature}
        onChange={(next) => {
          setFeature(next)
          setPage(1)
        }}
      />
      {feature === '' ? (
        <Empty icon="users" title={t('explain.choose')} />
      ) : (
        <Shown of={holders}>
          {({ items, total, totalPages }) => (
            <>
              <p class="muted">{t('holders.count', { count: number(total) })}</p>
              <ul class="rows">
                {items.map(({ id, email, name, isSuperAdmin, sources }) => (
                  <li key={id}>
                    <a class="strong" href={hrefOf(`/users/${id}`)}>
                      {visible(name ?? email, 120)}
                    </a>
                    <span class="badges">
                      {isSuperAdmin && <span class="badge">{t('explain.super_admin')}</span>}
                      {sources.map((source) => (
                        <span class="badge" key={source.id}>
                          {source.kind === 'role' ? visible(source.name ?? '—', 60) : t('explain.user_acl')}
                        </span>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
              <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            </>
          )}
        </Shown>
      )}
    </section>
  )
}
