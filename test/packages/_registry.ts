import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** How each manager installs what `package.json` lists. */
export const MANAGERS = {
  npm: ['npm', 'install', '--no-audit', '--no-fund'],
  pnpm: ['npx', '--yes', 'pnpm@10', 'install', '--no-frozen-lockfile'],
  bun: ['npx', '--yes', 'bun@1', 'install', '--no-cache'],
} as const

/** A registry of packages as it will be after the release. */
export interface Registry extends AsyncDisposable {
  readonly url: string
}

interface Packed {
  readonly file: string
  readonly bytes: Buffer
  readonly manifest: { readonly name: string; readonly version: string }
}

/** Serves the packages in `folder`, and leads to the registry that npm uses for all others. */
export async function startRegistry(folder: string): Promise<Registry> {
  const { stdout } = await exec('npm', ['config', 'get', 'registry'])
  const upstream = stdout.trim().replace(/\/$/, '')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const packed = new Map(
    (await Promise.all(files.map((file) => read(join(folder, file), file)))).map((one) => [one.manifest.name, one]),
  )
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname).slice(1)
    const file = [...packed.values()].find((one) => path === `-/${one.file}`)
    const found = packed.get(path)
    if (file) return response.end(file.bytes)
    if (!found) return response.writeHead(302, { location: `${upstream}${request.url}` }).end()
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(describe(found, `http://${request.headers.host}/-/${found.file}`)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(path: string, file: string): Promise<Packed> {
  const { stdout } = await exec('tar', ['-xzOf', path, 'package/package.json'])
  return { file, bytes: await readFile(path), manifest: JSON.parse(stdout) as Packed['manifest'] }
}

function describe({ manifest, bytes }: Packed, tarball: string): object {
  const digest = (name: string, as: 'hex' | 'base64') => createHash(name).update(bytes).digest(as)
  const dist = { tarball, shasum: digest('sha1', 'hex'), integrity: `sha512-${digest('sha512', 'base64')}` }
  const { name, version } = manifest
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { [version]: '2026-01-01T00:00:00.000Z' },
  }
}
