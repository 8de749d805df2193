import type { TestPlatform } from '@plinth/testing'

/** Lets every request fail that looks at rows of a table in which `column` is `id`. */
export async function poison(app: TestPlatform, [table, column]: [string, string], id: string): Promise<void> {
  await app.sql(`create function poisoned(id uuid) returns boolean language plpgsql volatile as $$ begin
      if id = '${id}' then raise exception 'This row was looked at'; end if;
      return true;
    end $$;
    create policy poisoned on ${table} as restrictive for select using (poisoned(${column}))`)
}
