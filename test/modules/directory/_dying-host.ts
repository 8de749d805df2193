import { type Caller, createPlatform, defineModule } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { defineAuthenticator } from '@plinth/core/security'
import { directory } from '@plinth/directory'
import { flushCompileCache } from 'node:module'

const { HOST_DATABASE_URL, CALLER } = process.env as Record<string, string>

// A host that is asked for a tenant, and kills itself with -9 before the tenant has an organization.
const sent = JSON.parse(CALLER!) as Caller
const caller = { ...sent, actor: { ...sent.actor, grants: compileGrants(['*']) } }
const everybody = defineAuthenticator({ id: 'everybody', carrier: 'header', authenticate: async () => caller })
const platform = await createPlatform({
  modules: [defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }), directory],
  database: {
    url: HOST_DATABASE_URL!,
    privilegedLogin: true,
    poolSize: 3,
    onStatement: (text) => {
      if (/insert into "?organizations"?/.test(text)) process.kill(process.pid, 'SIGKILL')
    },
  },
  secret: 'a secret that no production platform has',
})
await platform.start({ workers: false })
// Who is killed does not write it down at the end.
flushCompileCache()
const headers = { 'content-type': 'application/json' }
const body = JSON.stringify({ name: 'Killed' })
await platform.fetch(new Request('http://localhost/directory/tenants', { method: 'POST', headers, body }))
process.exit(1)
