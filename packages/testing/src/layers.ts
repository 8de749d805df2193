import { NO_SCOPE } from '@plinth/core/data'
import { entityTables } from '@plinth/core/internal'
import type { TestPlatform } from './test-platform.ts'

/** Which tenant isolation layers are active. */
export type Layers = 'both layers' | 'no ORM filters' | 'no row level security'

/** Runs `work` with one isolation layer disabled, and enables it again afterwards. */
export async function withLayers<T>(app: TestPlatform, layers: Layers, work: () => Promise<T>): Promise<T> {
  switch (layers) {
    case 'both layers':
      return work()
    case 'no ORM filters':
      return withoutFilters(app, work)
    case 'no row level security':
      return withoutRowSecurity(app, work)
  }
}

async function withoutFilters<T>({ platform }: TestPlatform, work: () => Promise<T>): Promise<T> {
  const tables = await platform.actAs({ actor: 'platform', reason: 'isolation check', scope: NO_SCOPE }, async (ctx) =>
    ctx.inject(entityTables),
  )
  tables.isUnrestricted = true
  try {
    return await work()
  } finally {
    tables.isUnrestricted = false
  }
}

async function withoutRowSecurity<T>({ sql }: TestPlatform, work: () => Promise<T>): Promise<T> {
  const tables = await sql<{ name: string }>(`select oid::regclass::text as name from pg_class
    where relrowsecurity and relnamespace in ('public'::regnamespace, 'plinth'::regnamespace)`)
  // Each table in its own transaction: a transaction that locks all of them could deadlock with work that the platform does
  // meanwhile.
  const alterAll = async (what: 'disable' | 'enable') => {
    for (const { name } of tables) await sql(`alter table ${name} ${what} row level security`)
  }
  try {
    await alterAll('disable')
    return await work()
  } finally {
    await alterAll('enable')
  }
}
