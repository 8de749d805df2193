import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { type Caller, type Module, provide } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import type { Persona } from '@plinth/testing'
import { importers, transfer } from '@plinth/transfer'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'

const secret = 'a secret of at least 32 characters'

/** A shop in which people import, with further modules; `people` are those whose accounts can be used. */
export async function importApp(...modules: readonly Module[]) {
  const people = new Map<string, Caller>()
  const root = await mkdtemp(join(tmpdir(), 'plinth-transfer-'))
  const app = await testApp({
    modules: [
      directory,
      auth({ secret, argon2 }),
      auditLogs,
      businessRules(),
      customFields,
      progress,
      catalog,
      attachments(),
      transfer,
      ...modules,
    ],
    services: [provide(storage, () => localStorage({ root }))],
  })
  app.platform.override(importers, { callerOf: async ({ userId }) => people.get(userId) ?? null })
  const person = (features: readonly string[], persona: Persona = {}) => {
    const userId = persona.userId ?? crypto.randomUUID()
    const who = { ...persona, userId, features }
    people.set(userId, app.callerOf(who))
    return { client: app.as(who), userId }
  }
  const close = app[Symbol.asyncDispose]
  return Object.assign(app, {
    person,
    people,
    root,
    async [Symbol.asyncDispose]() {
      await close()
      await rm(root, { recursive: true, force: true })
    },
  })
}

export const CLERK = ['transfer.*', 'catalog.*', 'attachments.*', 'progress.*', 'audit_logs.*']
