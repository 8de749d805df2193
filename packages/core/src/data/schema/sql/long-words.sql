-- The same, of words with up to 100 characters: what removes Polish endings takes as long as the square of the length of a word, and a
-- file without a space 30 seconds. Searches have shorter words.
create or replace function plinth.text_vector(original text, languages text[]) returns tsvector language plpgsql immutable
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
      words := (select string_agg("left"(word, 100), ' ' order by place)
        from unnest(plinth.words(plinth.lower_latin("left"(original, size)))) with ordinality w (word, place));
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
