import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachments, type AttachmentsOptions, localStorage, storage as storageService } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { directory } from '@plinth/directory'
import { type Module, provide } from '@plinth/core'
import { type TestResponse, tenantA, type TestPlatformOptions } from '@plinth/testing'
import { testApp } from '../../_setup/app.ts'
import { toAttempt } from '../../_setup/attempt.ts'

export { uploadForm, picture, send } from '@plinth/attachments/testing'

const platform = [directory, auth({ secret: 'a secret that no production platform has' }), auditLogs]

/** A platform with files in a folder of its own. */
export async function filesApp(
  options: AttachmentsOptions = {},
  others: readonly Module[] = platform,
  more: Partial<TestPlatformOptions> = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'plinth-files-'))
  const storage = localStorage({ root })
  const module = attachments(options)
  const app = await testApp({
    modules: [...others, module],
    services: [provide(storageService, () => storage)],
    ...more,
  })
  const close = app[Symbol.asyncDispose]
  return Object.assign(app, {
    module,
    storage,
    root,
    /** The paths of all stored files. */
    async stored(): Promise<string[]> {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    /** Undoes or redoes what was answered. */
    revert(direction: 'undo' | 'redo', { operation }: TestResponse): Promise<TestResponse> {
      const body = direction === 'undo' ? { undoToken: operation!.undoToken } : { logId: operation!.id }
      return app.as('admin').post(`/audit_logs/audit-logs/actions/${direction}`, body)
    },
    /** Runs the scheduled sweeps. */
    async sweep(): Promise<void> {
      const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
      const jobs = module.jobs!.filter(({ schedule }) => schedule !== undefined)
      await app.platform.actAs({ actor: 'platform', reason: 'sweep', scope }, async (ctx) => {
        for (const job of jobs) await job.run(toAttempt(ctx))
      })
    },
    /** Runs one attempt at reading the texts of tenant A, as a worker does. */
    async readTexts(signal = new AbortController().signal): Promise<void> {
      const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
      const job = module.jobs!.find(({ id }) => id === 'attachments.read-texts')!
      await app.platform.actAs({ actor: 'platform', reason: 'texts', scope }, async (ctx) => {
        await job.run(toAttempt(ctx, { signal }))
      })
    },
    async [Symbol.asyncDispose]() {
      await close()
      await rm(root, { recursive: true, force: true })
    },
  })
}

export type FilesApp = Awaited<ReturnType<typeof filesApp>>
