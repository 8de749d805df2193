import { auth } from '@plinth/auth'
import { type Feature, type Module } from '@plinth/core'
import { testPlatform } from '@plinth/testing'
import { directory, provisionTenant } from '@plinth/directory'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

interface Published {
  readonly features: Readonly<Record<'answer', Feature>>
  readonly desk: Module
}

test('the second version of the page’s module reaches the roles of a tenant that exists', async () => {
  await using folder = await makeFolder()
  const { prelude, text } = readBlock('docs/modules-reference.md', 'desk-2.ts')
  const { desk, features } = (await import(await folder.write('desk-2.ts', prelude + text))) as Published
  const accounts = [directory, auth({ secret: 'x'.repeat(32) })]
  const first = { ...desk, roles: { agent: [features.answer] } }
  const postgresUrl = inject('postgresUrl')
  await using app = await testPlatform({ modules: [...accounts, first], postgresUrl })
  const place = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  await app.platform.actAs({ actor: 'platform', reason: 'a new tenant', scope: place }, ({ run }) =>
    run(provisionTenant, { tenantName: 'New', organizationName: 'New' }),
  )
  await using next = await testPlatform({ modules: [...accounts, desk], postgresUrl, databaseUrl: app.databaseUrl })
  const roles = await next.sql(`select name, features from roles r join role_acls a on a.role_id = r.id
    where name in ('agent', 'lead') order by name`)
  expect(roles).toEqual([
    { name: 'agent', features: ['desk.answer', 'desk.merge'] },
    { name: 'lead', features: ['desk.*'] },
  ])
})
