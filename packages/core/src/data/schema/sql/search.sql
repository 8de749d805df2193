do $$
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'plinth_search') then create role plinth_search nologin; end if;
      exit;
    exception when duplicate_object or unique_violation or internal_error then perform pg_sleep(random() / 20);
    end;
  end loop;
end $$;
grant usage on schema plinth, public to plinth_search;
create extension if not exists btree_gin;

-- Text without case, accents and other spellings of the same: 'strasse' finds 'Straße', 'creme' finds 'Crème'.
create function plinth.fold(original text) returns text language sql immutable parallel safe as $$
  select lower(case when octet_length(original) = char_length(original) then original else normalize(regexp_replace(
    normalize(replace(replace(replace(replace(translate(original, 'øØłŁđĐı', 'oOlLdDi'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'),
      'œ', 'oe'), NFKD), '[\u0300-\u036f]+', '', 'g'), NFC) end)
$$;

-- The words of folded text: what stands between white space and punctuation, the first 40 characters of each.
create function plinth.words(folded text) returns text[] language sql immutable parallel safe as $$
  select regexp_split_to_array(folded, '[!-/:-@\[-`{-~\s\u00a0-\u00bf\u2000-\u206f\u3000-\u3002]+')
$$;

-- At most eight words that a search asks for.
create function plinth.search_words(search text) returns text[] language sql immutable parallel safe as $$
  select array(select left(word, 40) from unnest(plinth.words(plinth.fold(left(search, 200)))) with ordinality w (word, place)
    where word <> '' group by 1 order by min(place) limit 8)
$$;

-- Every ending of every word, 40 characters of each: with 2,000 characters of text it stays far below a tsvector's limit.
create function plinth.search_vector(searched text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  word text;
  endings text[] := '{}';
begin
  foreach word in array plinth.words(plinth.fold(searched)) loop
    for start in 1..char_length(word) loop
      endings := endings || substr(word, start, 40);
    end loop;
  end loop;
  return array_to_tsvector(endings);
end $$;

-- Words hold no punctuation, so that quoting them is enough.
create function plinth.search_query(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words) word
$$;

-- The same question without the index. Both are small enough to become part of the statement that asks.
create function plinth.search_patterns(words text[]) returns text[] language sql immutable parallel safe as $$
  select array(select '%' || word || '%' from unnest(words) word)
$$;
create function plinth.search_matches(searched text, patterns text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(patterns) > 0 and plinth.fold(searched) like all (patterns)
$$;

-- Makes the rows of "target" searchable in "columns": an index, unless it is there already, and
-- "plinth.search_<table>(search, cautious)", the ids of the rows in which every word occurs.
-- When cautious, it answers null if a look at some rows shows that the words are common: then walking the order of a list
-- finds a page sooner than the index.
create function plinth.searchable(target regclass, columns text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
declare
  name text := (select relname from pg_class where oid = target);
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
  has_organizations boolean := exists (select from pg_attribute
    where attrelid = target and attname = 'organization_id' and not attisdropped);
  policy oid := (select oid from pg_policy
    where polrelid = target and polname = 'tenant' and 'plinth_app'::regrole = any (polroles));
  "column" text;
  searched text;
  visible text;
  token text;
  value text;
  body text := $function$
#variable_conflict use_column
declare
  _words text[] := plinth.search_words(search);
  _organizations uuid[] := case when @scoped and not plinth.all_organizations()
    and cardinality(plinth.organizations()) <= 50 then plinth.organizations() || plinth.tenant() end;
  _patterns text[] := plinth.search_patterns(_words);
  _hits bigint;
begin
  if cardinality(_words) = 0 then return '{}'; end if;
  if cautious then
    if _organizations is null then
      select count(*) filter (where plinth.search_matches(s.searched, _patterns)) into _hits
      from (select @searched as searched from @table where @visible and tenant_id = plinth.tenant() limit 100) s;
    else
      select count(*) filter (where plinth.search_matches(s.searched, _patterns)) into _hits
      from (select s.searched from unnest(_organizations[1:8]) o, lateral (
        select @searched as searched from @table
        where @visible and tenant_id = plinth.tenant() and @organization = o limit 50) s limit 100) s;
    end if;
    if _hits >= 2 then return null; end if;
  end if;
  return array(
    select id from @table where @visible and tenant_id = plinth.tenant()
      and (_organizations is null or coalesce(@organization, tenant_id) = any (_organizations))
      and plinth.search_vector(@searched) @@ plinth.search_query(_words)
  );
end $function$;
begin
  if policy is null then raise exception 'table % has no policy "tenant", so its rows cannot be searched', target; end if;
  if cardinality(columns) = 0 then raise exception 'table % is searched in no column', target; end if;
  if char_length(name) > 56 then raise exception 'the name of table % is too long for a search function', target; end if;
  foreach "column" in array columns loop
    if not exists (select from pg_attribute where attrelid = target and attname = "column" and not attisdropped
      and atttypid in ('text'::regtype, 'varchar'::regtype)) then
      raise exception 'table % has no column % with text to search', target, "column";
    end if;
  end loop;
  visible := (select pg_get_expr(polqual, polrelid) from pg_policy where oid = policy);
  searched := (select string_agg(format('coalesce(%I, %L)', c, ''), ' || '' '' || ') from unnest(columns) c);
  searched := format('"left"(%s, 2000)', searched);

  execute format('create index if not exists %I on %s using gin (tenant_id, %s plinth.search_vector(%s))',
    name || '_search', target, case when has_organizations then 'coalesce(organization_id, tenant_id),' end, searched);
  -- What it reads, and no more.
  execute format('drop policy if exists search on %s', target);
  execute format('create policy search on %s for select to plinth_search using (true)', target);
  execute format('revoke all on %s from plinth_search', target);
  execute format('grant select (%s) on %s to plinth_search', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = target and not attisdropped and (attname = any (columns || '{id,tenant_id,organization_id}'::text[])
      or attnum in (select refobjsubid from pg_depend
        where classid = 'pg_policy'::regclass and objid = policy and refobjid = target))), target);

  for token, value in values ('@table', target::text), ('@visible', visible), ('@scoped', has_organizations::text),
    ('@organization', case when has_organizations then 'organization_id' else 'null::uuid' end), ('@searched', searched)
  loop
    body := replace(body, token, value);
  end loop;
  execute format('create or replace function plinth.%I(search text, cautious boolean default false) returns uuid[]
    language plpgsql stable security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as %L', 'search_' || name, body);

  -- Whoever migrates needs to be a member of the role for as long as it takes to hand the function over.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  grant create on schema plinth to plinth_search;
  execute format('alter function plinth.%I(text, boolean) owner to plinth_search', 'search_' || name);
  revoke create on schema plinth from plinth_search;
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $body$;
