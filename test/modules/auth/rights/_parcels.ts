import { defineEntity, p } from '@mikro-orm/core'
import {
  type Caller,
  type Context,
  defineFeatures,
  defineMigration,
  defineModule,
  extensible,
  input,
  type Module,
  resource,
  Scoped,
  sql,
} from '@plinth/core'
import { compileGrants, type StoredPolicies } from '@plinth/core/acl'
import { withLayers } from '@plinth/testing'
import { authApp } from '../_accounts.ts'

export const ME = 'abcdef00-0000-4000-8000-000000000001'
export const OTHER = 'abcdef00-0000-4000-8000-000000000002'

const features = defineFeatures('parcels', { view: 'View parcels' })
const access = { read: features.view, write: features.view }
const Sender = defineEntity({
  name: 'ParcelSender',
  // A word of SQL, which PostgreSQL quotes.
  tableName: 'group',
  extends: Scoped,
  properties: {
    name: p.string(),
    note: p.string().nullable(),
    ownerId: p.uuid().nullable(),
    rank: p.integer().nullable(),
  },
})
export const Parcel = defineEntity({
  name: 'Parcel',
  tableName: 'parcels',
  extends: Scoped,
  properties: {
    title: p.string(),
    region: p.string().nullable(),
    size: p.integer().nullable(),
    isOpen: p.boolean().nullable(),
    ownerId: p.uuid().nullable(),
    weight: p.decimal('number').nullable(),
    ratio: p.float().nullable(),
    pieces: p.bigint('number').nullable(),
    day: p.date().nullable(),
    dueAt: p.datetime().nullable(),
    custom: extensible('parcels:parcel'),
    sender: () => p.manyToOne(Sender).nullable(),
  },
})
export const parcel = resource('/parcels/parcels', Parcel, {
  kind: 'parcels.parcel',
  access,
  input: input(Parcel, ['title']),
  list: { select: ['id', 'title'] },
})
const sender = resource('/parcels/senders', Sender, {
  kind: 'parcels.sender',
  access,
  input: input(Sender, ['name']),
  list: { select: ['id', 'name'] },
})
const parcels = defineModule({
  id: 'parcels',
  title: 'Parcels',
  features,
  entities: [Sender, Parcel],
  migrations: [
    defineMigration(
      'parcels.tables',
      `select plinth.scoped_table('group', 'name text not null, note text, owner_id uuid, rank integer');
       select plinth.scoped_table('parcels', $$title text not null, colour date, size text, is_open boolean, owner_id uuid, weight numeric,
         ratio double precision, pieces bigint, day date, due_at timestamptz, custom jsonb not null default '{}', sender_id uuid,
         foreign key (tenant_id, sender_id) references "group" (tenant_id, id)$$);
       create index on parcels (tenant_id, sender_id);`,
    ),
    // Columns that policies compare are changed, renamed and dropped like others.
    defineMigration(
      'parcels.columns',
      `alter table parcels rename column colour to region; alter table parcels alter column region type text using null;
       alter table parcels drop column size; alter table parcels add column size integer`,
    ),
  ],
  resources: [parcel, sender],
})

export const COMPARISONS = [
  { field: 'region', operator: '=', value: 'north' },
  { field: 'region', operator: 'IN', value: ['south', "o'clock", ''] },
  { field: 'region', operator: '!=', value: 'north' },
  { field: 'region', operator: 'IN', value: [] },
  { field: 'region', operator: 'IS_EMPTY', value: null },
  { field: 'region', operator: 'STARTS_WITH', value: 'n' },
  { field: 'size', operator: '=', value: 5 },
  { field: 'size', operator: 'IN', value: [-1, 0, 7] },
  { field: 'size', operator: '>', value: 4 },
  { field: 'isOpen', operator: '=', value: true },
  { field: 'isOpen', operator: 'IN', value: [false] },
  { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' },
  { field: 'ownerId', operator: 'IN', value: [OTHER.toUpperCase()] },
  { field: 'ownerId', operator: '=', value: null },
  { field: 'sender.ownerId', operator: '=', value: null, valueField: 'me.id' },
  { field: 'sender.ownerId', operator: 'IN', value: [OTHER.toUpperCase(), ME] },
  { field: 'sender.rank', operator: 'IN', value: [1, 2] },
  { field: 'sender.rank', operator: '>', value: 1 },
  { field: 'sender.name', operator: '=', value: 'S3' },
  { field: 'sender.note', operator: 'IS_EMPTY', value: null },
  { field: 'weight', operator: '=', value: 1 },
  { field: 'weight', operator: '<=', value: 0.1 },
  { field: 'day', operator: '<', value: '2026-01-01' },
  { field: 'weight', operator: '>', value: -1e21 },
  { field: 'weight', operator: '!=', value: 7 },
  { field: 'weight', operator: 'IN', value: [0.1, -5] },
  { field: 'weight', operator: 'NOT_IN', value: [0.1, 1] },
  { field: 'ratio', operator: '=', value: 0 },
  { field: 'ratio', operator: '>=', value: 0.1 },
  { field: 'ratio', operator: '<', value: 0.30000000000000004 },
  { field: 'ratio', operator: '!=', value: 1e300 },
  { field: 'pieces', operator: '>', value: 9007199254740991 },
  { field: 'pieces', operator: '<=', value: 9007199254740991 },
  { field: 'size', operator: '<', value: 7 },
  { field: 'size', operator: '<=', value: -1 },
  { field: 'size', operator: '!=', value: 5 },
  { field: 'size', operator: 'NOT_IN', value: [-1, 7] },
  { field: 'day', operator: '>=', value: '2025-12-31' },
  { field: 'day', operator: '=', value: '2025-12-31' },
  { field: 'day', operator: '!=', value: '2026-01-01' },
  { field: 'dueAt', operator: '<', value: '2026-06-01T00:00:00.120Z' },
  { field: 'dueAt', operator: '=', value: '2025-12-31T23:59:59.999Z' },
  { field: 'dueAt', operator: 'NOT_IN', value: ['2026-01-01T00:00:00Z'] },
  { field: 'dueAt', operator: '>=', value: '2026-01-01T01:00:00+01:00' },
  { field: 'cf_kind', operator: '=', value: 'a' },
  { field: 'cf_kind', operator: 'IS_EMPTY', value: null },
  { field: 'cf_kind', operator: '>', value: 4 },
  { field: 'cf_kind', operator: '<=', value: 5 },
  { field: 'cf_kind', operator: '=', value: 5 },
  { field: 'cf_kind', operator: '=', value: true },
  { field: 'cf_kind', operator: '!=', value: 5 },
  { field: 'cf_kind', operator: '!=', value: 'a' },
  { field: 'cf_kind', operator: 'IN', value: ['a', 'ü"\\\n\u0001\u2028', ' '] },
  { field: 'cf_kind', operator: 'IN', value: [5, -1e21, 0] },
  { field: 'cf_kind', operator: 'NOT_IN', value: [0, 1e-7] },
  { field: 'cf_kind', operator: 'STARTS_WITH', value: 'a' },
  { field: 'sender', operator: 'IN', value: ['00000000-0000-4000-8000-000000000003'] },
  { field: 'me.roles', operator: 'CONTAINS', value: 'Manager' },
] as const

/** Parcels with all combinations of some values, and without values. */
export async function parcelsApp(others: readonly Module[] = []) {
  const app = await authApp({ modules: [parcels, ...others] })
  const [home] = await app.sql<{ tenantId: string; organizationId: string }>(
    'select tenant_id as "tenantId", id as "organizationId" from organizations order by name limit 1',
  )
  const { tenantId, organizationId } = home!
  await app.sql(`begin; set local session_replication_role = replica;
    insert into "group" (id, tenant_id, organization_id, name, note, owner_id, rank)
      select ('00000000-0000-4000-8000-00000000000' || n)::uuid, '${tenantId}', case n when 4 then gen_random_uuid() else '${organizationId}' end,
        'S' || n, (array['x', ' ', null])[n % 3 + 1], case n % 3 when 0 then '${ME}' when 1 then '${OTHER}' end::uuid, nullif(n % 4, 0) from generate_series(1, 8) n;
    insert into parcels (id, tenant_id, organization_id, title, region, size, is_open, owner_id, weight, ratio, pieces, day, due_at, custom,
      sender_id)
      select gen_random_uuid(), '${tenantId}', '${organizationId}', to_char(n, 'FM000'),
        (array['north', 'south', 'o''clock', 'North', '', null])[n % 6 + 1], (array[5, -1, 7, null])[n % 4 + 1],
        (array[true, false, null])[n % 3 + 1], (array['${ME}', '${OTHER}', null]::uuid[])[n % 5 + 1],
        (array['1.00', '0.10', '-5', '7', null, 'NaN', 'Infinity', '-Infinity', '1e30']::numeric[])[n % 9 + 1],
        (array['-0', '0.1', '0.30000000000000004', '1e300', 'NaN', '-Infinity', null, 'Infinity', '5e-324']::float8[])[n % 9 + 1],
        (array[9007199254740991, 9007199254740992, -1, null])[n % 4 + 1], (array['2025-12-31', '2026-01-01', null, 'infinity']::date[])[n % 4 + 1],
        (array['2026-01-01 00:00:00+00', '2025-12-31 23:59:59.999+00', '2026-06-01 00:00:00.12+00', null, '-infinity']::timestamptz[])[n % 5 + 1],
        (array['{"kind":"a"}', '{"kind":["a"]}', '{"kind":[]}', '{"kind":5.0}', '{"kind":-1e21}', '{"kind":[5]}', '{"kind":true}', '{"kind":"5"}', '{"kind":"ü\\"\\\\\\n\\u0001\\u2028"}', '{"kind":0}', '{"kind":1e-7}', '{"kind":null}', '{"kind":" "}', '{}']::jsonb[])[n % 14 + 1],
        case when n % 9 > 0 then ('00000000-0000-4000-8000-00000000000' || n % 9)::uuid end from generate_series(1, 60) n;
    commit`)
  const { platform } = app
  /** Somebody with layers of roles: those of an API key, and those of its creator. */
  const callerWith = (layers: readonly (readonly StoredPolicies[])[], isEverywhere = false): Caller => {
    const grants = ['parcels.*']
    const actor: Caller['actor'] = {
      id: ME,
      kind: 'user',
      userId: ME,
      email: null,
      roles: [],
      isSuperAdmin: false,
      grants: compileGrants(grants),
      allowedOrganizationIds: isEverywhere ? null : [organizationId],
      layers: layers.map((roles) =>
        roles.map((policies, at) => ({ source: { kind: 'role', id: ME, name: `${at}` }, features: grants, policies })),
      ),
      homeTenantId: tenantId,
      homeOrganizationId: organizationId,
      sessionId: null,
    }
    const organizationIds = isEverywhere ? null : [organizationId]
    return { actor, scope: { tenantId, organizationId, organizationIds } }
  }
  type Read = (context: Context) => Promise<readonly { readonly title: string }[]>
  const eachOf = async (callers: readonly Caller[], read: Read) => {
    const found: string[] = []
    for (const caller of callers) {
      const rows = await platform.actAs(caller, read)
      found.push(rows.map(({ title }) => title).join(' '))
    }
    return found
  }
  return Object.assign(app, {
    callerWith,
    /** What the first layer leaves, which makes conditions of queries of policies. */
    byQueries: (callers: readonly Caller[]) =>
      withLayers(app, 'no row level security', () =>
        eachOf(callers, ({ from }) => from(Parcel, 'row').select('row.title').orderBy('row.title').execute()),
      ),
    /** What PostgreSQL leaves to statements that know no policies. */
    byTables: (callers: readonly Caller[]) =>
      eachOf(callers, async ({ db }) => {
        const { rows } = await sql<{ title: string }>`select title from parcels order by title`.execute(db)
        return rows
      }),
    /** Lets work run with another definition of functions. */
    async withFunctions<T>(replaced: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
      const kept = await app.sql<{ text: string }>(
        `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'plinth'::regnamespace and proname = any ($1)`,
        [Object.keys(replaced)],
      )
      try {
        for (const [name, text] of Object.entries(replaced))
          await app.sql(text.replace('create', `create or replace function plinth.${name}`))
        return await work()
      } finally {
        for (const { text } of kept) await app.sql(text)
      }
    },
  })
}
