import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf, query } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { first, snapshotOf } from '../lib/snapshot.ts'
import type { Listed, Role, User } from '../lib/types.ts'
import { Acl } from '../ui/acl.tsx'
import { ImportRole } from '../ui/import-role.tsx'
import { Policies } from '../ui/policies.tsx'
import { customFormOf, customValuesOf, groupsAfter, useCustomFields } from '../ui/custom-fields.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page, setTab, Tabs } from '../ui/page.tsx'
import { PagerButtons } from '../ui/pager-buttons.tsx'
import { SignInPolicy } from '../ui/sign-in-policy.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { ASSIGN_WIDGETS, WidgetAccess } from '../ui/widget-access.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'

/** A role: what it allows, who holds it, and what has happened to it. */
export function RolePage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useData<Listed<Role>>('/auth/roles', { id })
  return (
    <>
      <a class="back" href={hrefOf('/roles')}>
        <Icon name="left" size={16} />
        {t('roles')}
      </a>
      <Shown of={found}>
        {({ items: [role] }) => (role ? <RoleView role={role} /> : <Empty icon="shield" title={t('missing.title')} />)}
      </Shown>
    </>
  )
}

function RoleView({ role }: { readonly role: Role }): JSX.Element {
  const { id, name } = role
  const form = customFormOf(useCustomFields('auth:role'), { isNew: false })
  const [asked, setAsked] = useState<'rename' | 'delete' | 'import'>()
  const close = () => setAsked(undefined)
  const seen = snapshotOf(role, {
    path: '/auth/roles',
    query: { id },
    pick: first,
    toValues: (row) => ({ name: row.name, ...customValuesOf(row) }),
  })
  const tabs = [
    ...(may('auth.acl.manage')
      ? [
          { id: 'rights', title: t('rights'), show: () => <Acl of={{ roleId: id }} /> },
          { id: 'policies', title: t('policies'), show: () => <Policies of={{ roleId: id }} /> },
        ]
      : []),
    ...(may('auth.users.list') ? [{ id: 'people', title: t('users'), show: () => <People roleId={id} /> }] : []),
    ...(may('auth.policies.manage')
      ? [{ id: 'sign-in', title: t('policy'), show: () => <SignInPolicy roleId={id} /> }]
      : []),
    ...(may(ASSIGN_WIDGETS)
      ? [{ id: 'widgets', title: t('widgets'), show: () => <WidgetAccess of={{ roleId: id }} /> }]
      : []),
    ...(may('audit_logs.view_self')
      ? [{ id: 'history', title: t('history'), show: () => <History kind="auth.role" id={id} /> }]
      : []),
  ]
  return (
    <Page
      title={visible(name, 120)}
      actions={
        <>
          {may('auth.acl.manage') && (
            <a class="button" href={urlOf('/auth/roles/export', { roleId: id })} download={`${name}.json`}>
              <Icon name="download" size={18} />
              {t('roles.export')}
            </a>
          )}
          {may('auth.roles.manage', 'auth.acl.manage') && (
            <button type="button" class="button" onClick={() => setAsked('import')}>
              <Icon name="upload" size={18} />
              {t('roles.import')}
            </button>
          )}
          {may('auth.roles.manage') && (
            <>
              <button type="button" class="button" onClick={() => setAsked('rename')}>
                <Icon name="edit" size={18} />
                {form.fields.length > 0 ? t('edit') : t('rename')}
              </button>
              <RemoveButton label={t('delete')} onClick={() => setAsked('delete')} />
            </>
          )}
        </>
      }
    >
      {tabs.length > 0 && (
        <section class="card">
          <Tabs label={t('role')} tabs={tabs} current={query.value['tab'] ?? 'rights'} onChange={setTab} />
        </section>
      )}
      {asked === 'import' && <ImportRole role={role} onDone={close} onClose={close} />}
      {asked === 'rename' && (
        <EditDialog
          title={form.fields.length > 0 ? t('edit') : t('rename')}
          seen={seen}
          fields={[field('name', { isRequired: true, minLength: 2, maxLength: 100 }), ...form.fields]}
          controls={form.controls}
          groups={groupsAfter(form, ['name'])}
          onSubmit={(values, { version }) => call('PUT', '/auth/roles', { body: { id, ...values }, version })}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <RemoveDialog
          seen={seen}
          text={t('roles.deleteText', { name: visible(name, 120) })}
          onRemove={({ version }) => call('DELETE', '/auth/roles', { query: { id }, version })}
          onDone={() => go('/roles')}
          onClose={close}
        />
      )}
    </Page>
  )
}

function People({ roleId }: { readonly roleId: string }): JSX.Element {
  const [page, setPage] = useState(1)
  const users = useData<Listed<User>>('/auth/users', { roleIds: roleId, page, pageSize: 100 })
  return (
    <Shown of={users}>
      {({ items, total, totalPages }) =>
        total === 0 ? (
          <Empty icon="users" title={t('roles.nobody')} />
        ) : (
          <>
            <ul class="rows">
              {items.map(({ id, email, name }) => (
                <li key={id}>
                  <a class="strong" href={hrefOf(`/users/${id}`)}>
                    {visible(name ?? email, 120)}
                  </a>
                  <span class="muted">{visible(email, 120)}</span>
                </li>
              ))}
            </ul>
            <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
          </>
        )
      }
    </Shown>
  )
}
