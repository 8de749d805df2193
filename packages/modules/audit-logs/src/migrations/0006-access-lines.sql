-- squawk-ignore ban-drop-not-null
alter table plinth.access_log alter column resource_id drop not null;
alter table plinth.access_log
  add column resource_uuids uuid[],
  add column resource_ids text[];

-- The ids of a line, in the order in which the answer told them.
create function plinth.accessed_ids(line plinth.access_log) returns text[] language sql immutable parallel safe
  return coalesce(line.resource_uuids::text[], line.resource_ids, array[line.resource_id]);

-- Under which a record of a line is listed: the first one under the line's own id, as all lines of before.
create function plinth.access_entry_id(line uuid, place bigint) returns uuid language sql immutable parallel safe
  return case place when 1 then line else
    -- Of version 8, which is free to mean anything.
    overlay(overlay(md5(line::text || place) placing '8' from 13) placing '8' from 17)::uuid end;
