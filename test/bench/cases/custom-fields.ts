import { Ajv2020 } from 'ajv/dist/2020.js'
import { FieldConfig, type Kind } from '../../../packages/modules/custom-fields/src/field-config.ts'
import { compileFields } from '../../../packages/modules/custom-fields/src/values/compile.ts'
import { bindFields } from '../../../packages/modules/custom-fields/src/values/fields.ts'
import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const USER = 'auth:user'
const keys = (count: number) => Array.from({ length: count }, (_, index) => `field_${index}`)

/** Writing and reading custom values, with the same requests without any as the floor. */
export async function customFields(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('custom-fields', { DATABASE_URL: database.url })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${platform.url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const define = async (from: number, to: number) => {
    for (let at = from; at < to; at += 200)
      await send('POST', '/entities/definitions.batch', {
        entityId: USER,
        definitions: keys(to)
          .slice(at, Math.min(at + 200, to))
          .map((key) => ({ key, kind: 'text', configJson: {} })),
      })
  }
  await database.query(`begin; set local session_replication_role = replica;
    with made as (insert into users (id, tenant_id, organization_id, email) select gen_random_uuid(), '${tenantId}', '${organizationId}',
      'custom' || i || '@bench.com' from generate_series(1, 1000) i on conflict do nothing returning id)
    insert into plinth.users_by_id (value, tenant_id, id) select id, '${tenantId}', id from made; commit`)
  const { rows } = await database.query(`select id from users where email like 'custom%' order by id limit 500`)
  const ids = rows.map(({ id }) => String(id))
  let at = 0
  const nextId = () => ids[at++ % ids.length]!
  await define(0, 50)
  const values = () => Object.fromEntries(keys(20).map((key) => [`cf_${key}`, `value ${at}`]))
  const update = (custom: () => object) => async () =>
    (
      await applyLoad({
        url: `${platform.url}/auth/users`,
        method: 'PUT',
        headers,
        connections: 10,
        bodies: () => JSON.stringify({ id: nextId(), name: `Name ${at}`, ...custom() }),
      })
    ).perSecond
  const updates = await compare(
    5,
    update(() => ({})),
    update(values),
  )
  const url = `${platform.url}/entities/definitions?entityId=${USER}`
  const listed = JSON.stringify(await (await fetch(url, { headers })).json())
  await using bare = await startChild('bare-h3', { BODY: listed })
  const definitions = await compare(
    3,
    async () => (await applyLoad({ url: bare.url })).perSecond,
    async () => (await applyLoad({ url, headers })).perSecond,
  )
  const list = async () =>
    (await applyLoad({ url: `${platform.url}/auth/users?pageSize=50`, headers, duration: 3 })).perSecond
  const few = await list()
  await define(50, 800)
  const many = await list()
  return [
    {
      name: 'PUT /auth/users with 20 custom values, 50 fields',
      unit: 'requests/s',
      ...updates,
      target: 0.85,
      knownMiss: 'two more statements in the transaction',
    },
    {
      name: 'GET /entities/definitions of 50 fields, warm',
      unit: 'requests/s',
      ...definitions,
      target: 0.5,
      knownMiss: 'authentication of the request',
    },
    {
      name: 'GET /auth/users of 50, 800 fields against 50',
      unit: 'requests/s',
      subject: many,
      floor: few,
      ratio: many / few,
      target: 0.9,
    },
    await validation(),
  ]
}

/** 50 fields with two rules each against ajv on the equivalent schema, in this process. */
async function validation(): Promise<Result> {
  const names = keys(50)
  const kindOf = (index: number): Kind => (index % 2 === 0 ? 'integer' : 'text')
  const compiled = compileFields(
    names.map((key, index) => ({
      id: key,
      entityId: USER,
      key,
      kind: kindOf(index),
      isLive: true,
      isDeleted: false,
      organizationId: null,
      updatedAt: new Date(0).toISOString(),
      config: FieldConfig.parse({
        validation:
          index % 2 === 0
            ? [
                { rule: 'gte', param: 0, message: 'x' },
                { rule: 'lt', param: 1000, message: 'x' },
              ]
            : [
                { rule: 'required', message: 'x' },
                { rule: 'regex', param: '^[a-z ]+$', message: 'x' },
              ],
      }),
    })),
  )
  const fields = bindFields(
    { actor: {}, scope: { tenantId, organizationId: null, organizationIds: null } } as never,
    compiled,
    {
      filtered: new Set(),
      searched: new Set(),
    },
  )
  const ajv = new Ajv2020().compile({
    type: 'object',
    properties: Object.fromEntries(
      names.map((key, index) => [
        key,
        index % 2 === 0
          ? { type: 'integer', minimum: 0, exclusiveMaximum: 1000 }
          : { type: 'string', minLength: 1, maxLength: 10_000, pattern: '^[a-z ]+$' },
      ]),
    ),
    additionalProperties: false,
  })
  const values = Object.fromEntries(names.map((key, index) => [key, index % 2 === 0 ? index : 'a short text']))
  const perSecond = async (run: () => unknown) => {
    const until = performance.now() + 1_000
    let count = 0
    while (performance.now() < until) for (let turn = 0; turn < 100; turn++, count++) await run()
    return count
  }
  const measured = await compare(
    3,
    () => perSecond(() => ajv(values)),
    () => perSecond(() => fields.parse({ values, stored: {}, isNew: false })),
  )
  return {
    name: 'validate 50 fields with rules, against ajv',
    unit: 'records/s',
    ...measured,
    target: 0.5,
    knownMiss: 'values are read, not only checked',
  }
}
