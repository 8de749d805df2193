select plinth.tenant_table('record_shares', $$
  kind text not null, record_id uuid not null, subject_kind text not null, subject_id uuid not null,
  may_edit boolean not null, expires_at timestamptz,
  unique (tenant_id, kind, record_id, subject_id)
$$);
create index on record_shares (tenant_id, kind, subject_id) include (record_id, may_edit, expires_at);
select plinth.limit_rows('record_shares', 100, 'A record can be shared with at most %s users, teams and roles', '{record_id}');
select plinth.limit_rows('record_shares', 10000, 'At most %s records can be shared with a user, team or role', '{subject_id}');
