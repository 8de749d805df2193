-- Memberships that are kept and not shown, because the provider has deleted the person; the id is that of the membership. Derived from
-- the tables of people and members by triggers, and therefore not recorded: a group's version and members are told without looking at
-- all who have left.
create table scim_leavers (
  id uuid not null, tenant_id uuid not null, group_id uuid not null, deleted_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references scim_members (tenant_id, id) on delete cascade
);
create index on scim_leavers (tenant_id, group_id, deleted_at);
select plinth.guard('scim_leavers', 'tenant_id = (select plinth.tenant())');

-- Plans are kept: one that was made while there were few people would read all of them for each change.
create function scim_keep_leavers() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off as $$
declare
  person record;
begin
  if tg_op = 'DELETE' then person := old; else person := new; end if;
  if tg_op <> 'DELETE' and person.deleted_at is null then
    delete from scim_leavers l where l.tenant_id = person.tenant_id
      and l.id in (select m.id from scim_members m where m.tenant_id = person.tenant_id and m.user_id = person.user_id);
  else
    insert into scim_leavers (id, tenant_id, group_id, deleted_at)
      select m.id, m.tenant_id, m.group_id, coalesce(person.deleted_at, statement_timestamp()) from scim_members m
      where m.tenant_id = person.tenant_id and m.user_id = person.user_id
      on conflict (tenant_id, id) do update set deleted_at = excluded.deleted_at;
  end if;
  return null;
end $$;
create trigger scim_keep_leavers after update on scim_users for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function scim_keep_leavers();
create trigger scim_keep_leavers_gone after delete on scim_users for each row execute function scim_keep_leavers();
-- Only redo brings somebody back whose memberships have remained.
create trigger scim_keep_leavers_back after insert on scim_users for each row
  when (coalesce(current_setting('plinth.reverting', true), '') <> '') execute function scim_keep_leavers();

-- Undo can restore the membership of somebody who has been deleted since.
create function scim_keep_members() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off as $$
begin
  insert into scim_leavers (id, tenant_id, group_id, deleted_at)
    select n.id, n.tenant_id, n.group_id, coalesce(s.deleted_at, statement_timestamp()) from new_rows n
    left join scim_users s on s.tenant_id = n.tenant_id and s.user_id = n.user_id
    where s.id is null or s.deleted_at is not null;
  return null;
end $$;
create trigger scim_keep_members after insert on scim_members referencing new table as new_rows
  for each statement execute function scim_keep_members();

insert into scim_leavers (id, tenant_id, group_id, deleted_at)
  select m.id, m.tenant_id, m.group_id, coalesce(s.deleted_at, m.updated_at) from scim_members m
  left join scim_users s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
  where s.id is null or s.deleted_at is not null;
