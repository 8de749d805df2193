import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { byId, change, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { OrganizationPicker, rolesControl } from '../ui/pickers.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'

interface Account {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly isActive: boolean
  readonly roles: readonly { readonly id: string; readonly name: string | null }[]
  readonly updatedAt: string
}

const ROUTE = '/api_keys/service-accounts'

const seenOf = (account: Account) =>
  snapshotOf(account, {
    path: ROUTE,
    query: { pageSize: 100 },
    pick: byId<Account>(account.id),
    toValues: ({ name, description, isActive, roles }) => ({
      name,
      description,
      isActive,
      roles: roles.map(({ id }) => id),
    }),
  })

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The accounts of programs, with their keys and roles. */
export function ServiceAccounts(): JSX.Element {
  const [edited, setEdited] = useState<Account>()
  const [deleted, setDeleted] = useState<Account>()
  const [keyed, setKeyed] = useState<Pick<Account, 'id' | 'name'>>()
  const [secret, setSecret] = useState('')
  const mayManage = may('api_keys.service_accounts.manage')
  const add = mayManage && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('service.new')}
    </button>
  )
  const setActive = (account: Account) =>
    void change(seenOf(account), ({ version }) =>
      call('PUT', ROUTE, { body: { id: account.id, isActive: !account.isActive }, version }),
    ).catch(tell)
  return (
    <Page title={t('service')} text={t('service.text')} actions={add}>
      <List<Account>
        path={ROUTE}
        label={t('service')}
        isOfOrganization
        canSearch={false}
        keyOf={({ id }) => id}
        empty={{ icon: 'key', title: t('service.empty'), action: add }}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            cell: ({ name, description }) => (
              <span>
                <span class="strong">{visible(name, 120)}</span>
                {description && <span class="below muted">{visible(description, 160)}</span>}
              </span>
            ),
          },
          {
            key: 'roles',
            title: t('field.roles'),
            cell: ({ roles }) => (
              <span class="badges">
                {roles.map(({ id, name }) => (
                  <span class="badge" key={id}>
                    {visible(name ?? '—', 60)}
                  </span>
                ))}
              </span>
            ),
          },
          {
            key: 'status',
            title: t('field.status'),
            cell: ({ isActive }) => (
              <span class={`badge ${isActive ? 'good' : ''}`}>{isActive ? t('active') : t('inactive')}</span>
            ),
          },
          {
            key: 'actions',
            title: t('actions'),
            cell: (account) =>
              mayManage && (
                <span class="badges">
                  <button type="button" class="button small" onClick={() => setKeyed(account)}>
                    {t('service.newKey')}
                  </button>
                  <button type="button" class="button small" onClick={() => setEdited(account)}>
                    {t('edit')}
                  </button>
                  <button type="button" class="button small" onClick={() => setActive(account)}>
                    {account.isActive ? t('users.deactivate') : t('users.activate')}
                  </button>
                  <button type="button" class="button small danger" onClick={() => setDeleted(account)}>
                    {t('delete')}
                  </button>
                </span>
              ),
          },
        ]}
      />
      {query.value['new'] && <Create onCreated={setKeyed} />}
      {edited && <Edit account={edited} onClose={() => setEdited(undefined)} />}
      {keyed && <NewKey account={keyed} onCreated={setSecret} onClose={() => setKeyed(undefined)} />}
      {secret && (
        <SecretDialog
          title={t('keys.secret')}
          text={t('keys.secretText')}
          secrets={[secret]}
          onClose={() => setSecret('')}
        />
      )}
      {deleted && (
        <RemoveDialog
          seen={seenOf(deleted)}
          text={t('service.deleteText', { name: visible(deleted.name, 120) })}
          onRemove={({ version }) => call('DELETE', ROUTE, { query: { id: deleted.id }, version })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  )
}

const ROLES = field('roles', { kind: 'list' })
const NAMED = [
  field('name', { isRequired: true, maxLength: 120 }),
  field('description', { kind: 'long', maxLength: 1000, isNullable: true }),
]

interface CreateProps {
  /** Is told of the new account, which needs a key next. */
  readonly onCreated: (account: Pick<Account, 'id' | 'name'>) => void
}

/** What the switcher of organizations shows; the list is limited to what is selected there. */
interface Selected {
  readonly selectedId: string | null
  readonly canViewAllOrganizations: boolean
  readonly items: readonly { readonly children: readonly unknown[] }[]
}

function Create({ onCreated }: CreateProps): JSX.Element | null {
  const { data, isLoading } = useData<Selected>('/directory/organization-switcher')
  // What the form begins with.
  if (isLoading && !data) return null
  const hasMany = data && (data.items.length > 1 || data.items.some(({ children }) => children.length > 0))
  return (
    <EditDialog
      title={t('service.new')}
      name="account"
      action={t('create')}
      fields={[...NAMED, field('organizationId', { isRequired: true, title: t('organization') }), ROLES]}
      hints={{ organizationId: t('service.organizationText') }}
      start={{ organizationId: data?.selectedId ?? '' }}
      controls={{
        organizationId: ({ value, set, described }) => (
          <OrganizationPicker
            value={String(value ?? '')}
            onChange={set}
            described={described}
            {...(hasMany && data.canViewAllOrganizations && { none: t('organization.all') })}
          />
        ),
      }}
      fieldsets={{ roles: rolesControl }}
      onSubmit={async ({ organizationId, ...values }) => {
        const { id } = await call<{ id: string }>('POST', ROUTE, {
          body: { roles: [], ...values, ...(organizationId !== '' && { organizationId }) },
        })
        onCreated({ id, name: String(values['name']) })
      }}
      onClose={() => setQuery({ new: null }, { replace: true })}
    />
  )
}

function Edit({ account, onClose }: { readonly account: Account; readonly onClose: () => void }): JSX.Element {
  return (
    <EditDialog
      title={t('edit')}
      name={account.id}
      fields={[...NAMED, ROLES]}
      seen={seenOf(account)}
      fieldsets={{ roles: rolesControl }}
      onSubmit={(values, { version }) => call('PUT', ROUTE, { body: { id: account.id, ...values }, version })}
      onClose={onClose}
    />
  )
}

interface KeyProps {
  readonly account: Pick<Account, 'id' | 'name'>
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

function NewKey({ account, onCreated, onClose }: KeyProps): JSX.Element {
  return (
    <EditDialog
      title={t('service.keyOf', { name: visible(account.name, 120) })}
      name={`key of ${account.id}`}
      action={t('create')}
      fields={[
        field('name', { isRequired: true, maxLength: 120, title: t('service.keyName') }),
        field('expiresAt', { kind: 'date' }),
      ]}
      onSubmit={async (values) => {
        const { secret } = await call<{ secret: string }>('POST', `${ROUTE}/keys`, {
          body: { serviceAccountId: account.id, ...values },
        })
        onCreated(secret)
      }}
      lead={<p class="muted">{t('service.keyText')}</p>}
      onClose={onClose}
    />
  )
}
