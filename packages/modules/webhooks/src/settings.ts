import { defineService } from '@plinth/core'
import { toWebhookHosts, type WebhookHosts } from '@plinth/core/http'

/** Options of webhooks on this host. */
export interface WebhooksOptions extends Partial<WebhookHosts> {
  /** Days for which deliveries are kept. Default: 30. */
  readonly keepDays?: number
  /** Messages that are stored of each tenant. Default: 250,000. */
  readonly keepMessages?: number
}

/** The options with defaults applied. By default, no host may be called. */
export type WebhooksSettings = Required<WebhooksOptions>

/** Resolve with `inject(settings)`; the module provides it. */
export const settings = defineService<WebhooksSettings>('webhooks.settings')

export const toSettings = ({
  webhookHosts = [],
  webhookLocalHosts = [],
  keepDays = 30,
  keepMessages = 250_000,
}: WebhooksOptions): WebhooksSettings => ({
  ...toWebhookHosts({ webhookHosts, webhookLocalHosts }),
  keepDays,
  keepMessages,
})
