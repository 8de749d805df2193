import { defineModule, keep, type Module, provide } from '@plinth/core'
import { rekey } from '@plinth/core/security'
import { pages, readmePage } from '@plinth/points'
import { disableEndpoint } from './commands/disable-endpoint.ts'
import { rotateSecret } from './commands/rotate-secret.ts'
import { replayDeliveries, resendDelivery, testEndpoint } from './send-again.ts'
import { takeDeliveries } from './commands/take-deliveries.ts'
import { takePage } from './commands/take-page.ts'
import { trimDeliveries } from './commands/trim-deliveries.ts'
import { events, features, SECRETS } from './contract.ts'
import { describeMessages } from './describe-messages.ts'
import { endpoints } from './endpoints.ts'
import { WebhookDelivery, WebhookEndpoint } from './entities.ts'
import { endpointFieldUses } from './field-uses.ts'
import { limitStored } from './jobs/limit-stored.ts'
import { resume, send } from './jobs/send.ts'
import { ownMails, tellOwner } from './notices/tell-owner.ts'
import { tables } from './migrations/0001-tables.ts'
import { positions } from './migrations/0002-positions-online.ts'
import { listDeliveries, postReplay, postResend, postTest, pullEvents } from './routes/deliveries.ts'
import { listEventTypes, postSecret } from './routes/endpoints.ts'
import { settings, toSettings, type WebhooksOptions } from './settings.ts'
import { translations } from './translations.ts'
import { writeDeliveries } from './write-deliveries.ts'

/** Sends the platform's events to addresses of tenants, as Standard Webhooks says. */
export function webhooks(options: WebhooksOptions = {}): Module {
  const made = toSettings(options)
  return defineModule({
    id: 'webhooks',
    title: 'Webhooks',
    translations,
    requires: ['auth'],
    entities: [WebhookDelivery],
    migrations: [tables, positions],
    features,
    contributes: [
      pages.of(readmePage({ title: 'Webhooks', access: features.view }, import.meta.url)),
      ownMails,
      endpointFieldUses,
    ],
    roles: { admin: ['webhooks.*'] },
    services: [provide(settings, () => made)],
    resources: [endpoints],
    commands: [
      rotateSecret,
      testEndpoint,
      replayDeliveries,
      resendDelivery,
      disableEndpoint,
      takeDeliveries,
      takePage,
      trimDeliveries,
    ],
    events,
    onEmit: writeDeliveries,
    describeWebhooks: describeMessages,
    jobs: [send, resume, limitStored, tellOwner],
    keep: [keep('webhook_deliveries', { id: 'webhooks.deliveries', by: 'created_at', days: made.keepDays })],
    rekeys: [rekey(WebhookEndpoint, { id: 'webhooks.keys', property: 'keys', purpose: SECRETS })],
    routes: [postSecret, postTest, postReplay, listEventTypes, listDeliveries, postResend, pullEvents],
  })
}
