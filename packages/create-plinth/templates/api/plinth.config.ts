import { apiKeys } from '@plinth/api-keys'
import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { directory } from '@plinth/directory'
import { defineHost } from '@plinth/host'
import { tickets } from './src/tickets/module.ts'

/** The product. `host` has the options that environment variables set for the built-in modules. */
export const host = defineHost({
  info: { title: '{{name}}', version: '0.1.0' },
  // Nobody signs in at this server: clients log in with `POST /api/auth/login`, or send an API key.
  pages: { console: false, signIn: false },
  modules: (host) => [directory, auth(host.auth), defineAuditLogs(host.auditLogs), apiKeys, tickets],
})

/** Where `plinth migration <name>` writes the migrations of your modules. */
export const folders = { tickets: 'src/tickets/migrations' }
