import { defineMigration, defineModule } from '@plinth/core'
import { findUndistributable, readDistribution, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { openTogether } from './_platform.ts'

/** The platform's own: no tenant's rows are in them. */
const OWN = [
  'plinth.counted_rows',
  'plinth.hosts',
  'plinth.invalidations',
  'plinth.keys',
  'plinth.rate_limits',
  'plinth.schema_changes',
  'plinth.sealing',
  'public.plinth_migrations',
]

test('every table of all modules can be laid out by tenant_id', { timeout: 120_000 }, async () => {
  await using app = await openTogether()
  expect(await findUndistributable(app.sql)).toEqual([])
  const tables = await readDistribution(app.sql)
  expect(tables.filter(({ distribution }) => distribution === 'platform').map(({ name }) => name)).toEqual(OWN)
  // Logical replication refuses changes of tables whose rows it cannot tell apart. It leaves out unlogged tables.
  const unidentified = await app.sql(`select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relpersistence = 'p' and c.relreplident = 'd'
      and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) order by 1`)
  expect(unidentified).toEqual([])
})

const bad = defineMigration(
  'bad.tables',
  `select plinth.tenant_table('notes', 'code text, body text');
  create unique index notes_by_code on notes (code);
  comment on index notes_by_code is 'all tenants: a test';
  create unique index notes_by_id on notes (id);
  comment on index notes_by_id is 'all tenants: a test';
  select plinth.tenant_table('remarks', $$note_id uuid references notes (id) on delete set null, other_id uuid,
    foreign key (tenant_id, other_id) references notes (tenant_id, id) on update cascade$$);
  create table plinth.journal (tenant_id uuid, line text);
  alter table plinth.journal enable row level security, force row level security;`,
)

test('a table that cannot is named with its reason', { timeout: 60_000 }, async () => {
  const module = defineModule({ id: 'bad', title: 'Bad', migrations: [bad] })
  await using app = await testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })
  expect(await findUndistributable(app.sql)).toEqual([
    'plinth.journal: no value of a row is unique',
    'plinth.journal: tenant_id may be null',
    'public.notes: the unique index notes_by_code is without tenant_id',
    'public.notes: the unique index notes_by_id is without tenant_id',
    'public.remarks: the foreign key remarks_note_id_fkey to public.notes is without tenant_id',
    'public.remarks: the foreign key remarks_tenant_id_other_id_fkey changes tenant_id',
  ])
})
