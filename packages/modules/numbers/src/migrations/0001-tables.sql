select plinth.scoped_table('number_formats', $$
  series text not null, pattern text, start_period text, start_at bigint check (start_at between 1 and 999999999999),
  constraint number_formats_series_unique unique nulls not distinct (tenant_id, organization_id, series)$$);

create table number_counters (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  series text not null,
  period text not null,
  last bigint not null check (last >= previous),
  previous bigint not null,
  primary key (tenant_id, id),
  constraint number_counters_unique unique nulls not distinct (tenant_id, organization_id, series, period)
) with (fillfactor = 50);
select plinth.guard('number_counters', plinth.visible('number_counters'));

select plinth.scoped_table('taken_numbers', $$
  series text not null, period text not null, value bigint not null, previous bigint not null, is_given_back boolean not null,
  constraint taken_numbers_unique unique nulls not distinct (tenant_id, organization_id, series, period, value)$$);

-- What is undone gives its numbers back: the last one, then the one before it, and so on. A redo takes the same numbers again: those
-- after the last, or those that nobody else could get.
create function lock_number() returns trigger language plpgsql as $$
begin
  perform from number_counters k where k.tenant_id = new.tenant_id and k.organization_id is not distinct from new.organization_id
    and k.series = new.series and k.period = new.period for update;
  if exists (select from taken_numbers t where t.tenant_id = new.tenant_id and t.organization_id is not distinct from new.organization_id
    and t.series = new.series and t.period = new.period and t.value = new.value)
  then
    raise exception 'Number % has been taken by another record since', new.value using errcode = 'PL004', table = tg_table_name;
  end if;
  return new;
end $$;

create function take_numbers_again() returns trigger language plpgsql as $$
declare
  taken record;
  counted bigint;
begin
  for taken in select * from new_rows order by value loop
    select k.last into counted from number_counters k where k.tenant_id = taken.tenant_id
      and k.organization_id is not distinct from taken.organization_id and k.series = taken.series and k.period = taken.period;
    continue when counted >= taken.value;
    if counted <> taken.previous then
      raise exception 'Number % cannot be taken again before those below it', taken.value using errcode = 'PL004', table = tg_table_name;
    end if;
    update number_counters k set last = taken.value, previous = taken.previous, updated_at = now()
    where k.tenant_id = taken.tenant_id and k.organization_id is not distinct from taken.organization_id
      and k.series = taken.series and k.period = taken.period;
  end loop;
  return null;
end $$;

create function give_numbers_back() returns trigger language plpgsql as $$
declare
  given record;
begin
  for given in select * from old_rows where is_given_back order by value desc loop
    update number_counters k set last = given.previous, previous = given.previous, updated_at = now()
    where k.tenant_id = given.tenant_id and k.organization_id is not distinct from given.organization_id
      and k.series = given.series and k.period = given.period and k.last = given.value;
  end loop;
  return null;
end $$;

create trigger number_locked before insert on taken_numbers for each row
  when (current_setting('plinth.reverting', true) <> '') execute function lock_number();
create trigger numbers_taken_again after insert on taken_numbers referencing new table as new_rows for each statement
  when (current_setting('plinth.reverting', true) <> '') execute function take_numbers_again();
create trigger numbers_given_back after delete on taken_numbers referencing old table as old_rows for each statement
  when (current_setting('plinth.reverting', true) <> '') execute function give_numbers_back();
