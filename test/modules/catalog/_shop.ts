import { catalog } from '@plinth/catalog'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { progress } from '@plinth/progress'
import { testApp } from '../../_setup/app.ts'

export { make, makeRich } from '@plinth/catalog/testing'

/** A platform with the catalog. */
export const shopApp = () => testApp({ modules: [progress, catalog] })

/** Puts products past the log, each with two variants, two prices and a category; answers their ids. */
export async function fillShop({ sql }: Pick<TestPlatform, 'sql'>, count: number): Promise<string[]> {
  const place = [tenantA.id, tenantA.organization]
  await sql(
    `with c as (insert into catalog_categories (id, tenant_id, organization_id, name, search_text)
      values (gen_random_uuid(), $1, $2, 'All', 'all') returning id),
    p as (insert into catalog_products (id, tenant_id, organization_id, title, sku, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, 'SKU-' || n, 'product ' || n from generate_series(1, $3::int) n
      returning id),
    v as (insert into catalog_variants (id, tenant_id, organization_id, product_id, name, search_text)
      select gen_random_uuid(), $1, $2, p.id, 'Variant ' || n, 'variant ' || n from p, generate_series(1, 2) n
      returning id, product_id),
    r as (insert into catalog_prices (id, tenant_id, organization_id, product_id, variant_id, currency_code, unit_price)
      select gen_random_uuid(), $1, $2, product_id, v.id, 'EUR', 9.99 from v)
    insert into catalog_product_categories (id, tenant_id, organization_id, product_id, category_id)
      select gen_random_uuid(), $1, $2, p.id, c.id from p, c`,
    [...place, count],
  )
  const rows = await sql<{ id: string }>('select id from catalog_products order by id')
  return rows.map(({ id }) => id)
}

const tables = ['products', 'categories', 'product_categories', 'variants', 'prices']

/** Every row of the catalog in one text, for comparison, but when it changed last (decision: Bookkeeping columns). */
export async function digest({ sql }: TestPlatform): Promise<string> {
  const parts = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg((to_jsonb(t) - 'updated_at')::text, '|' order by id)), '') from catalog_${table} t)`,
  )
  const [row] = await sql<{ digest: string }>(`select concat_ws(' ', ${parts.join(', ')}) as digest`)
  return row!.digest
}

/** How many rows each table has. */
export async function counts({ sql }: TestPlatform): Promise<Record<string, number>> {
  const parts = tables.map((table) => `(select count(*)::int from catalog_${table}) as ${table}`)
  const [row] = await sql<Record<string, number>>(`select ${parts.join(', ')}`)
  return row!
}
