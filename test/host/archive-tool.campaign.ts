import { localStorage } from '@plinth/attachments'
import { defineAuditLogs, fileSink } from '@plinth/audit-logs'
import { tenantA, testSecret } from '@plinth/testing'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { authApp } from '../modules/auth/_accounts.ts'
import { ROOT } from './_run-host.ts'

const START = Date.UTC(2026, 0, 10, 12)
const DAY = 86_400_000

/** What `npm run plinth -- …` runs. */
function plinth(env: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  const program = ['packages/cli/src/plinth.ts', '--config', 'examples/host/plinth.config.ts']
  const file = ['--conditions=@plinth/source', ...program, ...args]
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      file,
      { cwd: ROOT, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

test(
  'files of the archive are verified and searched without a database, and put back',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-archive-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const checkpoints = fileSink({ folder: join(folder, 'checkpoints') })
    const auditLogs = defineAuditLogs({
      archive: localStorage({ root: join(folder, 'archive') }),
      checkpoints,
      actionDays: 31,
    })
    await using app = await authApp({ modules: [auditLogs], startAt: new Date(START) })
    const job = async (id: string) => {
      const found = auditLogs.jobs!.find((one) => one.id === id)!
      await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
      await app.platform.runJobs()
    }
    // What the template was made with has the date of another test.
    await app.sql('delete from plinth.changes; delete from plinth.kept_secrets; delete from plinth.action_log')
    const client = app.as({ features: ['auth.*', 'audit_logs.*'] })
    for (const month of [0, 1]) {
      app.clock.set(new Date(START + month * 31 * DAY))
      for (const name of ['Clerk', 'Auditor']) await client.post('/auth/roles', { name: `${name} ${month}` })
      await job('audit_logs.seal-trail')
    }
    app.clock.set(new Date(START + 150 * DAY))
    await job('audit_logs.archive-actions')
    const place = join(folder, 'archive', 'audit-archive', tenantA.id)
    const files = (await readdir(place)).toSorted()
    expect(files).toEqual([expect.stringMatching(/^2026-01-000000000001/), expect.stringMatching(/^2026-02-/)])
    const [archived] = await app.sql<{ files: number; entries: number }>(
      'select count(*)::int as files, sum(last - first + 1)::int as entries from plinth.log_archives',
    )
    const { files: all, entries } = archived!

    // No database is named, and the folder of the embedded one is empty.
    const offline = { DATA_DIR: folder, JWT_SECRET: testSecret }
    const whole = await plinth(offline, 'archive', 'verify')
    expect(whole.output).toContain(
      `${all} files with ${entries} entries verified, ${all} of them by checkpoints, 0 faults`,
    )
    expect(whole.code).toBe(0)
    const found = await plinth(offline, 'archive', 'search', '--text', 'auditor', '--command', 'auth.roles.create')
    const lines = found.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ createdAt }) => String(createdAt).slice(0, 10))).toEqual(['2026-01-10', '2026-02-10'])
    expect(lines[0]).toMatchObject({
      commandId: 'auth.roles.create',
      resourceKind: 'auth.role',
      changes: [{ table: 'roles', before: null, after: { name: 'Auditor 0' } }],
    })
    expect(await plinth(offline, 'archive', 'search', '--actor', 'nobody')).toEqual({ code: 0, output: '' })
    expect(await readdir(folder)).not.toContain('postgres')

    const online = { ...offline, DATABASE_URL: app.databaseUrl }
    const restored = await plinth(online, 'archive', 'restore', '--tenant', tenantA.id, '--month', '2026-01')
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ entries of 2026-01 restored\n$/) })
    const { items } = (await client.get('/audit_logs/audit-logs/actions?limit=200')).body
    expect(items.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 7))).toContain('2026-01')

    // Somebody who has the files and not the secret.
    const [first] = files as [string]
    const content = gunzipSync(await readFile(join(place, first))).toString()
    await writeFile(join(place, first), gzipSync(content.replace('Auditor 0', 'Auditor 9')))
    const changed = await plinth(offline, 'archive', 'verify')
    expect(changed.code).toBe(1)
    expect(changed.output).toMatch(/Entry \d+ differs from the entry that was chained/)
    await rm(join(place, first))
    await writeFile(join(place, first), gzipSync(content))
    const stranger = await plinth({ ...offline, JWT_SECRET: 'x'.repeat(40) }, 'archive', 'verify')
    expect([stranger.code, stranger.output]).toEqual([1, expect.stringContaining('does not follow the one before it')])
    expect((await plinth(offline, 'archive', 'destroy')).code).toBe(2)
  },
)
