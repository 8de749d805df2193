import { ref } from './names.ts'

/** Does something to each row of a table in short transactions. `what` is a statement about the rows of `batch`. */
export function inSlices(table: string, { columns, what }: { columns: readonly string[]; what: string }): string {
  const names = ['tenant_id', 'id', ...columns].map((column) => `s.${ref(column)}`).join(', ')
  return `do $$
declare
  from_tenant uuid := '00000000-0000-0000-0000-000000000000';
  from_id uuid := '00000000-0000-0000-0000-000000000000';
  next record;
begin
  loop
    begin
      -- Requests wait longer for a lock, so that they go first.
      perform set_config('lock_timeout', '200ms', true);
      with batch as materialized (
        select ${names} from ${ref(table)} s where (s.tenant_id, s.id) > (from_tenant, from_id)
        order by s.tenant_id, s.id limit 500 for no key update
      ), done as (
        ${what}
      )
      select b.tenant_id, b.id into next from batch b order by b.tenant_id desc, b.id desc limit 1;
      exit when not found;
      from_tenant := next.tenant_id;
      from_id := next.id;
    exception when deadlock_detected or lock_not_available then null;
    end;
    commit;
  end loop;
end $$;`
}
