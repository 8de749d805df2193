import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { meetStranger, pack } from '../packages/_stranger.ts'
import { freePort } from '../_setup/lemonldap.ts'

const PACKAGES = ['core', 'points', 'auth', 'directory', 'audit-logs', 'console', 'testing'].map(
  (name) => `@plinth/${name}`,
)
const PASSWORD = 'Chosen-Secret-1'

/** What `docs/console.md` says to write, and a page of the product. */
const files = (origin: string): Readonly<Record<string, string>> => ({
  'next.config.mjs': `export default { serverExternalPackages: ${JSON.stringify(PACKAGES)} }`,
  'app/layout.tsx': `import type { ReactNode } from 'react'
    export default function Layout({ children }: { children: ReactNode }) { return <html><body>{children}</body></html> }`,
  'app/page.tsx': `export default function Page() { return <p>Home of the product</p> }`,
  'lib/plinth.ts': `import { auditLogs } from '@plinth/audit-logs'
    import { auth, seedAccounts } from '@plinth/auth'
    import { consoleHandler, signInPages } from '@plinth/console'
    import { createPlatform, mailer, provide } from '@plinth/core'
    import { directory, provisionTenant } from '@plinth/directory'
    const secret = 'a secret of at least 32 characters'
    const tenantId = '10000000-0000-4000-8000-000000000001'
    const organizationId = '20000000-0000-4000-8000-000000000001'
    async function open() {
      const platform = await createPlatform({
        database: { url: process.env['DATABASE_URL']!, privilegedLogin: true },
        modules: [directory, auth({ secret }), auditLogs],
        services: [provide(mailer, () => ({ send: async () => {} }))],
        origin: '${origin}',
        secret,
      })
      await platform.migrate()
      const seed = { actor: 'platform', reason: 'seed', scope: { tenantId, organizationId } } as const
      await platform.actAs(seed, ({ run }) => run(provisionTenant, { tenantName: 'Next', organizationName: 'Next' }))
      const accounts = [{ email: 'admin@next.example', password: '${PASSWORD}', role: 'admin' }]
      await platform.actAs(seed, ({ run }) => run(seedAccounts, { accounts }))
      await platform.start()
      return { platform, serveConsole: consoleHandler(platform), serveSignIn: signInPages(platform) }
    }
    const shared = globalThis as { plinth?: ReturnType<typeof open> }
    export const plinth = () => (shared.plinth ??= open())`,
  'app/backend/[[...path]]/route.ts': `import { plinth } from '../../../lib/plinth'
    const handle = async (request: Request) => (await plinth()).serveConsole(request)
    export { handle as GET, handle as HEAD }`,
  'app/api/[...path]/route.ts': `import { plinth } from '../../../lib/plinth'
    const handle = async (request: Request) => (await plinth()).platform.fetch(request)
    export { handle as GET, handle as HEAD, handle as POST, handle as PUT, handle as PATCH, handle as DELETE }`,
  'app/login/[[...path]]/route.ts': `import { plinth } from '../../../lib/plinth'
    const handle = async (request: Request) =>
      (await (await plinth()).serveSignIn(request)) ?? new Response(null, { status: 404 })
    export { handle as GET, handle as POST }`,
})

// `npm run campaign:console`: builds a product in Next.js from packed packages, and works in its console in a real browser.
test('the console works in a product of Next.js', { timeout: 600_000 }, async () => {
  await using stranger = await meetStranger()
  const { folder, run, start } = await stranger.makeFolder()
  const tarballs = await pack(folder, PACKAGES)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'product', private: true, type: 'module' }))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  for (const [name, text] of Object.entries(files(origin))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const others = ['next@16', 'react@19', 'react-dom@19', 'typescript@5', '@types/node', '@types/react']
  await run({}, 'npm', 'install', ...others, ...[...tarballs.values()].map((name) => `./${name}`))
  await using database = await emptyDatabase()
  const env = { DATABASE_URL: database.url }
  await run(env, 'npx', 'next', 'build')
  await start(env, ['npx', 'next', 'start', '-p', String(port)], 'Ready in')

  await using browser = await launchChromium()
  const page = await (await browser.newContext({ locale: 'en' })).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${origin}/backend/users`)
  await page.getByLabel('E-mail address').fill('admin@next.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${origin}/backend/users`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail').first().fill('grace@example.com')
  await form.getByLabel('Organization').selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('grace@example.com').first().waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByRole('cell', { name: 'grace@example.com' }).count()).toBe(0)
  expect(complaints).toEqual([])
})
