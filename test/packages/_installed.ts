import pg from 'pg'
import { expect, inject } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { meetStranger, pack, type Stranger, versionsOf } from './_stranger.ts'

export const PACKAGES = packages.map(({ name }) => name)

/** What the product uses. */
const INSTALLED = [
  'core',
  'points',
  'testing',
  'cli',
  'directory',
  'auth',
  'audit-logs',
  'business-rules',
  'api-keys',
  'ai-assistant',
  'console',
  'dashboards',
  'host',
]

/** What a started product prints. */
export interface Product {
  readonly account: { readonly email: string; readonly password: string }
  /** By kind of server. */
  readonly urls: Readonly<Record<string, string>>
}

/** A product outside this repository, with the packed packages and what it takes besides them. */
export interface Installed {
  readonly stranger: Stranger
  /** Names of files, by package. */
  readonly tarballs: ReadonlyMap<string, string>
}

/** Builds and packs the packages, and installs them with what the product takes besides. */
export async function installProduct(more: readonly string[] = []): Promise<Installed> {
  const stranger = await meetStranger()
  const tarballs = await pack(stranger.folder, PACKAGES)
  const installed = INSTALLED.map((name) => tarballs.get(`@plinth/${name}`)!)
  const others = await versionsOf([
    'express',
    'h3',
    'hono',
    '@hono/node-server',
    'fastify',
    'zod',
    '@mikro-orm/core',
    '@types/express',
    '@types/node',
    '@types/react',
    '@types/react-dom',
    'react',
    'react-dom',
    ...more,
  ])
  await stranger.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...installed, ...others)
  return { stranger, tarballs }
}

/** Signs in to the platform in one of its servers, and asks for what is there and what is not. */
export async function expectAnswers(url: string, { account }: Pick<Product, 'account'>): Promise<void> {
  const greeting = await fetch(`${url}/api/greetings/Ada`)
  expect([greeting.status, await greeting.json()]).toEqual([200, { text: 'Hello, Ada' }])

  const login = await fetch(`${url}/auth/login`, { method: 'POST', body: new URLSearchParams(account) })
  expect(login.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^auth_token=.*HttpOnly/))
  const { token } = (await login.json()) as { token: string }
  const profile = await fetch(`${url}/auth/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect([profile.status, await profile.json()]).toMatchObject([200, { email: account.email, roles: ['admin'] }])

  const refused = await fetch(`${url}/auth/profile`)
  expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthorized' }])
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)
}

/** Creates a database for a product. Returns its URL. */
export async function createDatabase(of: string): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `packages_${of}_${process.pid}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}
