import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineFeatures, defineMigration, defineModule, list, Scoped } from '@plinth/core'
import { searchText } from '@plinth/core/data'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import type { Result } from '../result.ts'

const ROWS = 1_000_000
const features = defineFeatures('contacts', { view: 'View contacts' })
const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  extends: Scoped,
  // A search text is sorted by code point.
  properties: { name: p.string(), searchText: searchText('name') },
})
const contacts = list('/contacts', Contact, {
  access: features.view,
  select: ['id', 'name', 'createdAt'],
  sort: { name: 'name', code: 'searchText' },
  total: async () => ROWS,
})
const module = defineModule({
  id: 'contacts',
  title: 'Contacts',
  features,
  entities: [Contact],
  migrations: [
    defineMigration(
      'contacts.tables',
      `select plinth.scoped_table('contacts', 'name text not null, search_text text not null');
       create index on contacts (tenant_id, search_text, id);
       create index on contacts (tenant_id, name collate "und-x-icu", id);
       create index on contacts (tenant_id, name collate "pl-x-icu", id);`,
    ),
  ],
  routes: [contacts],
})

/** The first page of a long list by name, in the caller's language and by code point. */
export async function names(database: BenchDatabase): Promise<Result[]> {
  const options = { database: { url: database.url, privilegedLogin: true }, secret: 'bench'.repeat(8) }
  await using platform = await createPlatform({ ...options, modules: [module] })
  await platform.migrate()
  await database.query(
    `insert into contacts (id, tenant_id, organization_id, name, search_text)
     select gen_random_uuid(), $1, $2, initcap(w), w from generate_series(1, ${ROWS}) n,
       lateral (select translate(md5(n::text), '0123456789', 'łąśćżóęńźü') as w) words`,
    [tenantId, organizationId],
  )
  await database.query('vacuum analyze contacts')
  const caller = {
    actor: 'platform',
    reason: 'bench',
    scope: { tenantId, organizationId, organizationIds: [organizationId] },
  } as const
  const read = (sortField: string, language: string) =>
    platform.actAs(caller, async ({ db, from, scope }) => {
      const query = { page: 1, pageSize: 50, sortField }
      return contacts.handle!({ db, from, scope, query, locale: async () => ({ language }) } as never)
    })
  const rounds = { subject: [] as number[], floor: [] as number[] }
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const started = performance.now()
    for (let count = 0; count < 20; count++) await work()
    times.push(performance.now() - started)
  }
  for (let round = 0; round < 21; round++) {
    await timed(rounds.floor, () => read('code', 'en'))
    await timed(rounds.subject, () => read('name', round % 2 ? 'de' : 'pl'))
  }
  const perSecond = (times: readonly number[]) => 20_000 / times.toSorted((a, b) => a - b)[10]!
  const [subject, floor] = [perSecond(rounds.subject), perSecond(rounds.floor)]
  return [
    {
      name: 'list of 50 of 1,000,000 rows by name in the language of the caller, against code points',
      unit: '/s',
      subject,
      floor,
      ratio: subject / floor,
      target: 0.95,
    },
  ]
}
