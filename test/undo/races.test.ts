import { auditLogs } from '@plinth/audit-logs'
import { expect, test } from 'vitest'
import { authApp } from '../modules/auth/_accounts.ts'
import { runRaces } from './races.ts'

/** `npm run campaign:undo` asks for 10,000. */
const ROUNDS = Number(process.env['UNDO_RACES'] ?? 50)

test('of two equal writes, undo calls or redo calls at once, one takes effect', { timeout: 0 }, async () => {
  await using app = await authApp({ modules: [auditLogs] })
  expect(await runRaces(app, ROUNDS)).toEqual({ rounds: ROUNDS, faults: [] })
})
