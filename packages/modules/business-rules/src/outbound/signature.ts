import { createHmac } from 'node:crypto'
import type { Context } from '@plinth/core'
import { platformKeys, type SecretKey, toWebhookSecret } from '@plinth/core/security'

/**
 * The secrets (`whsec_…`) that sign a tenant's webhooks, to be shared with their receivers. They are derived, one from each accepted
 * secret of the platform (the current one first), so nothing is stored.
 */
export function webhookKeysOf({ inject, scope }: Pick<Context, 'inject' | 'scope'>): readonly [string, ...string[]] {
  const [present, ...others] = inject(platformKeys).all('business_rules.webhooks')
  const toKey = (key: SecretKey) => toWebhookSecret(createHmac('sha256', key).update(scope.tenantId).digest())
  return [toKey(present), ...others.map(toKey)]
}
