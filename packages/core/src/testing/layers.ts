import type { EntityManager } from '@mikro-orm/postgresql'
import { systemCaller } from '../acl/grants.ts'
import { NO_SCOPE } from '../data/scope.ts'
import type { TestPlatform } from './test-platform.ts'

/** Which of the two layers of tenancy is left. */
export type Layers = 'both layers' | 'no ORM filters' | 'no row level security'

/** Works while one layer is switched off, and switches it on again. */
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
  const metadata = await platform.as(systemCaller('isolation check', NO_SCOPE), ({ em }) =>
    Promise.resolve((em as EntityManager).getMetadata()),
  )
  // The metadata belongs to this platform alone; other platforms of the process keep their filters.
  const kept = [...metadata.getAll().values()].map((meta) => ({ meta, filters: meta.filters }))
  for (const { meta, filters } of kept) {
    meta.filters = Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [name, { ...filter, cond: () => ({}) }]),
    )
  }
  try {
    return await work()
  } finally {
    for (const { meta, filters } of kept) meta.filters = filters
  }
}

async function withoutRowSecurity<T>({ sql }: TestPlatform, work: () => Promise<T>): Promise<T> {
  const tables = await sql<{ name: string }>(`select oid::regclass::text as name from pg_class
    where relrowsecurity and relnamespace in ('public'::regnamespace, 'plinth'::regnamespace)`)
  const all = (what: string) => tables.map(({ name }) => `alter table ${name} ${what} row level security;`).join(' ')
  await sql(all('disable'))
  try {
    return await work()
  } finally {
    await sql(all('enable'))
  }
}
