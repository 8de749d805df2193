do $$ begin
  execute format('create function plinth.schema_number() returns bigint language sql stable parallel safe as
    ''select %s::bigint''', (select coalesce(max(number), 0) from public.plinth_migrations));
end $$;
alter table plinth.changes add column schema bigint not null default plinth.schema_number();

create table plinth.schema_changes (
  number bigint not null,
  table_name text not null,
  change jsonb not null,
  primary key (number, table_name)
);
grant select on plinth.schema_changes to plinth_system;
grant select (number, id) on public.plinth_migrations to plinth_system;
