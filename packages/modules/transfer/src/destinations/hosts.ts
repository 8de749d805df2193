import { badInput, defineService } from '@plinth/core'

/** Which endpoints may be contacted besides those with public addresses. */
export interface DestinationHosts {
  /** Hosts and ports with private addresses, such as `minio.internal:9000`; also by HTTP. */
  readonly localHosts: readonly string[]
}

/** Resolve with `inject(destinationHosts)`; the module provides it. */
export const destinationHosts = defineService<DestinationHosts>('transfer.destination-hosts')

/** Throws 400 for an endpoint that could not be called. Names are resolved, and addresses checked, with each call. */
export function assertEndpoint(text: string, { localHosts }: DestinationHosts): void {
  // The parser leaves out what cannot be seen.
  const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text)
  const message = !url
    ? 'The endpoint is not a URL'
    : url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== ''
      ? 'The endpoint must not contain a login, a query or a fragment'
      : url.protocol !== 'https:' && !(url.protocol === 'http:' && localHosts.includes(url.host))
        ? 'The endpoint must use HTTPS'
        : undefined
  if (message !== undefined) throw badInput(message, { fieldErrors: { endpoint: message } })
}
