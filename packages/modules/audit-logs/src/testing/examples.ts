import type { TestPlatform, UndoExample } from '@plinth/testing'
import { updateSettings } from '../commands/update-settings.ts'

const keepFor = (accessDays: number | null) => async (app: TestPlatform) => {
  await app.as({ isSuperAdmin: true, features: ['*'] }).put('/audit_logs/audit-logs/settings', { accessDays: 20 })
  return { accessDays }
}

/** Undo examples for the module's undoable command. */
export const examples: readonly UndoExample[] = [
  { command: updateSettings, name: 'changed', input: keepFor(30) },
  { command: updateSettings, name: 'as usual again', input: keepFor(null) },
]
