select plinth.scoped_table('catalog_products', $$
  title text not null, subtitle text, description text, sku text, handle text,
  product_type text not null default 'simple', primary_currency_code text, metadata jsonb,
  is_active boolean not null default true, search_text text not null,
  unique (tenant_id, organization_id, sku), unique (tenant_id, organization_id, handle)$$);

select plinth.scoped_table('catalog_categories', $$
  name text not null, slug text, description text, parent_id uuid check (parent_id <> id),
  is_active boolean not null default true, search_text text not null,
  unique (tenant_id, organization_id, slug),
  foreign key (tenant_id, parent_id) references catalog_categories (tenant_id, id)$$);
create index on catalog_categories (tenant_id, parent_id);

select plinth.scoped_table('catalog_product_categories', $$
  product_id uuid not null, category_id uuid not null,
  unique (tenant_id, product_id, category_id),
  foreign key (tenant_id, product_id) references catalog_products (tenant_id, id),
  foreign key (tenant_id, category_id) references catalog_categories (tenant_id, id)$$);
create index on catalog_product_categories (tenant_id, category_id);

select plinth.scoped_table('catalog_variants', $$
  product_id uuid not null, name text, sku text, barcode text, option_values jsonb,
  is_default boolean not null default false, is_active boolean not null default true, search_text text not null,
  unique (tenant_id, organization_id, sku),
  foreign key (tenant_id, product_id) references catalog_products (tenant_id, id)$$);
create index on catalog_variants (tenant_id, product_id);
create unique index catalog_variants_is_default_key on catalog_variants (tenant_id, product_id) where is_default;

select plinth.scoped_table('catalog_prices', $$
  product_id uuid not null, variant_id uuid, currency_code text not null,
  unit_price numeric(18, 4) not null check (unit_price >= 0), min_quantity integer not null default 1 check (min_quantity > 0),
  starts_at timestamptz, ends_at timestamptz, check (ends_at > starts_at),
  foreign key (tenant_id, product_id) references catalog_products (tenant_id, id),
  foreign key (tenant_id, variant_id) references catalog_variants (tenant_id, id)$$);
create index on catalog_prices (tenant_id, product_id);
create index on catalog_prices (tenant_id, variant_id);

-- Categories contain no cycles and at most 32 levels, whatever writes: undo and redo move categories, too. The check sees
-- what the caller does not.
do $$ begin
  execute format('create policy owner on catalog_categories for select to %I using (true)', current_user);
end $$;

create function catalog_assert_category_tree() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  above uuid;
  depth integer := 0;
  height integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog.categories ' || new.tenant_id, 0));
  select c.parent_id into above from catalog_categories c where c.tenant_id = new.tenant_id and c.id = new.id;
  while above is not null and depth <= 32 loop
    depth := depth + 1;
    if above = new.id then
      raise exception 'a circle of categories'
        using errcode = '23514', constraint = 'catalog_categories_circle', table = 'catalog_categories';
    end if;
    select c.parent_id into above from catalog_categories c where c.tenant_id = new.tenant_id and c.id = above;
  end loop;
  -- Where nothing is above it, it is no deeper than it was.
  if depth = 0 then return null; end if;
  with recursive levels as (
    select array[new.id] as ids, 1 as height
    union all
    select (select array_agg(c.id) from catalog_categories c
      where c.tenant_id = new.tenant_id and c.parent_id = any (l.ids)), l.height + 1
    from levels l where l.ids is not null and l.height <= 32
  )
  select max(l.height) into height from levels l where l.ids is not null;
  if depth + height > 32 then
    raise exception 'too many levels of categories'
      using errcode = '23514', constraint = 'catalog_categories_depth', table = 'catalog_categories';
  end if;
  return null;
end $$;

create constraint trigger catalog_categories_tree_of_new after insert on catalog_categories
  deferrable initially deferred for each row when (new.parent_id is not null)
  execute function catalog_assert_category_tree();
create constraint trigger catalog_categories_tree_of_moved after update of parent_id on catalog_categories
  deferrable initially deferred for each row when (old.parent_id is distinct from new.parent_id)
  execute function catalog_assert_category_tree();
