import { auditLogs } from '@plinth/audit-logs'
import { undoTokens } from '@plinth/core/data'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { authFixtures } from '@plinth/auth/testing'
import { checkUndo, joinFixtures, type TestPlatform, type RevertRequest } from '@plinth/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { expect, test } from 'vitest'
import { ofEachCommand } from '../../undo/examples.ts'
import { authApp } from '../auth/_accounts.ts'

const { undo } = joinFixtures(authFixtures, directoryFixtures, auditLogsFixtures)
/** `test/modules/together` undoes the others. */
const examples = ofEachCommand(undo.examples)

/** By the endpoints, as clients do it. */
async function byRoutes(app: TestPlatform, { direction, entryId, caller }: RevertRequest) {
  const undoToken = await app.platform.actAs(caller, async ({ inject }) => inject(undoTokens).tokenOf(entryId))
  const body = direction === 'undo' ? { undoToken } : { logId: entryId }
  const answer = await app.as(caller).post(`/audit_logs/audit-logs/actions/${direction}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
}

/** What lists tell, which caches must not keep from changing back. */
async function look(app: TestPlatform) {
  const reader = app.as({ isSuperAdmin: true, features: ['*'] })
  const paths = ['/auth/users', '/auth/roles', '/directory/organizations?view=tree', '/directory/organization-switcher']
  return Promise.all(paths.map(async (path) => (await reader.get(path)).text))
}

test(
  'every undoable command of auth, directory and the logs is undone and redone by the endpoints, with what readers are told',
  { timeout: 120_000 },
  async () => {
    await using app = await authApp({ modules: [auditLogs] })
    const report = await checkUndo(app, { ...undo, examples, look, revert: byRoutes })
    expect(report.reverts).toBe(3 * examples.length)
  },
)
