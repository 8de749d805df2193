import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { withEach } from '../lib/bulk.ts'
import { useAll } from '../lib/all-pages.ts'
import { dateTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { change, first, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Role, User } from '../lib/types.ts'
import {
  type CustomField,
  customColumnsOf,
  customFiltersOf,
  customFormOf,
  groupsAfter,
  useCustomFields,
} from '../ui/custom-fields.tsx'
import { BulkEdit } from '../ui/bulk-edit.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Switch } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { InviteMany } from '../ui/invite-many.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { organizationControl, rolesControl } from '../ui/pickers.tsx'
import type { Column } from '../ui/table.tsx'

/** The accounts of the tenant. */
export function Users(): JSX.Element {
  const roles = useAll<Role>(may('auth.roles.list') ? '/auth/roles' : null)
  const custom = useCustomFields('auth:user')
  const edited = customFormOf(custom, { isNew: false })
  const invite = may('auth.users.create') && (
    <>
      <button type="button" class="button" onClick={() => setQuery({ new: 'many' })}>
        {t('users.inviteMany')}
      </button>
      <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
        <Icon name="plus" size={18} />
        {t('users.invite')}
      </button>
    </>
  )
  return (
    <Page title={t('users')} text={t('users.text')} actions={invite}>
      <List<User>
        path="/auth/users"
        label={t('users')}
        columns={[...columns(), ...customColumnsOf<User>(custom)]}
        filters={[
          {
            name: 'isActive',
            label: t('users.anyState'),
            options: [
              ['true', t('active')],
              ['false', t('inactive')],
            ],
          },
          {
            name: 'roleIds',
            label: t('users.anyRole'),
            options: roles.data?.items.map(({ id, name }) => [id, name] as const) ?? [],
          },
          ...customFiltersOf(custom),
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/users/${id}`}
        empty={{ icon: 'users', title: t('users.empty'), action: invite }}
        canExport
        hasIds
        {...(may('auth.users.edit') && {
          bulk: (people: readonly User[]) => (
            <>
              <BulkActive people={people} isActive />
              <BulkActive people={people} isActive={false} />
              <BulkEdit
                rows={people.map((user) =>
                  snapshotOf(user, { path: '/auth/users', query: { id: user.id }, pick: first<User> }),
                )}
                fields={[
                  field('organizationId', { isRequired: true }),
                  field('roles', { kind: 'list' }),
                  ...edited.fields,
                ]}
                controls={{ ...edited.controls, organizationId: organizationControl, roles: rolesControl }}
                onWrite={({ row, version }, values) =>
                  call('PUT', '/auth/users', { body: { id: row.id, ...values }, version })
                }
              />
            </>
          ),
        })}
      />
      {query.value['new'] === 'many' ? <InviteMany /> : query.value['new'] && <Invite custom={custom} />}
    </Page>
  )
}

const columns = (): readonly Column<User>[] => [
  {
    key: 'email',
    title: t('field.name'),
    sort: 'email',
    cell: ({ name, email }) => (
      <span class="person">
        <span class="avatar small" aria-hidden="true">
          {[...(name ?? email)][0]?.toUpperCase()}
        </span>
        <span>
          <span class="strong">{visible(name ?? email, 120)}</span>
          {name && <span class="below muted">{visible(email, 120)}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'roles',
    title: t('field.roles'),
    cell: ({ roles }) => (
      <span class="badges">
        {roles.map((role) => (
          <span class="badge" key={role}>
            {visible(role, 60)}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'organization',
    title: t('organization'),
    cell: ({ organizationName }) => visible(organizationName ?? '—', 80),
  },
  {
    key: 'isActive',
    title: t('field.status'),
    sort: 'isActive',
    cell: ({ isActive }) => (
      <span class={`dot ${isActive ? 'good' : ''}`}>{isActive ? t('active') : t('inactive')}</span>
    ),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    isExtra: true,
    cell: ({ updatedAt }) => dateTime(updatedAt),
  },
]

interface BulkActiveProps {
  readonly people: readonly User[]
  /** What they become. */
  readonly isActive: boolean
}

/** Activates or deactivates those of the selected people that are not so yet. */
function BulkActive({ people, isActive }: BulkActiveProps): JSX.Element | null {
  const others = people.filter((one) => one.isActive !== isActive)
  const [isAsked, setAsked] = useState(false)
  if (others.length === 0) return null
  const action = isActive ? t('users.activate') : t('users.deactivate')
  const label = t(isActive ? 'users.activateMany' : 'users.deactivateMany', { count: others.length })
  const write = () =>
    withEach(label, others, (user) =>
      change(snapshotOf(user, { path: '/auth/users', query: { id: user.id }, pick: first }), ({ version }) =>
        call('PUT', '/auth/users', { body: { id: user.id, isActive }, version }),
      ),
    )
  return (
    <>
      <button type="button" class="button small" onClick={() => (isActive ? void write() : setAsked(true))}>
        {action}
      </button>
      {isAsked && (
        <Confirm
          title={label}
          text={t('users.deactivateManyText')}
          action={action}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void write()
          }}
        />
      )}
    </>
  )
}

/** Creates an account, with a password or a mail in which its owner chooses one. */
function Invite({ custom }: { readonly custom: readonly CustomField[] }): JSX.Element {
  const form = customFormOf(custom, { isNew: true })
  const [isInvited, setInvited] = useState(true)
  return (
    <EditDialog
      title={t('users.invite')}
      name="invite"
      action={isInvited ? t('users.sendInvite') : t('create')}
      fields={[
        field('email', { kind: 'email', isRequired: true, maxLength: 320 }),
        field('name', { maxLength: 120 }),
        field('organizationId', { isRequired: true }),
        ...(isInvited ? [] : [field('password', { kind: 'password', isRequired: true, maxLength: 128 })]),
        ...form.fields,
        field('roles', { kind: 'list' }),
      ]}
      groups={groupsAfter(form, ['email', 'name', 'organizationId', 'password'])}
      controls={{
        ...form.controls,
        organizationId: organizationControl,
      }}
      fieldsets={{ roles: rolesControl }}
      onSubmit={async (values) => {
        const { _warning } = await call<{ _warning?: string }>('POST', '/auth/users', {
          body: { roles: [], ...values, ...(isInvited && { sendInviteEmail: true }) },
        })
        if (_warning) toast({ text: t('users.inviteFailed'), kind: 'bad' })
      }}
      onClose={() => setQuery({ new: null }, { replace: true })}
    >
      <Switch label={t('users.byMail')} isOn={isInvited} onChange={setInvited} />
    </EditDialog>
  )
}
