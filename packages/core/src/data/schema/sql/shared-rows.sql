-- Rows that are shared with a caller, beside those that row policies leave them.
alter type plinth.row_policy add attribute shared uuid[];

-- The rows of a kind that are shared with one of these subjects now. The table belongs to the module that stores shares.
create function plinth.shared_rows(sharing jsonb) returns uuid[] language plpgsql stable parallel safe as $$
begin
  return array(select s.record_id from public.record_shares s
    where s.tenant_id = (select plinth.tenant()) and s.kind = sharing ->> 'kind'
      and s.subject_id = any (array(select value::uuid from jsonb_array_elements_text(sharing -> 'with')))
      and (s.may_edit or not (sharing -> 'toEdit')::boolean) and (s.expires_at is null or s.expires_at > now()));
end $$;

create or replace function plinth.policy_on(action text, target regclass) returns plinth.row_policy
  language sql stable parallel safe as $$
  select row((p ->> 'path')::jsonpath, p -> 'vars', p -> 'relations',
    case when p ? 'shared' then plinth.shared_rows(p -> 'shared') end)::plinth.row_policy
  from (select nullif(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '')::jsonb) s (p)
$$;

-- Whether a policy permits a row. A related row is read below its column, `@customer_id`, and `@shared` says whether the row is shared,
-- which is looked up only for rows that nothing else permits.
create or replace function plinth.permits(policy plinth.row_policy, image jsonb) returns boolean
  language plpgsql stable parallel safe cost 1000 as $$
declare relation record;
begin
  if policy.relations is not null then
    for relation in select key, value from jsonb_each_text(policy.relations) loop
      image := image || jsonb_build_object('@' || relation.key, plinth.related(relation.value, (image ->> relation.key)::uuid));
    end loop;
  end if;
  if coalesce(jsonb_path_match(image, policy.path, policy.vars, true), false) then return true; end if;
  return coalesce((image ->> 'id')::uuid = any (policy.shared), false)
    and coalesce(jsonb_path_match(image || '{"@shared": true}', policy.path, policy.vars, true), false);
end $$;
