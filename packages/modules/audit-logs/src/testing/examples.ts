import type { TestPlatform, UndoExample } from '@plinth/core/testing'
import { updateSettings } from '../commands/update-settings.ts'

const keepFor = (accessDays: number | null) => async (app: TestPlatform) => {
  await app.as({ isSuperAdmin: true, features: ['*'] }).put('/audit_logs/audit-logs/settings', { accessDays: 20 })
  return { accessDays }
}

/** The undoable command of the logs. */
export const examples: readonly UndoExample[] = [
  { command: updateSettings, name: 'changed', input: keepFor(30) },
  { command: updateSettings, name: 'as usual again', input: keepFor(null) },
]
