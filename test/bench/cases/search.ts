import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineMigration, defineModule, Scoped } from '@plinth/core'
import { isFoundBy, isFoundInOrder, searchable } from '@plinth/core/data'
import { type BenchDatabase, tenantId } from '../database.ts'
import type { Result } from '../result.ts'

const ROWS = 1_000_000
const organizations = Array.from({ length: 10 }, (_, n) => `30000000-0000-4000-8000-00000000000${n}`)
const Letter = defineEntity({
  name: 'Letter',
  tableName: 'letters',
  extends: Scoped,
  properties: { title: p.string() },
})
const search = searchable(Letter, ['title'])
const tables = defineMigration(
  'letters.tables',
  `select plinth.scoped_table('letters', 'title text not null');
   create index on letters (tenant_id, created_at, id);`,
)
const index = defineMigration('letters.search', `select plinth.searchable('letters', '{title}');`)

/** A million rows, searched by somebody who sees two of ten organizations: the first page by date. */
export async function searches(database: BenchDatabase): Promise<Result[]> {
  const options = { database: { url: database.url, privilegedLogin: true }, secret: 'bench'.repeat(8) }
  const letters = { id: 'letters', title: 'Letters', entities: [Letter] }
  await using before = await createPlatform({
    ...options,
    modules: [defineModule({ ...letters, migrations: [tables] })],
  })
  await before.migrate()
  await database.query(
    `insert into letters (id, tenant_id, organization_id, title, created_at)
     select gen_random_uuid(), $1, ($2::uuid[])[1 + n % 10], case when hashint4(n) % 10 = 0 then 'Invoice ' else 'Letter ' end
       || substr(md5(n::text), 1, 8) || ' for customer ' || n % 5000, now() - n * interval '1 second'
     from generate_series(1, ${ROWS}) n`,
    [tenantId, organizations],
  )
  await using platform = await createPlatform({
    ...options,
    modules: [defineModule({ ...letters, searches: [search], migrations: [tables, index] })],
  })
  await platform.migrate()
  await database.query('vacuum analyze letters')
  const scope = { tenantId, organizationId: null, organizationIds: organizations.slice(0, 2) }
  const measure = (text: string, isOrdered: boolean) =>
    platform.actAs({ actor: 'platform', reason: 'bench', scope }, async ({ db, from }) => {
      const times: number[] = []
      for (let run = 0; run < 101; run++) {
        const started = performance.now()
        const asked = { in: search, alias: 'row', text }
        const isFound = isOrdered ? await isFoundInOrder(db, asked) : isFoundBy(asked)
        await from(Letter, 'row')
          .select(['row.id', 'row.title'])
          .where(isFound)
          .orderBy('row.createdAt', 'desc')
          .orderBy('row.id', 'desc')
          .limit(50)
          .execute()
        times.push(performance.now() - started)
      }
      return times.toSorted((a, b) => a - b)[50]!
    })
  // The third letter's own word; one of ten rows is an invoice.
  const [rare, common] = ['eccbc87e', 'invoice']
  return [
    {
      name: 'search, rare word of 1,000,000 rows',
      unit: 'ms',
      subject: await measure(rare!, false),
      target: 5,
      atMost: true,
    },
    {
      name: 'search, rare word, as a list asks',
      unit: 'ms',
      subject: await measure(rare!, true),
      target: 5,
      atMost: true,
    },
    {
      name: 'search, common word, first page',
      unit: 'ms',
      subject: await measure(common!, true),
      target: 20,
      atMost: true,
    },
  ]
}
