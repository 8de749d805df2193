import { isIP } from 'node:net'
import { brokenSetup, refused } from '../errors.ts'
import { isPublicAddress } from '../security/public-addresses.ts'
import type { Destination } from './outgoing-request.ts'

/** The hosts that webhooks may call. */
export interface WebhookHosts {
  /** Over HTTPS, at public addresses: `hooks.example.com`, `*.example.com` for any subdomain, `*` for any host. */
  readonly webhookHosts: readonly string[]
  /** The operator's own hosts, at any address and also over HTTP, with their port: `127.0.0.1:8080`. */
  readonly webhookLocalHosts: readonly string[]
}

/** Maximum characters of the URL of a webhook. */
export const MAX_WEBHOOK_URL = 2_000

/** Validates what can be checked about the URL of a webhook without the network. Throws `refused`. */
export function toWebhookDestination(text: string, { webhookHosts, webhookLocalHosts }: WebhookHosts): Destination {
  const url = text.length <= MAX_WEBHOOK_URL && URL.canParse(text) ? new URL(text) : undefined
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

/** The hosts in lower case. Throws `broken_setup` for one that no webhook could go to. */
export function toWebhookHosts({ webhookHosts, webhookLocalHosts }: WebhookHosts): WebhookHosts {
  const odd = [...webhookHosts, ...webhookLocalHosts].find((host) => !HOST.test(host))
  if (odd !== undefined)
    throw brokenSetup(`'${odd}' is not a host that webhooks can go to: name it without scheme and path`)
  return {
    webhookHosts: webhookHosts.map((host) => host.toLowerCase()),
    webhookLocalHosts: webhookLocalHosts.map((host) => host.toLowerCase()),
  }
}

const describeHosts = (hosts: readonly string[]) =>
  hosts.length > 0 ? `this host allows ${hosts.join(', ')}` : 'this host allows none'

/** `*` matches any host, `*.example.com` any subdomain. */
function matches(host: string, pattern: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

/** A host name or address with an optional port, a `*.` wildcard, or `*` for any host. */
const HOST = /^(\*|(\*\.)?[\w.-]+(:\d+)?|\[[\da-f:.]+\](:\d+)?)$/i
