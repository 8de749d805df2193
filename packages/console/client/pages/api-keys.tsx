import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { date, number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { byId, snapshotOf } from '../lib/snapshot.ts'
import { CancelButton, Dialog } from '../ui/dialog.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { OrganizationPicker, rolesControl } from '../ui/pickers.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'

interface Key {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly keyPrefix: string
  readonly organizationName: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly roles: readonly { readonly id: string; readonly name: string | null }[]
  /** Whose rights the key has, if not those of its own roles. */
  readonly serviceAccount: { readonly id: string; readonly name: string } | null
}

const PATH = '/api_keys/keys'

const seenOf = (key: Key) =>
  snapshotOf(key, {
    path: PATH,
    query: { pageSize: 100 },
    pick: byId<Key>(key.id),
    toValues: ({ name, description, expiresAt }) => ({ name, description, expiresAt }),
  })

/** The API keys, without their secrets: each is shown once, when it is created. */
export function ApiKeys(): JSX.Element {
  const [revoked, setRevoked] = useState<Key>()
  const [rotated, setRotated] = useState<Key>()
  const [secret, setSecret] = useState('')
  const add = may('api_keys.create') && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('keys.new')}
    </button>
  )
  return (
    <Page title={t('keys')} text={t('keys.text')} actions={add}>
      <List<Key>
        path={PATH}
        label={t('keys')}
        isOfOrganization
        keyOf={({ id }) => id}
        empty={{ icon: 'key', title: t('keys.empty'), action: add }}
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
          { key: 'prefix', title: t('keys.key'), cell: ({ keyPrefix }) => <code>{keyPrefix}…</code> },
          {
            key: 'roles',
            title: t('field.roles'),
            cell: ({ roles, serviceAccount }) => (
              <span class="badges">
                {serviceAccount && (
                  <span class="badge good" title={t('service')}>
                    {visible(serviceAccount.name, 60)}
                  </span>
                )}
                {roles.map(({ id, name }) => (
                  <span class="badge" key={id}>
                    {visible(name ?? '—', 60)}
                  </span>
                ))}
              </span>
            ),
          },
          {
            key: 'scope',
            title: t('organization'),
            cell: ({ organizationName }) => visible(organizationName ?? '—', 80),
          },
          {
            key: 'used',
            title: t('keys.lastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt) : <span class="muted">{t('never')}</span>),
          },
          { key: 'expires', title: t('field.expiresAt'), cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
          {
            key: 'actions',
            title: t('actions'),
            cell: (key) =>
              may('api_keys.delete') && (
                <span class="badges">
                  {may('api_keys.create') && (
                    <button type="button" class="button small" onClick={() => setRotated(key)}>
                      {t('keys.rotate')}
                    </button>
                  )}
                  <button type="button" class="button small danger" onClick={() => setRevoked(key)}>
                    {t('keys.revoke')}
                  </button>
                </span>
              ),
          },
        ]}
      />
      {query.value['new'] && <Create onCreated={setSecret} />}
      {rotated && <Rotate of={rotated} onRotated={setSecret} onClose={() => setRotated(undefined)} />}
      {secret && (
        <SecretDialog
          title={t('keys.secret')}
          text={t('keys.secretText')}
          secrets={[secret]}
          onClose={() => setSecret('')}
        />
      )}
      {revoked && (
        <RemoveDialog
          seen={seenOf(revoked)}
          title={t('keys.revoke')}
          text={t('keys.revokeText', { name: visible(revoked.name, 120) })}
          action={t('keys.revoke')}
          onRemove={({ version }) => call('DELETE', PATH, { query: { id: revoked.id }, version })}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Page>
  )
}

interface RotateProps {
  readonly of: Key
  readonly onRotated: (secret: string) => void
  readonly onClose: () => void
}

/** How long a key still works beside the one that takes its place, in hours. */
const KEPT = [0, 1, 24, 168]

function Rotate({ of: { id, name }, onRotated, onClose }: RotateProps): JSX.Element {
  const [hours, setHours] = useState(0)
  async function rotate() {
    const body = { id, keepHours: hours }
    const { secret } = await call<{ secret: string }>('POST', `${PATH}/rotate`, { body })
    onClose()
    onRotated(secret)
  }
  return (
    <Dialog
      title={t('keys.rotate')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button type="button" class="button primary" onClick={() => void rotate().catch(complain)}>
            {t('keys.rotate')}
          </button>
        </>
      }
    >
      <div class="stack">
        <p>{t('keys.rotateText', { name: visible(name, 120) })}</p>
        <Field label={t('keys.keep')} isRequired>
          {(described) => (
            <Select
              {...described}
              value={String(hours)}
              options={KEPT.map((one) => [
                String(one),
                one === 0
                  ? t('keys.keepNot')
                  : number(one < 48 ? one : one / 24, {
                      style: 'unit',
                      unit: one < 48 ? 'hour' : 'day',
                      unitDisplay: 'long',
                    }),
              ])}
              onChange={(next) => setHours(Number(next))}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

function Expiry({ at }: { readonly at: string | null }): JSX.Element {
  if (at === null) return <span class="muted">{t('never')}</span>
  return new Date(at) < new Date() ? <span class="badge bad">{t('keys.expired')}</span> : <>{date(at)}</>
}

function Create({ onCreated }: { readonly onCreated: (secret: string) => void }): JSX.Element {
  return (
    <EditDialog
      title={t('keys.new')}
      action={t('create')}
      fields={[
        field('name', { isRequired: true, maxLength: 120 }),
        field('description', { kind: 'long', maxLength: 1000 }),
        field('organizationId'),
        field('expiresAt', { kind: 'date' }),
        field('roles', { kind: 'list' }),
      ]}
      controls={{
        organizationId: ({ value, set, described }) => (
          <OrganizationPicker value={String(value ?? '')} onChange={set} described={described} none={t('keys.home')} />
        ),
      }}
      onSubmit={async (values) => {
        const { secret } = await call<{ secret: string }>('POST', PATH, { body: { roles: [], ...values } })
        onCreated(secret)
      }}
      fieldsets={{ roles: rolesControl }}
      onClose={() => setQuery({ new: null }, { replace: true })}
    />
  )
}
