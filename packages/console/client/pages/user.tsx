import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { dateTime, visible } from '../lib/format.ts'
import { handOver } from '../lib/hand-over.ts'
import { t } from '../lib/i18n.ts'
import { kindName } from '../lib/kind-name.ts'
import { go, hrefOf, query } from '../lib/location.ts'
import { asOneAct } from '../lib/operations.ts'
import { may, profile } from '../lib/session.ts'
import { change, first, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, User } from '../lib/types.ts'
import { showAnew } from '../lib/view.ts'
import { Acl } from '../ui/acl.tsx'
import { Policies } from '../ui/policies.tsx'
import { Consents } from '../ui/consents.tsx'
import { DeactivateDialog } from '../ui/deactivate-dialog.tsx'
import { customFormOf, CustomFacts, customValuesOf, groupsAfter, useCustomFields } from '../ui/custom-fields.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Explain } from '../ui/explain.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page, setTab, Tabs } from '../ui/page.tsx'
import { organizationControl, rolesControl } from '../ui/pickers.tsx'
import { UserFactors } from '../ui/factors.tsx'
import { ReferencePicker } from '../ui/reference-picker.tsx'
import { Sessions } from '../ui/sessions.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { ASSIGN_WIDGETS, WidgetAccess } from '../ui/widget-access.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'

type Asked = 'edit' | 'delete' | 'deactivate' | 'hand-over' | undefined

/** An account: who it is, what it may do and why, and what has happened to it. */
export function UserPage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useData<Listed<User>>('/auth/users', { id })
  return (
    <>
      <a class="back" href={hrefOf('/users')}>
        <Icon name="left" size={16} />
        {t('users')}
      </a>
      <Shown of={found}>
        {({ items: [user] }) =>
          user ? <UserView user={user} /> : <Empty icon="user" title={t('missing.title')} text={t('users.gone')} />
        }
      </Shown>
    </>
  )
}

function UserView({ user }: { readonly user: User }): JSX.Element {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const seen = snapshotOf(user, { path: '/auth/users', query: { id: user.id }, pick: first, toValues: toFields })
  const activate = () =>
    change(seen, ({ version }) => call('PUT', '/auth/users', { body: { id: user.id, isActive: true }, version }))
  const tabs = [
    { id: 'account', title: t('account'), show: () => <Account user={user} /> },
    ...(may('auth.acl.manage')
      ? [
          { id: 'explain', title: t('explain.title'), show: () => <Explain userId={user.id} /> },
          { id: 'rights', title: t('rights.own'), show: () => <Acl of={{ userId: user.id }} /> },
          { id: 'policies', title: t('policies'), show: () => <Policies of={{ userId: user.id }} /> },
        ]
      : []),
    ...(may('audit_logs.view_self')
      ? [{ id: 'history', title: t('history'), show: () => <History kind="auth.user" id={user.id} /> }]
      : []),
    ...(may('auth.factors.reset')
      ? [{ id: 'factors', title: t('factors'), show: () => <UserFactors userId={user.id} /> }]
      : []),
    ...(may('auth.sessions.manage')
      ? [{ id: 'sessions', title: t('sessions'), show: () => <Sessions userId={user.id} /> }]
      : []),
    ...(may(ASSIGN_WIDGETS)
      ? [{ id: 'widgets', title: t('widgets'), show: () => <WidgetAccess of={{ userId: user.id }} /> }]
      : []),
    ...(may('auth.users.edit')
      ? [
          {
            id: 'consents',
            title: t('consents'),
            show: () => <Consents path="/auth/users/consents" query={{ userId: user.id }} />,
          },
        ]
      : []),
  ]
  return (
    <Page
      title={visible(user.name ?? user.email, 120)}
      {...(user.name && { text: user.email })}
      actions={
        <>
          {may('auth.users.view_as') && user.isActive && user.email !== profile.value.email && (
            <button type="button" class="button" onClick={() => void viewAs(user.id)}>
              <Icon name="eye" size={18} />
              {t('view')}
            </button>
          )}
          {may('auth.users.create') && user.hasPassword === false && (
            <button type="button" class="button" onClick={() => void resend(user.id)}>
              <Icon name="mail" size={18} />
              {t('users.resend')}
            </button>
          )}
          {may('auth.users.edit') && (
            <>
              <button type="button" class="button" onClick={() => setAsked('hand-over')}>
                {t('handOver')}
              </button>
              <button
                type="button"
                class="button"
                onClick={() => (user.isActive ? setAsked('deactivate') : void activate().catch(tell))}
              >
                {user.isActive ? t('users.deactivate') : t('users.activate')}
              </button>
              <button type="button" class="button primary" onClick={() => setAsked('edit')}>
                <Icon name="edit" size={18} />
                {t('edit')}
              </button>
            </>
          )}
          {may('auth.users.delete') && <RemoveButton label={t('delete')} onClick={() => setAsked('delete')} />}
        </>
      }
    >
      <section class="card">
        <Tabs label={t('account')} tabs={tabs} current={query.value['tab'] ?? 'account'} onChange={setTab} />
      </section>
      {asked === 'edit' && <Edit seen={seen} onClose={close} />}
      {asked === 'hand-over' && <HandOver user={user} onClose={close} />}
      {asked === 'deactivate' && <DeactivateDialog seen={seen} onClose={close} />}
      {asked === 'delete' && (
        <RemoveDialog
          seen={seen}
          text={t('users.deleteText', { name: visible(user.email, 120) })}
          onRemove={({ version }) => call('DELETE', '/auth/users', { query: { id: user.id }, version })}
          onDone={() => go('/users')}
          onClose={close}
        />
      )}
    </Page>
  )
}

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

async function viewAs(userId: string): Promise<void> {
  try {
    await call('POST', '/auth/view-as', { body: { userId }, isRead: true })
    showAnew(hrefOf('/'))
  } catch (error) {
    tell(error)
  }
}

async function resend(id: string): Promise<void> {
  try {
    const { warning } = await call<{ warning?: string }>('POST', '/auth/users/resend-invite', { body: { id } })
    toast(warning ? { text: t('users.inviteFailed'), kind: 'bad' } : { text: t('users.resent') })
  } catch (error) {
    tell(error)
  }
}

function Account({ user }: { readonly user: User }): JSX.Element {
  const custom = useCustomFields('auth:user')
  const facts: readonly (readonly [string, string])[] = [
    [t('field.email'), user.email],
    [t('field.name'), user.name ?? '—'],
    [t('field.roles'), user.roles.join(', ') || '—'],
    [t('organization'), user.organizationName ?? '—'],
    [t('tenant'), user.tenantName],
    [t('field.status'), user.isActive ? t('active') : t('inactive')],
    [t('field.updatedAt'), dateTime(user.updatedAt)],
  ]
  return (
    <dl class="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{visible(value, 400)}</dd>
        </div>
      ))}
      <CustomFacts of={custom} values={customValuesOf(user)} />
    </dl>
  )
}

const toFields = (user: User) => ({
  email: user.email,
  name: user.name,
  organizationId: user.organizationId ?? '',
  roles: user.roleIds,
  ...customValuesOf(user),
})

interface EditProps {
  readonly seen: Snapshot<User>
  readonly onClose: () => void
}

function Edit({ seen, onClose }: EditProps): JSX.Element {
  const form = customFormOf(useCustomFields('auth:user'), { isNew: false })
  return (
    <EditDialog
      title={t('edit')}
      seen={seen}
      fields={[
        field('email', { kind: 'email', isRequired: true, maxLength: 320 }),
        field('name', { maxLength: 120, isNullable: true }),
        field('organizationId', { isRequired: true }),
        field('password', { kind: 'password', maxLength: 128, title: t('users.newPassword') }),
        ...form.fields,
        field('roles', { kind: 'list' }),
      ]}
      groups={groupsAfter(form, ['email', 'name', 'organizationId', 'password'])}
      controls={{
        ...form.controls,
        organizationId: organizationControl,
      }}
      fieldsets={{ roles: rolesControl }}
      onSubmit={(values, { row, version }) => call('PUT', '/auth/users', { body: { id: row.id, ...values }, version })}
      onClose={onClose}
    />
  )
}

interface HandOverProps {
  readonly user: User
  readonly onClose: () => void
}

/** Gives what somebody owns to another person. */
function HandOver({ user, onClose }: HandOverProps): JSX.Element {
  return (
    <EditDialog
      title={t('handOver')}
      name="hand-over"
      action={t('handOver')}
      lead={<p class="muted">{t('handOver.text', { name: visible(user.name ?? user.email, 120) })}</p>}
      fields={[field('toUserId', { isRequired: true, title: t('handOver.to') })]}
      controls={{
        toUserId: ({ value, set, described }) => (
          <ReferencePicker path="/auth/users" value={String(value ?? '')} onChange={set} described={described} />
        ),
      }}
      onSubmit={({ toUserId }) =>
        asOneAct(t('handOver'), async () => {
          const { count, withheld } = await handOver(user.id, String(toUserId))
          const kinds = withheld.map(kindName).join(', ')
          toast({ text: t(kinds ? 'handOver.withheld' : 'handOver.done', { count, kinds }) })
        })
      }
      onClose={onClose}
    />
  )
}
