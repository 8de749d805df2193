/** Options of single sign-on. */
export interface SsoOptions {
  /** Providers with private addresses that may be contacted, as `host:port`; also by HTTP. Default: none. */
  readonly localHosts?: readonly string[]
  /** Reads the TXT records of a name. Default: DNS. */
  readonly resolveTxt?: (name: string) => Promise<readonly string[]>
}
