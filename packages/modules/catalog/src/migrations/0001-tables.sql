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
