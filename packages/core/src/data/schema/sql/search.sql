-- Search with row-level security. Under a policy, PostgreSQL cannot use an index for an operator that is not leakproof. The
-- index is therefore queried by a function that runs as a separate role, which can only read the searched columns and
-- applies the tenant and organizations itself: its condition is the table's own policy.
--
-- A word is found wherever it occurs inside another word. For this, the index contains every suffix of every word, and a
-- search word matches the prefix of a suffix.
create extension if not exists btree_gin;

-- Text without case, accents and alternative spellings: 'strasse' finds 'Straße', 'creme' finds 'Crème'.
create function plinth.fold(original text) returns text language sql immutable parallel safe as $$
  select lower(case when octet_length(original) = char_length(original) then original else normalize(regexp_replace(
    normalize(replace(replace(replace(replace(translate(original, 'øØłŁđĐı', 'oOlLdDi'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'),
      'œ', 'oe'), NFKD), '[\u0300-\u036f]+', '', 'g'), NFC) end)
$$;

-- The words of folded text, separated by white space and punctuation.
create function plinth.words(folded text) returns text[] language sql immutable parallel safe as $$
  select regexp_split_to_array(folded, '[!-/:-@\[-`{-~\s\u00a0-\u00bf\u2000-\u206f\u3000-\u3002]+')
$$;

-- The words of a search, eight at most, with up to 40 characters each.
create function plinth.search_words(search text) returns text[] language sql immutable parallel safe as $$
  select array(select left(word, 40) from unnest(plinth.words(plinth.fold(left(search, 200)))) with ordinality w (word, place)
    where word <> '' group by 1 order by min(place) limit 8)
$$;

-- Every suffix of every word, with up to 40 characters: with 2,000 characters of text it stays far below a tsvector's limit.
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

-- Words contain no punctuation, so quoting them is enough.
create function plinth.search_query(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words) word
$$;

create function plinth.search_patterns(words text[]) returns text[] language sql immutable parallel safe as $$
  select array(select '%' || word || '%' from unnest(words) word)
$$;

-- The search without the index, as a function that cannot be inlined: as part of the statement, PostgreSQL would estimate
-- few matches, and read and sort everything visible to the caller. Scanning in the order of the list soon fills a page.
create function plinth.search_matches(searched text, patterns text[]) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return cardinality(patterns) > 0 and plinth.fold(searched) like all (patterns);
end $$;

-- Makes the rows of "target" searchable in "columns": creates an index, unless it exists, and
-- "plinth.search_<table>(search, cautious)", which returns the ids of the rows that contain every word. If cautious, it
-- returns null when a sample of rows shows that the words are common: then scanning in the order of a list fills a page sooner
-- than the index.
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
