import { expect, test } from 'vitest'
import { splitStatements } from '../../../packages/core/src/data/schema/sql-text.ts'

test('statements are told apart as the server does', () => {
  const text = `-- a comment; with a semicolon
create table "odd;name" (a text default 'it''s; fine', b text default E'\\';');
;
/* nothing */ ;
do $body$ begin perform 1; end $body$;
  select $$;$$;
-- the end`
  expect(splitStatements(text)).toEqual([
    { line: 2, text: `create table "odd;name" (a text default 'it''s; fine', b text default E'\\';')` },
    { line: 5, text: 'do $body$ begin perform 1; end $body$' },
    { line: 6, text: 'select $$;$$' },
  ])
})
