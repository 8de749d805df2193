import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, Role, User } from '../lib/types.ts'
import {
  type CustomField,
  customColumnsOf,
  customFiltersOf,
  customFormOf,
  groupsAfter,
  useCustomFields,
} from '../ui/custom-fields.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Switch } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { OrganizationPicker, RolePicker } from '../ui/pickers.tsx'

/** The accounts of the tenant. */
export function Users(): JSX.Element {
  const roles = useData<Listed<Role>>(may('auth.roles.list') ? '/auth/roles' : null, { pageSize: 100 })
  const custom = useCustomFields('auth:user')
  const invite = may('auth.users.create') && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('users.invite')}
    </button>
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
        onOpen={({ id }) => go(`/users/${id}`)}
        empty={{ icon: 'users', title: t('users.empty'), action: invite }}
        canExport
      />
      {query.value['new'] && <Invite custom={custom} />}
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
]

/** Creates an account, with a password or a mail in which its owner chooses one. */
function Invite({ custom }: { readonly custom: readonly CustomField[] }): JSX.Element {
  const form = customFormOf(custom, { isNew: true })
  const [isInvited, setInvited] = useState(true)
  const [roles, setRoles] = useState<readonly string[]>([])
  return (
    <EditDialog
      title={t('users.invite')}
      action={isInvited ? t('users.sendInvite') : t('create')}
      fields={[
        field('email', { kind: 'email', isRequired: true, maxLength: 320 }),
        field('name', { maxLength: 120 }),
        field('organizationId', { isRequired: true }),
        ...(isInvited ? [] : [field('password', { kind: 'password', isRequired: true, maxLength: 128 })]),
        ...form.fields,
      ]}
      groups={groupsAfter(form, ['email', 'name', 'organizationId', 'password'])}
      controls={{
        ...form.controls,
        organizationId: ({ value, set, described }) => (
          <OrganizationPicker value={String(value ?? '')} onChange={set} described={described} isRequired />
        ),
      }}
      onSubmit={async (values) => {
        const { _warning } = await call<{ _warning?: string }>('POST', '/auth/users', {
          body: { ...values, roles, ...(isInvited && { sendInviteEmail: true }) },
        })
        if (_warning) toast({ text: t('users.inviteFailed'), kind: 'bad' })
      }}
      onClose={() => setQuery({ new: null }, { replace: true })}
    >
      <RolePicker label={t('field.roles')} value={roles} onChange={setRoles} />
      <Switch label={t('users.byMail')} isOn={isInvited} onChange={setInvited} />
    </EditDialog>
  )
}
