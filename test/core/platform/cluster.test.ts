import { createPlatform } from '@plinth/core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '@plinth/host'
import { startTestPostgres } from '../../_setup/test-server.ts'
import { labModule } from '../_lab/lab-module.ts'

// Roles belong to a cluster, so that what is done to them needs one of its own.
let cluster: EmbeddedPostgres
let admin: pg.Client

beforeAll(async () => {
  cluster = await startTestPostgres()
  admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await cluster.stop()
})

function open(database: string) {
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  return createPlatform({
    modules: [labModule()],
    database: { url: url.href, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
}

test('six databases of a new cluster are migrated at once', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `race_${index}`)
  for (const name of names) await admin.query(`create database ${name}`)
  await Promise.all(
    names.map(async (name) => {
      await using platform = await open(name)
      await platform.migrate()
      await platform.start({ workers: false })
    }),
  )
})

const faults: Record<string, [fault: string, repair: string, message: string]> = {
  'an application role that bypasses row level security': [
    'alter role plinth_app bypassrls',
    'alter role plinth_app nobypassrls',
    'plinth_app is a superuser or bypasses row level security',
  ],
  'an application role that is a superuser': [
    'alter role plinth_app superuser',
    'alter role plinth_app nosuperuser',
    'plinth_app is a superuser or bypasses row level security',
  ],
  'a role for row policies that bypasses them': [
    'alter role plinth_restricted bypassrls',
    'alter role plinth_restricted nobypassrls',
    'plinth_restricted is a superuser or bypasses row level security',
  ],
  "an application role with the system's rights": [
    'grant plinth_system to plinth_app',
    'revoke plinth_system from plinth_app',
    'plinth_app is a member of plinth_system, whose rows it would see',
  ],
}

test.each(Object.entries(faults))('%s is refused at start', async (_name, [fault, repair, message]) => {
  await using platform = await open('race_0')
  await admin.query(fault)
  try {
    await expect(platform.start({ workers: false })).rejects.toThrow(message)
  } finally {
    await admin.query(repair)
  }
  await platform.start({ workers: false })
})
