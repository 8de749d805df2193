alter table users add column email_domain text;
comment on column users.email_domain is 'bookkeeping';

-- By the trigger of the address in lower case, so that hosts of the previous version keep it as well.
create or replace function auth_keep_email_key() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.email_key := lower(new.email);
  new.email_domain := substring(new.email_key from '@([^@]*)$');
  return new;
end $$;
create or replace trigger keep_email_key before insert or update of email, email_key, email_domain on users
  for each row execute function auth_keep_email_key();
