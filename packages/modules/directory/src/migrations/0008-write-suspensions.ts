import { defineMigration } from '@plinth/core'

/** Tenants whose writes are suspended. The id that no tenant has stands for all of them. */
export const suspensions = defineMigration(
  'directory.write_suspensions',
  `create table write_suspensions (
    tenant_id uuid not null,
    id uuid not null check (id = tenant_id),
    message text not null check (length(message) between 1 and 500),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id)
  );
  select plinth.protect('write_suspensions');`,
)
