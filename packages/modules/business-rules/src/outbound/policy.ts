import { PlatformError } from '@plinth/core'
import { toWebhookDestination, type WebhookHosts } from '@plinth/core/http'

/**
 * Explains why a webhook of a rule can never be sent; `undefined` if it can. The values of `{{…}}` are not known yet: if the
 * host is computed, only the scheme is checked.
 */
export function findWebhookFault(template: string, hosts: WebhookHosts): string | undefined {
  const [, scheme, authority] = ORIGIN.exec(template) ?? []
  if (scheme === undefined && template.includes('{{')) return undefined
  const isComputed = authority?.includes('{{') ?? false
  if (isComputed && !(scheme === 'http' && hosts.webhookLocalHosts.length > 0))
    return scheme === 'https' ? undefined : 'Webhooks go to https only'
  if (isComputed) return undefined
  try {
    const { url, isLocal } = toWebhookDestination(template.replace(/\{\{[^}]*\}\}/g, 'x'), hosts)
    // Only the network knows what any other name resolves to, and that may change.
    return !isLocal && LOCALHOST.test(url.hostname) ? 'The address of the webhook is not public' : undefined
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.message
  }
}

const LOCALHOST = /(^|\.)localhost\.?$/

/** The scheme and authority of a URL template, if they are literal. */
const ORIGIN = /^\s*([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i
