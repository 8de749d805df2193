-- Full-text search in several languages, with ranking. The words of a text are stored in a separate table that only the
-- search role can read, so that they are not repeated in the log, and nothing is computed during a search.
--
-- A text is stemmed in every language of its table, so that its language does not have to be known. PostgreSQL has no Polish
-- stemmer, so Polish endings are removed here: the longest known one, at least three letters into the word.
create function plinth.stem_polish(folded text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(folded, 'rz(e|y|u|em|om|ami|ach)?\M', 'r', 'g'), '(\m[a-z]{3,}?)('
    'owalismy|owalysmy|owaniami|owaniach|owania|owaniu|owanie|owanych|owanymi|owanego|owanej|owany|owana|owane|owalem|owala|'
    'owali|owaly|owalo|owal|owac|ujemy|ujecie|ujesz|ujacy|ujaca|ujace|ujac|uje|uja|osciami|osciach|oscia|osci|osc|'
    'iejsz[aey]|niejsz[aey]|ejsz[aey]|skiego|skiemu|skimi|skich|skiej|skim|ski|ska|skie|ckiego|ckiemu|ckich|ckiej|cki|cka|'
    'ckie|iami|iach|iego|iemu|iom|iow|iem|iej|imi|ich|ami|ach|ego|emu|owi|owie|ymi|ych|ej|om|ow|em|ym|im|'
    'ales|alem|alas|alam|asz|amy|acie|aja|esz|emy|ecie|eja|isz|imy|icie|ysz|ymy|ycie|ala|ali|aly|alo|ila|ili|ily|ilo|'
    'ac|ec|ic|yc|al|el|il|yl|ia|ie|iu|io|ii|a|e|i|o|u|y)\M', '\1', 'g')
$$;

-- Lower case, also if the database's locale only knows ASCII.
create function plinth.lower_latin(original text) returns text language sql immutable parallel safe as $$
  select lower(translate(original, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĄĆĘŁŃŚŹŻ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþąćęłńśźż'))
$$;

-- The words of a text, as they are and stemmed in each language. Of a text with too many words, the rest is omitted.
create function plinth.text_vector(original text, languages text[]) returns tsvector language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  size integer := 500000;
  words text;
  folded text;
  "language" text;
  vector tsvector;
begin
  loop
    begin
      words := array_to_string(plinth.words(plinth.lower_latin("left"(original, size))), ' ');
      folded := plinth.fold(words);
      vector := to_tsvector('simple', folded);
      foreach "language" in array languages loop
        vector := vector || case "language" when 'polish' then to_tsvector('simple', plinth.stem_polish(folded))
          else to_tsvector("language"::regconfig, words) end;
      end loop;
      return vector;
    exception when program_limit_exceeded then size := size / 2;
    end;
  end loop;
end $$;

-- The words of a search, eight at most, each with its stems with and without accents.
create function plinth.text_words(search text, languages text[]) returns table (word text, stems text[]) language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select f.word, array(
    select stem from unnest(languages) l, unnest(case l when 'polish' then array[plinth.stem_polish(f.word)]
      else ts_lexize((l || '_stem')::regdictionary, f.word) || ts_lexize((l || '_stem')::regdictionary, f.spelled) end) stem
    where stem <> '' group by 1 order by 1)
  from (
    select (plinth.search_words(spelled))[1] as word, min("left"(spelled, 40)) as spelled, min(place) as place
    from unnest(plinth.words(plinth.lower_latin("left"(search, 200)))) with ordinality w (spelled, place) where spelled <> '' group by 1
  ) f where f.word <> '' order by place limit 8
$$;

-- Every word has to occur, as a prefix or as a stem. Words contain no punctuation, so quoting them is enough.
create function plinth.text_query(search text, languages text[]) returns tsquery language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select string_agg('(' || array_to_string('''' || word || ''':*' || array(select '''' || stem || '''' from unnest(stems) stem),
    ' | ') || ')', ' & ')::tsquery from plinth.text_words(search, languages)
$$;

-- The surroundings of the first match in the first 200,000 characters, otherwise the beginning of the text.
create function plinth.snippet(original text, search text, languages text[]) returns text language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  -- A stem may end otherwise than the word: 'company', 'compani'.
  pattern text := (select string_agg(distinct case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end, '|')
    from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s);
  looked text := "left"(original, 200000);
  place integer := coalesce(regexp_instr(plinth.fold(looked), '(^|[^[:alnum:]])(' || pattern || ')'), 0);
  start integer := greatest(place - 80, 1);
  part text := substr(looked, start, 240);
begin
  if start > 1 then part := '…' || regexp_replace(part, '^\S*\s+', ''); end if;
  if char_length(looked) >= start + 240 then part := regexp_replace(part, '\s+\S*$', '') || '…'; end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end $$;

-- A search as a regular expression for `excerpt`; null if it has no words. It is the same for all texts in the results, and
-- computing it costs more than matching it.
create function plinth.word_pattern(search text, languages text[]) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  -- A stem may end otherwise than the word: 'company', 'compani'.
  select '(^|[^[:alnum:]])(' || string_agg(distinct case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end, '|') || ')'
  from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s
$$;

-- The surroundings of the first match of a pattern in the first 200,000 characters, otherwise the beginning of the text.
create function plinth.excerpt(original text, pattern text) returns text language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  looked text := "left"(original, 200000);
  place integer := coalesce(regexp_instr(plinth.fold(looked), pattern), 0);
  start integer := greatest(place - 80, 1);
  part text := substr(looked, start, 240);
begin
  if start > 1 then part := '…' || regexp_replace(part, '^\S*\s+', ''); end if;
  if char_length(looked) >= start + 240 then part := regexp_replace(part, '\s+\S*$', '') || '…'; end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end $$;

-- The planner estimates that a few percent of the rows match a prefix, and for a million rows it preferred reading all of
-- them. Matches are looked up one by one instead, up to a limit.
create function plinth.plan_full_text(finder regprocedure) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
declare
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
begin
  -- Whoever migrates needs to be a member of the role that owns the function.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  execute format('alter function %s set enable_hashjoin = off set enable_mergejoin = off', finder);
  execute format('alter function %s set max_parallel_workers_per_gather = 0', finder);
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $body$;

-- Words are looked up by tenant and id, neither of which ever changes.
create function plinth.fix_text_keys(are_new boolean) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, c.confrelid::regclass as target
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confupdtype = 'c' and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\_%'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (tenant_id, id)
      references %s (tenant_id, id) on delete cascade', key.name, key.conname, key.conname, key.target)
      || case when are_new then '' else ' not valid' end;
  end loop;
end $$;
revoke execute on function plinth.fix_text_keys from public;

create function plinth.make_full_text(target regclass, columns text[], languages text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
declare
  name text := (select relname from pg_class where oid = target);
  kept text := 'texts_' || name;
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
  has_organizations boolean := exists (select from pg_attribute
    where attrelid = target and attname = 'organization_id' and not attisdropped);
  policy oid := (select oid from pg_policy
    where polrelid = target and polname = 'tenant' and 'plinth_app'::regrole = any (polroles));
  visible text;
  "column" text;
  "language" text;
  searched text;
  token text;
  value text;
  body text;
  find text := $function$
#variable_conflict use_column
declare
  _query tsquery := plinth.text_query(search, @languages);
  _organizations uuid[] := case when @scoped and not plinth.all_organizations()
    and cardinality(plinth.organizations()) <= 50 then plinth.organizations() || plinth.tenant() end;
begin
  if _query is null then return; end if;
  return query select v.id, ts_rank(v.vector, _query, 1)
    from (select id from @table where @visible and tenant_id = plinth.tenant()) t
    join plinth.@kept v on v.tenant_id = plinth.tenant() and v.id = t.id
    where v.vector @@ _query and (_organizations is null or v.place = any (_organizations))
    limit most;
end $function$;
  keep text := $function$
begin
  insert into plinth.@kept (tenant_id, id, place, vector)
  values (new.tenant_id, new.id, @place, plinth.text_vector(@searched, @languages))
  on conflict (tenant_id, id) do update set place = excluded.place, vector = excluded.vector;
  return null;
end $function$;
begin
  if policy is null then raise exception 'table % has no policy "tenant", so its texts cannot be searched', target; end if;
  if cardinality(columns) = 0 then raise exception 'table % is searched in no column', target; end if;
  if char_length(name) > 56 then raise exception 'the name of table % is too long for a search function', target; end if;
  foreach "column" in array columns loop
    if not exists (select from pg_attribute where attrelid = target and attname = "column" and not attisdropped
      and atttypid in ('text'::regtype, 'varchar'::regtype)) then
      raise exception 'table % has no column % with text to search', target, "column";
    end if;
  end loop;
  foreach "language" in array languages loop
    if "language" <> 'polish' and not exists (select from pg_ts_dict where dictname = "language" || '_stem') then
      raise exception 'there are no stems for the language %', "language";
    end if;
  end loop;
  visible := (select pg_get_expr(polqual, polrelid) from pg_policy where oid = policy);
  searched := (select string_agg(format('coalesce(new.%I, %L)', c, ''), ' || '' '' || ') from unnest(columns) c);

  execute format('create table plinth.%I (tenant_id uuid not null, id uuid not null, place uuid not null,
    vector tsvector not null, primary key (tenant_id, id),
    foreign key (tenant_id, id) references %s (tenant_id, id) on delete cascade on update cascade)', kept, target);
  execute format('alter table plinth.%I enable row level security, force row level security', kept);
  execute format('create policy search on plinth.%I to plinth_search using (true)', kept);
  execute format('grant select, insert, update on plinth.%I to plinth_search', kept);
  execute format('create index on plinth.%I using gin (tenant_id, place, vector)', kept);
  if not exists (select from pg_policy where polrelid = target and polname = 'search') then
    execute format('create policy search on %s for select to plinth_search using (true)', target);
  end if;
  execute format('grant select (%s) on %s to plinth_search', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = target and not attisdropped and (attname = any ('{id,tenant_id,organization_id}'::text[])
      or attnum in (select refobjsubid from pg_depend
        where classid = 'pg_policy'::regclass and objid = policy and refobjid = target))), target);

  for token, value in values ('@table', target::text), ('@visible', visible), ('@scoped', has_organizations::text),
    ('@kept', quote_ident(kept)), ('@searched', searched), ('@languages', quote_literal(languages) || '::text[]'),
    ('@place', case when has_organizations then 'coalesce(new.organization_id, new.tenant_id)' else 'new.tenant_id' end)
  loop
    find := replace(find, token, value);
    keep := replace(keep, token, value);
  end loop;
  execute format('create function plinth.%I(search text, most integer default 10000) returns table (id uuid, rank real)
    language plpgsql stable security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as %L', 'find_' || name, find);
  execute format('create function plinth.%I() returns trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as %L', 'keep_' || kept, keep);
  execute format('create trigger plinth_texts after insert or update of %s on %s
    for each row execute function plinth.%I()', (select string_agg(quote_ident(c), ', ')
      from unnest(columns || case when has_organizations then '{organization_id}'::text[] end) c), target, 'keep_' || kept);
  execute format('insert into plinth.%I select new.tenant_id, new.id, %s, plinth.text_vector(%s, %L) from %s new', kept,
    case when has_organizations then 'coalesce(new.organization_id, new.tenant_id)' else 'new.tenant_id' end,
    searched, languages, target);

  -- Whoever migrates needs to be a member of the role for as long as it takes to hand the functions over.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  grant create on schema plinth to plinth_search;
  execute format('alter function plinth.%I(text, integer) owner to plinth_search', 'find_' || name);
  execute format('alter function plinth.%I() owner to plinth_search', 'keep_' || kept);
  revoke create on schema plinth from plinth_search;
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $body$;

-- Stores the words of "columns" of "target" in a separate table, including those of existing rows, and creates
-- "plinth.find_<table>(search, most)", which returns up to `most` rows that contain every word, with their ranks.
create function plinth.full_text(target regclass, columns text[], languages text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
begin
  perform plinth.make_full_text(target, columns, languages);
  perform plinth.fix_text_keys(true);
  perform plinth.plan_full_text(format('plinth.%I(text, integer)',
    'find_' || (select relname from pg_class where oid = target))::regprocedure);
end $body$;
