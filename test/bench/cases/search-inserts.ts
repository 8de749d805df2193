import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineCommand, defineMigration, defineModule, Scoped, signedIn, sql } from '@plinth/core'
import { searchable } from '@plinth/core/data'
import { z } from 'zod'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import type { Result } from '../result.ts'

const ROWS = 20_000
const PAIRS = 5
const Import = z.object({ first: z.int() })

const entityOf = (name: string, tableName: string) =>
  defineEntity({ name, tableName, extends: Scoped, properties: { title: p.string() } })

/** Some 45 characters as a product has them: words that come back, a number of its own and a code of its own. */
const importInto = (table: string) =>
  defineCommand({
    id: `imports.${table}`,
    label: 'Import',
    access: signedIn,
    resource: 'imports.row',
    input: Import,
    output: z.object({}),
    async run({ input: { first }, db, scope }) {
      await sql`insert into ${sql.id(table)} (id, tenant_id, organization_id, title)
        select gen_random_uuid(), ${scope.tenantId}::uuid, ${scope.organizationId}::uuid,
          (array['Repair', 'Install', 'Replace', 'Inspect'])[1 + n % 4] || ' '
          || (array['heating', 'boiler', 'window', 'elevator', 'pump'])[1 + n % 5] || ' WO-' || lpad(n::text, 7, '0')
          || ' for ' || (array['Miller', 'Schmidt', 'Kowalski'])[1 + n % 3] || ' ' || substr(md5(n::text), 1, 6)
        from generate_series(${first}::integer, ${first + ROWS - 1}::integer) n`.execute(db)
      return {}
    },
  })

/** One command inserts 20,000 rows, with an index for their search and without, in alternating pairs. */
export async function searchInserts(database: BenchDatabase): Promise<Result[]> {
  const [Bare, Searched] = [entityOf('BareRow', 'bare_rows'), entityOf('SearchedRow', 'searched_rows')]
  const [bare, searched] = [importInto('bare_rows'), importInto('searched_rows')]
  const tables = defineMigration(
    'imports.tables',
    `select plinth.scoped_table('bare_rows', 'title text not null');
     select plinth.scoped_table('searched_rows', 'title text not null');
     select plinth.searchable('searched_rows', '{title}');`,
  )
  await using platform = await createPlatform({
    database: { url: database.url, privilegedLogin: true },
    secret: 'bench'.repeat(8),
    modules: [
      defineModule({
        id: 'imports',
        title: 'Imports',
        entities: [Bare, Searched],
        searches: [searchable(Searched, ['title'])],
        commands: [bare, searched],
        migrations: [tables],
      }),
    ],
  })
  await platform.migrate()
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId } } as const
  const secondsOf = async (command: typeof bare, first: number) => {
    const began = performance.now()
    await platform.actAs(caller, ({ run }) => run(command, { first }))
    return (performance.now() - began) / 1000
  }
  const pairs: { subject: number; floor: number }[] = []
  // The first pair plans and grows files; it does not count.
  for (let pair = 0; pair <= PAIRS; pair++) {
    const first = 1 + pair * ROWS
    pairs.push({ floor: await secondsOf(bare, first), subject: await secondsOf(searched, first) })
  }
  const counted = pairs.slice(1).toSorted((a, b) => a.subject / a.floor - b.subject / b.floor)
  const { subject, floor } = counted[Math.floor(PAIRS / 2)]!
  return [
    {
      name: 'insert of 20,000 rows with `searchable` against without',
      unit: 's',
      subject,
      floor,
      ratio: subject / floor,
      target: 2,
      atMost: true,
      knownMiss: 'about 4.5 with an index that is right at once; e116cc04 lists what was measured',
    },
  ]
}
