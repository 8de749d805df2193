create table ai_conversations (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  actor_id text not null,
  title text not null,
  turn_id uuid,
  busy_until timestamptz,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ai_conversations_of_person on ai_conversations (tenant_id, actor_id, updated_at, id);
create index ai_conversations_busy on ai_conversations (tenant_id, busy_until) where busy_until is not null;
create index ai_conversations_kept on ai_conversations (updated_at);
comment on index ai_conversations_kept is 'all tenants: old conversations are purged together';
select plinth.guard('ai_conversations', plinth.visible('ai_conversations'));

create table ai_messages (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  conversation_id uuid not null,
  seq bigint generated always as identity,
  role text not null check (role in ('user', 'assistant', 'tool')),
  content jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references ai_conversations (tenant_id, id) on delete cascade
);
create index ai_messages_in_order on ai_messages (tenant_id, conversation_id, seq);
select plinth.guard('ai_messages', plinth.visible('ai_messages'));

create table ai_approvals (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  actor_id text not null,
  conversation_id uuid,
  tool text not null,
  arguments_hash text not null,
  steps jsonb not null,
  preview jsonb not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'declined', 'running', 'done', 'failed', 'changed')),
  outcome text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- How many changes the user has confirmed, and how many were made, counted in the transactions that make them.
  wanted integer not null default 1,
  done integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references ai_conversations (tenant_id, id) on delete cascade
);
create index ai_approvals_of_conversation on ai_approvals (tenant_id, conversation_id, created_at);
create index ai_approvals_of_person on ai_approvals (tenant_id, actor_id, expires_at);
create index ai_approvals_kept on ai_approvals (expires_at);
comment on index ai_approvals_kept is 'all tenants: what was not confirmed in time is purged together';
select plinth.guard('ai_approvals', plinth.visible('ai_approvals'));

create table ai_usage (
  id uuid not null,
  tenant_id uuid not null,
  day date not null,
  model text not null,
  turns bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, day, model)
);
create index ai_usage_kept on ai_usage (created_at);
comment on index ai_usage_kept is 'all tenants: old usage is purged together';
select plinth.guard('ai_usage', plinth.visible('ai_usage'));

select plinth.tenant_table('ai_choices', 'provider_id text not null, model text, unique (tenant_id)');
