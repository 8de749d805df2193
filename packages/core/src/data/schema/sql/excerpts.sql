-- What a search looks for in a text that it has found, as a regular expression; null when the search has no words.
create function plinth.word_pattern(search text, languages text[]) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  -- A stem may end otherwise than the word: 'company', 'compani'.
  select '(^|[^[:alnum:]])(' || string_agg(distinct case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end, '|') || ')'
  from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s
$$;

-- What stands around the first place where the pattern occurs, in the first 200,000 characters; else how it begins.
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
