import { isIP } from 'node:net'
import { refused } from '@plinth/core'
import type { BusinessRulesSettings } from '../settings.ts'
import { isPublicAddress } from './addresses.ts'

/** Where a webhook may go: `isLocal` for what the host itself has named by host and port. */
export interface Destination {
  readonly url: URL
  readonly isLocal: boolean
}

/**
 * Checks what can be known of a URL without the network: https (http only to the host's own list), a host of the
 * allow-list, no login, no address outside the public internet. Throws `refused`.
 */
export function assertAllowedUrl(
  text: string,
  { webhookHosts, webhookLocalHosts }: BusinessRulesSettings,
): Destination {
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw refused('The URL of the webhook is not valid')
  if (url.username !== '' || url.password !== '') throw refused('The URL of a webhook holds no login')
  const isLocal = (url.protocol === 'http:' || url.protocol === 'https:') && webhookLocalHosts.includes(url.host)
  if (isLocal) return { url, isLocal }
  if (url.protocol !== 'https:') throw refused('Webhooks go to https only')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused('The address of the webhook is not public')
  const host = url.hostname.replace(/\.$/, '')
  if (!webhookHosts.some((pattern) => matches(host, pattern))) throw refused(`Webhooks may not go to ${host}`)
  return { url, isLocal }
}

/** `*` is any host, `*.example.com` any below it. */
function matches(host: string, pattern: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

const MAX_URL = 2_000
