import { type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const UPDATE = 'npx vitest run test/core/data/schema.test.ts --update'

const HEAD = `-- The result of the core's migrations: its tables, functions, triggers and policies, sorted by name.
-- For reading only; the baseline in src/data/schema/sql/ explains the functions.
-- Written by: ${UPDATE}
`

/** What belongs to the login that has migrated is called the same whoever that was. */
const roles = `(select string_agg(case when r.oid = c.relowner then 'owner' when r.oid is null then 'public' else r.rolname end, ', '
    order by r.rolname) from unnest(p.polroles) as of_role (oid) left join pg_roles r on r.oid = of_role.oid)`

const PARTS = {
  Tables: `
    select format(E'-- table %s%s\\n--   %s', c.oid::regclass,
      case when c.relforcerowsecurity then ' (row level security, also for its owner)'
        when c.relrowsecurity then ' (row level security)' else '' end,
      string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        case when a.attgenerated = 's' then 'generated as ' when a.atthasdef then 'default ' end
          || pg_get_expr(d.adbin, d.adrelid)), E',\\n--   ' order by a.attnum)) as text
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'plinth'::regnamespace and c.relkind in ('r', 'p') group by c.oid order by c.relname`,
  Functions: `
    select pg_get_functiondef(f.oid) || ';' as text from pg_proc f where f.pronamespace = 'plinth'::regnamespace
    order by f.proname, pg_get_function_identity_arguments(f.oid) collate "C"`,
  Triggers: `
    select pg_get_triggerdef(t.oid) || ';' as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'plinth'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`,
  Policies: `
    select concat_ws(' ', format('create policy %I on %s%s for %s to %s', p.polname, c.oid::regclass,
        case when p.polpermissive then '' else ' as restrictive' end,
        case p.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
        ${roles}),
      'using (' || pg_get_expr(p.polqual, c.oid) || ')', 'with check (' || pg_get_expr(p.polwithcheck, c.oid) || ')') || ';' as text
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'plinth'::regnamespace order by c.relname, p.polname`,
}

async function readSchema({ sql }: TestPlatform): Promise<string> {
  const parts: string[] = [HEAD]
  for (const [title, query] of Object.entries(PARTS)) {
    const rows = await sql<{ text: string }>(query)
    if (rows.length > 0) parts.push(`-- ${title}\n\n${rows.map(({ text }) => text.trim()).join('\n\n')}\n`)
  }
  return parts.join('\n')
}

test('schema.sql says what the migrations come to', async () => {
  await using app = await testApp({ modules: [] })
  await expect(await readSchema(app), `run ${UPDATE}`).toMatchFileSnapshot('../../../packages/core/schema.sql')
})
