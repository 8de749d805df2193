import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { type Endpoint, ENDPOINTS } from '../lib/webhooks.ts'
import { EndpointForm } from '../ui/endpoint-form.tsx'
import { EndpointStatus, EventBadges } from '../ui/endpoint-facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'

/** The addresses that events are sent to. */
export function Webhooks(): JSX.Element {
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>()
  const add = may('webhooks.manage') && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('webhooks.new')}
    </button>
  )
  return (
    <Page title={t('webhooks')} text={t('webhooks.text')} actions={add}>
      <List<Endpoint>
        path={ENDPOINTS}
        label={t('webhooks')}
        isOfOrganization
        canSearch={false}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/webhooks/${id}`}
        empty={{ icon: 'send', title: t('webhooks.empty'), text: t('webhooks.emptyText'), action: add }}
        columns={[
          {
            key: 'url',
            title: t('field.url'),
            sort: 'url',
            cell: ({ url, description }) => (
              <span>
                <span class="strong">{visible(url ?? t('webhooks.onlyPulled'), 160)}</span>
                {description && <span class="below muted">{visible(description, 160)}</span>}
              </span>
            ),
          },
          { key: 'events', title: t('field.events'), cell: ({ events }) => <EventBadges events={events} most={3} /> },
          {
            key: 'status',
            title: t('field.status'),
            cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
          },
        ]}
      />
      {query.value['new'] && (
        <EndpointForm
          onSave={async (values) => setCreated(await call('POST', ENDPOINTS, { body: values }))}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {created && (
        <SecretDialog
          title={t('webhooks.secret')}
          text={t('webhooks.secretText')}
          secrets={[created.secret]}
          onClose={() => go(`/webhooks/${created.id}`)}
        />
      )}
    </Page>
  )
}
