import { createHmac } from 'node:crypto'
import type { Context } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'

/** The key that signs a tenant's webhooks, to be shared with their receivers. It is derived, so nothing is stored. */
export function webhookKeyOf({ inject, scope }: Pick<Context, 'inject' | 'scope'>): string {
  return createHmac('sha256', inject(platformKeys).of('business_rules.webhooks'))
    .update(scope.tenantId)
    .digest('base64url')
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 of the time, a dot and the body. */
export function signWebhook(key: string, { at, body }: { at: Date; body: string }): string {
  const time = Math.floor(at.getTime() / 1_000)
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}
