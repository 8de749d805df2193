import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { html } from '@plinth/core/http'
import { isLater } from '../release/manifests.ts'
import { withFiles } from './addresses.ts'
import { renderDocument } from './pages.ts'

/** The versions that a folder has, newest first. */
export const versionsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name) && existsSync(join(folder, name, 'index.html')))
    .sort((a, b) => (isLater(a, b) ? -1 : 1))

/** What lies beside the versions, and tells about all of them. */
export const filesOfAll = (versions: readonly string[]): ReadonlyMap<string, string> =>
  new Map([
    ['versions.js', `globalThis.plinthVersions = ${JSON.stringify(versions)}\n`],
    [
      'index.html',
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta http-equiv="refresh" content="0; url=${versions[0]}/index.html" />
            <title>Plinth</title>
          </head>
          <body>
            <a href="${versions[0]}/index.html">Plinth ${versions[0]}</a>
          </body>
        </html> `.markup,
    ],
  ])

/** What lies beside the versions for the newest one. */
export function filesOfNewest({ version, pages, address, llms }: Newest): ReadonlyMap<string, string> {
  // A server sends it for any address, so its links begin at the root of the server.
  const base = address === undefined ? '/' : new URL(address).pathname
  const main = html`<h1>This page does not exist</h1>
    <p>It may have moved, or be part of another version. Search above, or go to the <a href="/">start page</a>.</p>`
  const missing = renderDocument({ page: { title: 'Not found', main }, version })
  const locations = pages.map((page) => `  <url><loc>${address}${version}/${page}</loc></url>`).join('\n')
  return new Map([
    ['404.html', withFiles(missing, (file) => `${base}${version}/${file}`)],
    // The versions lie below.
    ['llms.txt', llms.replaceAll('](', `](${version}/`)],
    ...(address === undefined
      ? []
      : [
          [
            'sitemap.xml',
            `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations}\n</urlset>\n`,
          ] as const,
        ]),
  ])
}

interface Newest {
  readonly version: string
  readonly pages: readonly string[]
  /** Where the site is published, with `/` at the end. */
  readonly address: string | undefined
  readonly llms: string
}
