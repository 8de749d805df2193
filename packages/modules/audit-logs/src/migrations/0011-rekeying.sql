-- How far a rotation of the secret has made the chains anew: the last link of a tenant that has been, and the hash it
-- had before. The row of no tenant stands for the whole rotation. Empty at any other time.
create table plinth.rekeying (tenant_id uuid primary key, number bigint not null, hash bytea not null);
alter table plinth.rekeying enable row level security, force row level security;
create policy system on plinth.rekeying to plinth_system using (true);
grant select on plinth.rekeying to plinth_system;
