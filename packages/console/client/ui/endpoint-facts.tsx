import type { JSX } from 'preact'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type Delivery, type Endpoint, EVERY_EVENT } from '../lib/webhooks.ts'

/** Whether events are sent to an endpoint. */
export function EndpointStatus({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element {
  const { enabled, disabledReason } = endpoint
  const look = enabled ? 'good' : disabledReason === null ? '' : 'bad'
  return (
    <span class="badges">
      <span class={`badge ${look}`}>{enabled ? t('rules.enabled') : t('rules.disabled')}</span>
    </span>
  )
}

interface EventsProps {
  readonly events: readonly string[]
  /** How many are named. Default: all. */
  readonly most?: number
}

/** The events that an endpoint gets. */
export function EventBadges({ events, most = Infinity }: EventsProps): JSX.Element {
  const named = events.slice(0, most)
  return (
    <span class="badges">
      {named.map((event) => (
        <span class="badge" key={event}>
          {event === EVERY_EVENT ? t('webhooks.allEvents') : visible(event, 120)}
        </span>
      ))}
      {events.length > named.length && <span class="badge">+{events.length - named.length}</span>}
    </span>
  )
}

const LOOKS: Readonly<Partial<Record<Delivery['status'], string>>> = {
  delivered: 'good',
  pending: 'warn',
  failed: 'bad',
}

export const DeliveryStatus = ({ status }: Pick<Delivery, 'status'>): JSX.Element => (
  <span class="badges">
    <span class={`badge ${LOOKS[status] ?? ''}`}>{t(`webhooks.${status}`)}</span>
  </span>
)
