import { isIP } from 'node:net'
import { PlatformError, refused } from '@plinth/core'
import type { BusinessRulesSettings } from '../settings.ts'
import { isPublicAddress } from '@plinth/core/security'

/** The destination of a webhook; `isLocal` if the host has allowed it explicitly by host and port. */
export interface Destination {
  readonly url: URL
  readonly isLocal: boolean
}

/**
 * Validates what can be checked about a URL without the network: https (http only for the host's own list), an allowed host,
 * no credentials, no address outside the public internet. Throws `refused`.
 */
export function assertAllowedUrl(
  text: string,
  { webhookHosts, webhookLocalHosts }: BusinessRulesSettings,
): Destination {
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw refused('The URL of the webhook is not valid')
  if (url.username !== '' || url.password !== '') throw refused('The URL of a webhook must not contain a login')
  const isLocal = (url.protocol === 'http:' || url.protocol === 'https:') && webhookLocalHosts.includes(url.host)
  if (isLocal) return { url, isLocal }
  if (url.protocol !== 'https:') throw refused('Webhooks go to https only')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused('The address of the webhook is not public')
  const host = url.hostname.replace(/\.$/, '')
  if (!webhookHosts.some((pattern) => matches(host, pattern)))
    throw refused(`Webhooks may not go to ${host}; ${describeHosts(webhookHosts)}`)
  return { url, isLocal }
}

const describeHosts = (hosts: readonly string[]) =>
  hosts.length > 0 ? `this host allows ${hosts.join(', ')}` : 'this host allows none'

/**
 * Explains why a webhook of a rule can never be sent; `undefined` if it can. The values of `{{…}}` are not known yet: if the
 * host is computed, only the scheme is checked.
 */
export function findWebhookFault(template: string, settings: BusinessRulesSettings): string | undefined {
  const [, scheme, authority] = ORIGIN.exec(template) ?? []
  if (scheme === undefined && template.includes('{{')) return undefined
  const isComputed = authority?.includes('{{') ?? false
  if (isComputed && !(scheme === 'http' && settings.webhookLocalHosts.length > 0))
    return scheme === 'https' ? undefined : 'Webhooks go to https only'
  if (isComputed) return undefined
  try {
    const { url, isLocal } = assertAllowedUrl(template.replace(/\{\{[^}]*\}\}/g, 'x'), settings)
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

/** `*` matches any host, `*.example.com` any subdomain. */
function matches(host: string, pattern: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

const MAX_URL = 2_000
