-- The words of a search are told apart by signs of full width, too, such as `（` and `，`: they also had a meaning in the pattern of
-- its excerpts, which was invalid then.
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
