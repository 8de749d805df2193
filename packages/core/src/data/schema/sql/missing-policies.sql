-- All that a condition asks once is asked when a row has to be read again, since another transaction has changed it: also about a table
-- without a policy, for which the answer does not matter.
create or replace function plinth.if_missing(target regclass, readers regproc[]) returns boolean language plpgsql stable parallel safe as $$
declare
  policy jsonb := coalesce(nullif(current_setting('plinth.read_' || plinth.name_of(target), true), ''), '{}')::jsonb;
  compared jsonb := coalesce(policy -> 'plain', policy -> 'needed', '[]');
  plain jsonb;
begin
  if not (policy ? 'needed' or coalesce((policy -> 'isExact')::boolean, false)) then return null; end if;
  for slot in 0 .. jsonb_array_length(compared) - 1 loop
    plain := compared -> slot;
    if not exists (select from pg_catalog.pg_proc where oid = readers[slot + 1]
      and strpos(prosrc, 'when ' || quote_literal(plain ->> 'column') || ' ') > 0) then return null; end if;
    if plain ? 'of' and (select count(*) from plinth.plain_values(target, slot)) >= plinth.most_values() then return null; end if;
  end loop;
  return false;
end $$;
