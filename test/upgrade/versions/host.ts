import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import type { Module } from '@plinth/core'
import { directory } from '@plinth/directory'
import { defineHost } from '@plinth/host'

const argon2 = { memory: 64, iterations: 1, parallelism: 1 }

export const hostOf = (version: string, rental: Module) =>
  defineHost({
    info: { title: 'Rental', version },
    firstTenant: { tenantName: 'Rental', organizationName: 'Head office' },
    modules: (host) => [directory, auth({ ...host.auth, argon2 }), defineAuditLogs(host.auditLogs), rental],
  })
