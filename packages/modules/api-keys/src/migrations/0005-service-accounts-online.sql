alter table api_keys validate constraint api_keys_service_account_fkey;
drop index concurrently if exists api_keys_of_service_account;
create index concurrently api_keys_of_service_account on api_keys (tenant_id, service_account_id)
  where service_account_id is not null;
