import { createHmac } from 'node:crypto'
import type { Context } from '@plinth/core'
import { platformKeys, type SecretKey } from '@plinth/core/security'

/**
 * The keys that sign a tenant's webhooks, to be shared with their receivers. They are derived, one from each accepted secret
 * (the current one first), so nothing is stored.
 */
export function webhookKeysOf({ inject, scope }: Pick<Context, 'inject' | 'scope'>): readonly [string, ...string[]] {
  const [present, ...others] = inject(platformKeys).all('business_rules.webhooks')
  const toKey = (key: SecretKey) => createHmac('sha256', key).update(scope.tenantId).digest('base64url')
  return [toKey(present), ...others.map(toKey)]
}

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 of the time, a dot and the body. While several secrets are accepted, there is one `v1`
 * for each, so that receivers can change their key at any time meanwhile.
 */
export function signWebhook(keys: readonly string[], { at, body }: { at: Date; body: string }): string {
  const time = Math.floor(at.getTime() / 1_000)
  const signatures = keys.map((key) => `v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`)
  return [`t=${time}`, ...signatures].join(',')
}
