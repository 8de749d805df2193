create table confirmed_addresses (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, email text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, email),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
alter table users no force row level security;
insert into confirmed_addresses (id, tenant_id, user_id, email)
  select gen_random_uuid(), tenant_id, id, lower(email) from users where password_hash is not null;
alter table users force row level security;
create index confirmed_addresses_by_email on confirmed_addresses (email);
comment on index confirmed_addresses_by_email is 'all tenants: whoever signs up is known by nothing but the address';
select plinth.guard('confirmed_addresses', 'tenant_id = (select plinth.tenant())');
