import type { JSX } from 'preact'
import { call } from '../lib/api.ts'
import { type Connection, protocolOf } from '../lib/connections.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { ConnectionForm } from '../ui/connection-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'

/** The identity providers that people sign in with. */
export function Connections(): JSX.Element {
  const add = may('sso.manage') && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('sso.new')}
    </button>
  )
  return (
    <Page title={t('sso')} text={t('sso.text')} actions={add}>
      <List<Connection>
        path="/sso/connections"
        label={t('sso')}
        canSearch={false}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/single-sign-on/${id}`}
        empty={{ icon: 'globe', title: t('sso.empty'), text: t('sso.emptyText'), action: add }}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            cell: ({ name }) => <span class="strong">{visible(name, 120)}</span>,
          },
          { key: 'protocol', title: t('sso.protocol'), cell: (connection) => protocolOf(connection).title },
          {
            key: 'issuer',
            title: t('field.issuer'),
            cell: ({ issuer }) => <span class="mono">{visible(issuer, 120)}</span>,
          },
          {
            key: 'status',
            title: t('field.status'),
            cell: ({ isActive, isEnforced }) => (
              <span class="badges">
                <span class={`badge ${isActive ? 'good' : ''}`}>{isActive ? t('active') : t('inactive')}</span>
                {isEnforced && <span class="badge">{t('field.isEnforced')}</span>}
              </span>
            ),
          },
        ]}
      />
      {query.value['new'] && (
        <ConnectionForm
          onSave={async (values) => {
            const { id } = await call<{ id: string }>('POST', '/sso/connections', { body: values })
            go(`/single-sign-on/${id}`)
          }}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
    </Page>
  )
}
