import { defineEntity, p } from '@mikro-orm/core'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import {
  createPlatform,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  mailer,
  MIB,
  provide,
  resource,
  Scoped,
  toNodeHandler,
} from '@plinth/core'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { transfer } from '@plinth/transfer'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announceReady } from '../child.ts'

const features = defineFeatures('bench', { use: 'Use' })

const Good = defineEntity({
  name: 'Good',
  tableName: 'bench_goods',
  extends: Scoped,
  properties: {
    code: p.string(),
    title: p.string(),
    color: p.string().nullable(),
    supplier: p.string().nullable(),
    weight: p.integer().nullable(),
    height: p.integer().nullable(),
    stock: p.integer().nullable(),
    isSold: p.boolean().default(false),
    soldFrom: p.date().nullable(),
    note: p.text().nullable(),
  },
})
const COLUMNS = [
  'code',
  'title',
  'color',
  'supplier',
  'weight',
  'height',
  'stock',
  'isSold',
  'soldFrom',
  'note',
] as const
const goods = resource('/bench/goods', Good, {
  access: { read: features.use, write: features.use },
  input: input(Good, COLUMNS),
  list: { select: ['id', ...COLUMNS], sort: ['title'] },
})
const bench = defineModule({
  id: 'bench',
  title: 'Bench',
  features,
  resources: [goods],
  roles: { admin: ['bench.*'] },
  migrations: [
    defineMigration(
      'bench.goods',
      `select plinth.scoped_table('bench_goods', $$code text not null, title text not null, color text, supplier text, weight integer,
        height integer, stock integer, is_sold boolean not null default false, sold_from date, note text$$);
       create unique index on bench_goods (tenant_id, code);
       create index on bench_goods (tenant_id, title collate "und-x-icu", id)`,
    ),
  ],
})

/** The platform with imports of an entity with ten columns. */
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [
    directory,
    auth({ secret: 'bench'.repeat(8) }),
    auditLogs,
    attachments({ maxFileSize: 1_100 * MIB, tenantQuota: 4_000 * MIB, readsTexts: false }),
    progress,
    transfer,
    bench,
  ],
  services: [
    provide(mailer, () => ({ send: async () => {} })),
    provide(storage, () => localStorage({ root: process.env['FILES'] ?? '' })),
  ],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.migrate()
await platform.start()
const server = createServer(toNodeHandler(platform))
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
