import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { useAll } from '../lib/all-pages.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { tp } from '../texts/late/provisioning.ts'
import { hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { byId, change, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Field, Select } from '../ui/field.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'

interface Account {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
}

interface Named {
  readonly id: string
  readonly name: string
}

interface Group {
  readonly id: string
  readonly serviceAccountId: string
  readonly displayName: string
  readonly roleId: string | null
  readonly teamId: string | null
  readonly updatedAt: string
}

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** Gives the members of a group a role or a team, unless somebody has just given them another one. */
const assign = (group: Group, member: 'roleId' | 'teamId', next: string | null) =>
  change(
    snapshotOf(group, { path: '/scim/groups', query: { pageSize: 100 }, pick: byId<Group>(group.id) }),
    ({ row, version }) => {
      if (row[member] !== group[member]) throw new Error(t('merge.meanwhile'))
      return call('PUT', '/scim/groups', { body: { id: group.id, [member]: next }, version })
    },
  )

/** How an identity provider manages accounts: its address and token, and what its groups give. */
export function Provisioning(): JSX.Element {
  const maySeeAccounts = may('api_keys.service_accounts.view')
  const accounts = useAll<Account>(maySeeAccounts ? '/api_keys/service-accounts' : null)
  const roles = useAll<Named>(may('auth.roles.list') ? '/auth/roles' : null)
  const teams = useAll<Named>(may('auth.teams.list') ? '/auth/teams' : null)
  const [asked, setAsked] = useState<'token' | 'reactivate'>()
  const [secret, setSecret] = useState('')
  const close = () => setAsked(undefined)
  const active = (accounts.data?.items ?? []).filter(({ isActive }) => isActive)
  const nameOf = (id: string) => accounts.data?.items.find((one) => one.id === id)?.name ?? id
  return (
    <Page title={t('scim')} text={tp('text')}>
      <div class="stack">
        <div class="columns">
          <section class="card padded stack">
            <h2>{t('sso.atProvider')}</h2>
            <CopyField label={tp('address')} value={new URL(urlOf('/scim/v2'), location.href).href} />
            <p class="muted">{tp('tokenText')}</p>
            <div class="actions">
              {maySeeAccounts && (
                <a class="button" href={hrefOf('/service-accounts')}>
                  {t('service')}
                </a>
              )}
              {may('api_keys.service_accounts.manage') && (
                <button type="button" class="button primary" onClick={() => setAsked('token')}>
                  <Icon name="key" size={18} />
                  {tp('newToken')}
                </button>
              )}
            </div>
          </section>
          <section class="card padded stack">
            <h2>{tp('reactivate')}</h2>
            <p class="muted">{tp('reactivateText')}</p>
            <div class="actions">
              <button type="button" class="button" onClick={() => setAsked('reactivate')}>
                <Icon name="undo" size={18} />
                {tp('reactivate')}
              </button>
            </div>
          </section>
        </div>
        <h2>{tp('groups')}</h2>
        <List<Group>
          path="/scim/groups"
          label={tp('groups')}
          canSearch={false}
          keyOf={({ id }) => id}
          empty={{ icon: 'users', title: tp('noGroups'), text: tp('noGroupsText') }}
          columns={[
            {
              key: 'name',
              title: t('sso.group'),
              cell: ({ displayName }) => <span class="strong">{visible(displayName, 120)}</span>,
            },
            {
              key: 'account',
              title: tp('account'),
              cell: ({ serviceAccountId }) => visible(nameOf(serviceAccountId), 80),
            },
            {
              key: 'role',
              title: t('role'),
              cell: (group) => (
                <Select
                  label={`${t('role')}: ${group.displayName}`}
                  value={group.roleId ?? ''}
                  options={optionsOf(tp('noRole'), roles.data?.items, group.roleId)}
                  onChange={(next) => void assign(group, 'roleId', next || null).catch(tell)}
                />
              ),
            },
            {
              key: 'team',
              title: t('shares.team'),
              cell: (group) => (
                <Select
                  label={`${t('shares.team')}: ${group.displayName}`}
                  value={group.teamId ?? ''}
                  options={optionsOf(tp('noTeam'), teams.data?.items, group.teamId)}
                  onChange={(next) => void assign(group, 'teamId', next || null).catch(tell)}
                />
              ),
            },
          ]}
        />
      </div>
      {asked === 'token' && <NewToken accounts={active} onCreated={setSecret} onClose={close} />}
      {asked === 'reactivate' && <Reactivate accounts={accounts.data?.items ?? []} onClose={close} />}
      {secret && (
        <SecretDialog
          title={tp('newToken')}
          text={t('keys.secretText')}
          secrets={[secret]}
          onClose={() => setSecret('')}
        />
      )}
    </Page>
  )
}

/** What is assigned stays a choice, also among others than the first hundred. */
const optionsOf = (none: string, items: readonly Named[] = [], value: string | null) => [
  ['', none] as const,
  ...items.map(({ id, name }) => [id, visible(name, 80)] as const),
  ...(value !== null && !items.some(({ id }) => id === value) ? [[value, t('relation.unknown')] as const] : []),
]

interface OfAccountProps {
  readonly accounts: readonly Account[]
  readonly onClose: () => void
}

function NewToken({
  accounts,
  onCreated,
  onClose,
}: OfAccountProps & { readonly onCreated: (secret: string) => void }): JSX.Element {
  const [serviceAccountId, setAccount] = useState(accounts.length === 1 ? accounts[0]!.id : '')
  return (
    <EditDialog
      title={tp('newToken')}
      name="token"
      action={t('create')}
      lead={<AccountPicker accounts={accounts} value={serviceAccountId} onChange={setAccount} />}
      fields={[
        field('name', { isRequired: true, maxLength: 120, title: t('service.keyName') }),
        field('expiresAt', { kind: 'date' }),
      ]}
      onSubmit={async (values) => {
        const { secret } = await call<{ secret: string }>('POST', '/api_keys/service-accounts/keys', {
          body: { serviceAccountId, ...values },
        })
        onCreated(secret)
      }}
      onClose={onClose}
    />
  )
}

function Reactivate({ accounts, onClose }: OfAccountProps): JSX.Element {
  const [serviceAccountId, setAccount] = useState(accounts.length === 1 ? accounts[0]!.id : '')
  return (
    <EditDialog
      title={tp('reactivate')}
      name="reactivate"
      action={tp('reactivate')}
      lead={<AccountPicker accounts={accounts} value={serviceAccountId} onChange={setAccount} />}
      fields={[field('since', { kind: 'date', isRequired: true, title: tp('since') })]}
      onSubmit={async (values) => {
        const { reactivated } = await call<{ reactivated: number }>('POST', '/scim/reactivate', {
          body: { serviceAccountId, ...values },
        })
        toast({ text: tp('reactivated', { count: reactivated }) })
      }}
      onClose={onClose}
    />
  )
}

interface AccountProps {
  readonly accounts: readonly Account[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function AccountPicker({ accounts, value, onChange }: AccountProps): JSX.Element {
  return (
    <Field label={tp('account')} hint={tp('accountText')} isRequired>
      {(described) => (
        <Select
          {...described}
          value={value}
          isRequired
          options={[
            ...(value === '' ? [['', '—'] as const] : []),
            ...accounts.map(({ id, name }) => [id, visible(name, 80)] as const),
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
