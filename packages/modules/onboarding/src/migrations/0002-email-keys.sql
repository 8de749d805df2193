alter table onboarding_requests add column email_key text;

-- By a trigger, so that hosts of the previous version keep it as well. A generated column would rewrite the table.
create function onboarding_keep_email_key() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.email_key := lower(new.email);
  return new;
end $$;
create trigger keep_email_key before insert or update of email, email_key on onboarding_requests
  for each row execute function onboarding_keep_email_key();
