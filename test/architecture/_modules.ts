import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import type { Module } from '@plinth/core'
import { directory } from '@plinth/directory'
import { ROOT } from './_sources.ts'

/** Every module by its folder, made with the fewest options. */
export const modules: Readonly<Record<string, Module>> = {
  'audit-logs': auditLogs,
  auth: auth({ secret: 'a secret of at least 32 characters' }),
  directory,
}

/** The folders below `packages/modules/`. */
export const folders = readdirSync(join(ROOT, 'packages', 'modules')).toSorted()
