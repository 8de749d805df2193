/** The page that a reader sees first. */
const FIRST = '/docs/guides/project/README'

/**
 * The file of a page, by the address that a host has for it; the parts below `/docs` are those of the host. Without a server, every
 * link names a file.
 */
export function fileOf(address: string): string {
  if (address === '/' || address === FIRST) return 'index.html'
  if (address === '/docs') return 'contents.html'
  if (!address.startsWith('/docs/')) return address.slice(1)
  const name = address.slice('/docs/'.length)
  return /\.(png|jpe?g|webp|gif|svg)$/i.test(name) ? name : `${name}.html`
}

/** The way from one file to another, both relative to the same folder. */
export function pathBetween(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  const shared = here.findIndex((part, at) => part !== there[at])
  const same = shared === -1 ? here.length : shared
  return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/')
}

/** Markup whose links to addresses of a host lead to files. Text has no quotes: they are escaped. */
export const withFiles = (markup: string, hrefOf: (file: string) => string): string =>
  markup.replaceAll(/(?<= (?:href|src|action)=")\/[^"#]*/g, (address) => hrefOf(fileOf(address)))
