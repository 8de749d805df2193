-- Texts are searched as people read them: without the signs that nobody sees, with the words that the end of a line has divided, and,
-- of scripts without spaces between words, with every word within a sentence.

-- The signs of these scripts, as a class of a regular expression: of South-East Asia, of Chinese, Japanese and Korean.
create function plinth.unspaced() returns text language sql immutable parallel safe as $$
  select '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
$$;

-- A text without soft hyphens, the breaks after them, marks of direction, joiners, and the vowel signs of Arabic and Hebrew.
create function plinth.without_unseen(original text) returns text language sql immutable parallel safe as $$
  select case when octet_length(original) = char_length(original) then original else regexp_replace(original,
    '\u00ad\s*\n\s*|[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+',
    '', 'g') end
$$;

-- The words that hyphens at the ends of lines have divided, in one piece.
create function plinth.rejoined(original text) returns text language sql immutable parallel safe as $$
  select coalesce((select string_agg(part[1] || part[2], ' ')
    from regexp_matches(original, '([^\s-]{1,40})-\r?\n[ \t]*([^\s-]{2,40})', 'g') part), '')
$$;

-- Every two signs that follow each other in such a script, the last sign of each sentence, and what stands between them.
create function plinth.pairs_vector(folded text) returns tsvector language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
declare
  sign text := plinth.unspaced();
  sentences text;
  pairs text := '(' || sign || ')(' || sign || ')';
begin
  if folded !~ sign then return ''; end if;
  sentences := regexp_replace(folded, replace(sign, '[', '[^') || '+', ' ', 'g');
  return array_to_tsvector(array(
    select piece from regexp_split_to_table(concat_ws(' ',
      regexp_replace(sentences, pairs, '\1\2 ', 'g'),
      regexp_replace(regexp_replace(sentences, '(^| )' || sign, '\1', 'g'), pairs, '\1\2 ', 'g')), ' +') piece
    where piece <> ''
    union
    select "between"[1] from regexp_matches(folded, '(?<=' || sign || ')[a-z0-9]{1,40}|[a-z0-9]{1,40}(?=' || sign || ')', 'g') "between"));
end $$;

-- What a word of a search in such a script consists of, all of which has to occur; null for other words.
create function plinth.pairs_query(word text) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select case when word ~ plinth.unspaced() then (
    select string_agg(case when piece[1] !~ plinth.unspaced() or char_length(piece[1]) = 1 then '''' || piece[1] || ''':*'
      else (select string_agg('''' || substr(piece[1], place, 2) || '''', ' & ' order by place)
        from generate_series(1, char_length(piece[1]) - 1) place) end, ' & ')
    from regexp_matches(word, plinth.unspaced() || '+|' || replace(plinth.unspaced(), '[', '[^') || '+', 'g') piece) end
$$;

create or replace function plinth.text_vector(original text, languages text[]) returns tsvector language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  size integer := 500000;
  seen text;
  words text;
  folded text;
  "language" text;
  vector tsvector;
begin
  loop
    begin
      seen := plinth.without_unseen("left"(original, size));
      words := (select string_agg("left"(word, 100), ' ' order by place)
        from unnest(plinth.words(plinth.lower_latin(seen || ' ' || plinth.rejoined(seen)))) with ordinality w (word, place));
      folded := plinth.fold(words);
      vector := to_tsvector('simple', folded);
      foreach "language" in array languages loop
        vector := vector || case "language" when 'polish' then to_tsvector('simple', plinth.stem_polish(folded))
          else to_tsvector("language"::regconfig, words) end;
      end loop;
      return case when octet_length(seen) = char_length(seen) then vector else vector || plinth.pairs_vector(plinth.fold(seen)) end;
    exception when program_limit_exceeded then size := size / 2;
    end;
  end loop;
end $$;

create or replace function plinth.text_words(search text, languages text[]) returns table (word text, stems text[]) language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select f.word, array(
    select stem from unnest(languages) l, unnest(case l when 'polish' then array[plinth.stem_polish(f.word)]
      else ts_lexize((l || '_stem')::regdictionary, f.word) || ts_lexize((l || '_stem')::regdictionary, f.spelled) end) stem
    where stem <> '' group by 1 order by 1)
  from (
    select (plinth.search_words(spelled))[1] as word, min("left"(spelled, 40)) as spelled, min(place) as place
    from unnest(plinth.words(plinth.lower_latin(normalize(plinth.without_unseen("left"(search, 200)), NFKC))))
      with ordinality w (spelled, place)
    where spelled <> '' group by 1
  ) f where f.word <> '' order by place limit 8
$$;

create or replace function plinth.text_query(search text, languages text[]) returns tsquery language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select string_agg('(' || array_to_string('''' || word || ''':*' || array(select '''' || stem || '''' from unnest(stems) stem)
    || ('(' || plinth.pairs_query(word) || ')'), ' | ') || ')', ' & ')::tsquery from plinth.text_words(search, languages)
$$;

-- Words in such a script also begin within others.
create or replace function plinth.word_pattern(search text, languages text[]) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  -- A stem may end otherwise than the word: 'company', 'compani'.
  select string_agg(distinct case when s ~ ('^' || plinth.unspaced()) then s
    else '(^|[^[:alnum:]])' || case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end end, '|')
  from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s
$$;

create or replace function plinth.excerpt(original text, pattern text) returns text language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  looked text := plinth.without_unseen("left"(original, 200000));
  place integer := coalesce(regexp_instr(plinth.fold(looked), pattern), 0);
  start integer := greatest(place - 80, 1);
  part text := substr(looked, start, 240);
begin
  if start > 1 then part := '…' || regexp_replace(part, '^\S{0,60}\s+', ''); end if;
  if char_length(looked) >= start + 240 then part := regexp_replace(part, '\s+\S{0,60}$', '') || '…'; end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end $$;
