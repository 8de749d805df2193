import { storage } from '@plinth/attachments'
import { createPlatform, provide } from '@plinth/core'
import { testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../_setup/memory-storage.ts'
import { asAdmin, emptyDatabase } from '../../core/_lab/databases.ts'
import { modules, openTogether } from './_platform.ts'

/** Columns, keys, indexes and policies of all tables, as the database writes them. */
async function schemaOf(url: string): Promise<readonly string[]> {
  const text = `
    with tables as (
      select oid, oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'plinth'::regnamespace)
    )
    select concat_ws(' ', name, attname, format_type(atttypid, atttypmod), attnotnull, col_description(t.oid, attnum)) as line
      from tables t join pg_attribute on attrelid = t.oid where attnum > 0 and not attisdropped
    union all select concat_ws(' ', name, conname, pg_get_constraintdef(c.oid)) from tables t join pg_constraint c on conrelid = t.oid
    union all select concat_ws(' ', name, pg_get_indexdef(indexrelid)) from tables t join pg_index on indrelid = t.oid
    union all select concat_ws(' ', name, polname, pg_get_expr(polqual, t.oid), pg_get_expr(polwithcheck, t.oid))
      from tables t join pg_policy on polrelid = t.oid
      -- Whoever reads a partition does so by its table.
      where not (select relispartition from pg_class c where c.oid = t.oid)`
  const { rows } = await asAdmin((admin) => admin.query(text), url)
  return rows.map(({ line }) => String(line)).toSorted()
}

test('a product that takes modules one after the other ends with the tables of one that began with all', async () => {
  // Its template was made like that.
  await using growing = await openTogether()
  await using database = await emptyDatabase()
  await using whole = await createPlatform({
    modules,
    services: [provide(storage, memoryStorage)],
    database: { url: database.url, privilegedLogin: true, poolSize: 2 },
    secret: testSecret,
  })
  await whole.migrate()
  expect(await schemaOf(growing.databaseUrl)).toEqual(await schemaOf(database.url))
}, 60_000)
