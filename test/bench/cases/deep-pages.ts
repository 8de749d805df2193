import { defineEntity, p } from '@mikro-orm/core'
import {
  type Context,
  createPlatform,
  defineFeatures,
  defineMigration,
  defineModule,
  list,
  Scoped,
  sql,
  view,
} from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import type { Result } from '../result.ts'

const ROWS = 200_000
const features = defineFeatures('orders', { view: 'View orders' })
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: { title: p.string(), amount: p.integer() },
})
const Line = defineEntity({
  name: 'Line',
  tableName: 'order_lines',
  extends: Scoped,
  properties: { orderId: p.uuid(), amount: p.integer() },
})
const orders = list('/orders', Order, {
  access: features.view,
  select: view(Order, ['id', 'title', 'amount', 'createdAt']).extend({ lines: z.number(), sum: z.number().nullable() }),
  computed: {
    lines: ({ eb, from }) =>
      eb
        .selectFrom(from.table(Line, 'l'))
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .whereRef('l.orderId', '=', 'row.id'),
    sum: ({ eb, from }) =>
      eb
        .selectFrom(from.table(Line, 'l'))
        .select(({ fn }) => fn.sum<number>('l.amount').as('sum'))
        .whereRef('l.orderId', '=', 'row.id'),
  },
  sort: ['createdAt'],
})
const module = defineModule({
  id: 'orders',
  title: 'Orders',
  features,
  entities: [Order, Line],
  migrations: [
    defineMigration(
      'orders.tables',
      `select plinth.scoped_table('orders', 'title text not null, amount integer not null');
       create index on orders (tenant_id, created_at, id);
       select plinth.scoped_table('order_lines', 'order_id uuid not null, amount integer not null');
       create index on order_lines (tenant_id, order_id);`,
    ),
  ],
  routes: [orders],
})

/** Written by hand for the same caller: the page first, then what is computed of its rows, and the total. */
function readByHand({ db, scope }: Pick<Context, 'db' | 'scope'>) {
  const lines = sql`from order_lines l where ${inScope(scope, 'l')} and l.order_id = o.id`
  return sql`
    with page as (
      select id from orders p where ${inScope(scope, 'p')} order by created_at, id limit 50 offset ${ROWS - 50}
    )
    select o.id, o.title, o.amount, o.created_at, (select count(*) ${lines}) as lines,
      (select sum(l.amount) ${lines}) as sum, (select count(*) from orders c where ${inScope(scope, 'c')}) as total
    from page join orders o using (id) order by o.created_at, o.id`.execute(db)
}

/** The last page of a long list with two computed columns. */
export async function deepPages(database: BenchDatabase): Promise<Result[]> {
  const options = { database: { url: database.url, privilegedLogin: true }, secret: 'bench'.repeat(8) }
  await using platform = await createPlatform({ ...options, modules: [module] })
  await platform.migrate()
  await database.query(
    `insert into orders (id, tenant_id, organization_id, title, amount, created_at)
     select gen_random_uuid(), $1, $2, 'Order ' || n, n, now() - n * interval '1 second' from generate_series(1, ${ROWS}) n`,
    [tenantId, organizationId],
  )
  await database.query(
    `insert into order_lines (id, tenant_id, organization_id, order_id, amount)
     select gen_random_uuid(), $1, $2, id, n from orders, generate_series(1, 2) n`,
    [tenantId, organizationId],
  )
  await database.query('vacuum analyze orders, order_lines')
  const caller = {
    actor: 'platform',
    reason: 'bench',
    scope: { tenantId, organizationId, organizationIds: [organizationId] },
  } as const
  const query = { page: ROWS / 50, pageSize: 50, sortField: 'createdAt' }
  const rounds = { subject: [] as number[], floor: [] as number[] }
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  for (let round = 0; round < 15; round++) {
    await timed(rounds.floor, () => platform.actAs(caller, readByHand))
    await timed(rounds.subject, () =>
      platform.actAs(caller, async ({ db, from, scope, locale }) =>
        orders.handle!({ db, from, scope, query, locale } as never),
      ),
    )
  }
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  const [subject, floor] = [median(rounds.subject), median(rounds.floor)]
  return [
    {
      name: 'list, page 4,000 of 200,000 rows with two computed columns',
      unit: 'ms',
      subject,
      floor,
      ratio: subject / floor,
      target: 1.2,
      atMost: true,
    },
  ]
}
