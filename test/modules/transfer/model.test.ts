import { defineField } from '@plinth/custom-fields/testing'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooser, type Pick } from '../../undo/chooser.ts'
import { CLERK, importApp } from './_shop.ts'
import { yard, type YardName, YARDS } from './_yard.ts'

const app = await importApp(yard)
afterAll(() => app[Symbol.asyncDispose]())
const RIGHTS = [...CLERK, 'yard.*']
const admin = app.as({ features: ['*'] })
const { client } = app.person(RIGHTS)
const READ = ['code', 'title', 'size', 'note', 'price', 'soldOn', 'isOpen', 'parent', 'ownerId', 'cf_tone', 'cf_grade']
const policies = {
  fields: { read: READ, write: READ.filter((name) => name !== 'price' && name !== 'cf_tone') },
  update: { field: 'size', operator: '!=', value: 13 },
}
const restricted = app.person(RIGHTS, { policies: { 'yard.yard_one': policies, 'yard.yard_two': policies } }).client

beforeAll(async () => {
  for (const name of YARDS) {
    const entity = `yard:yard_${name}`
    const validation = [{ rule: 'regex', param: '^[a-z]*$', message: 'Small letters' }]
    await defineField(admin, entity, { key: 'tone', validation })
    const limit = [{ rule: 'lt', param: 90, message: 'Too high' }]
    await defineField(admin, entity, { key: 'grade', kind: 'integer', validation: limit, filterable: true })
  }
})

const COLUMNS = 'ext,code,title,size,note,price,soldOn,isOpen,parent,cf_tone,cf_grade'
const mapping = (name: YardName) => [
  ...COLUMNS.split(',')
    .slice(1)
    .filter((column) => column !== 'parent')
    .map((column) => ({ column, field: column })),
  { column: 'parent', field: 'parent', lookUp: { entity: `yard.yard_${name}`, by: 'code' } },
]

/** Rows for the codes of a series, of which some are refused in any of the ways that a row can be. */
function fileOf(pick: Pick, series: string, version: number): string {
  const rows = Array.from({ length: 70 }, (_, n) => n).filter(() => pick([true, true, true, true, false]))
  const lines = rows.map((n) => {
    const code = `${series}${n}`
    const cells = [
      `${series}-e${n}`,
      code,
      // Some titles are those of another row, or of a record that the file does not have.
      pick([
        `T ${code}`,
        `T ${code}`,
        `T ${code} v${version}`,
        `T ${code} v${version}`,
        pick([`T ${series}x`, `T ${code}`]),
      ]),
      pick(['', '', '5', '7', '7', '8', '13', pick(['70', '9', '9', 'many'])]),
      pick(['', 'Note', 'Note', `Note ${version}`]),
      pick(['', '', '1.5', '1.50', '2']),
      pick(['', '2026-01-02', '2026-01-02', pick(['2026-02-30', '2026-03-01'])]),
      pick(['', 'yes', 'yes', 'no']),
      pick(['', '', '', '', `${series}${n - 1}`, `${series}${n + 1}`]),
      pick(['', 'low', 'low', 'high', pick(['Loud', 'low'])]),
      pick(['', '1', '1', '2', pick(['95', '3', '3', '3'])]),
    ]
    return cells.join(',')
  })
  return `${COLUMNS}\n${lines.join('\n')}\n`
}

/** What both tables contain, with codes in the place of ids. */
async function stored(name: YardName) {
  const rows = await app.sql<{ line: object }>(
    `select to_jsonb(y) - '{id,created_at,updated_at,parent_id,tenant_id,search_text}'::text[]
       || jsonb_build_object('parent', p.code, 'external', (select jsonb_agg(e.external_id order by e.external_id)
         from transfer_external_ids e where e.record_id = y.id), 'indexed', (select jsonb_agg(jsonb_build_array(v.key, v.number))
         from plinth.custom_values v where v.id = y.id)) as line
     from yard_${name} y left join yard_${name} p on p.id = y.parent_id order by y.code`,
  )
  return rows.map(({ line }) => line)
}

/** What the entries of an import have done to each record in all, and to its external ids. */
async function logged(name: YardName, importId: string) {
  const rows = await app.sql<{ change: object }>(
    `with own as (
       select c.*, coalesce(c.after, c.before) as image from plinth.changes c join plinth.action_log l
         on l.tenant_id = c.tenant_id and l.id = c.entry_id
       where l.resource_id = $1 and c.table_name in ('yard_${name}', 'transfer_external_ids')
     )
     select jsonb_build_object('what', coalesce(image ->> 'code', image ->> 'external_id'),
       'before', (array_agg(before - $2::text[] order by seq))[1], 'after', (array_agg(after - $2::text[] order by seq desc))[1]) as change
     from own group by table_name, row_id, coalesce(image ->> 'code', image ->> 'external_id')
     order by coalesce(image ->> 'code', image ->> 'external_id'), min(seq)`,
    [importId, ['id', 'created_at', 'updated_at', 'parent_id', 'record_id', 'kind']],
  )
  return rows.map(({ change }) => change)
}

interface Given {
  readonly bytes: string
  readonly key: object
  readonly by: typeof client
}

async function importInto(name: YardName, { bytes, key, by }: Given) {
  const made = await postFile(by, { bytes, entity: `yard.yard_${name}` })
  expect(made.status, made.text).toBe(201)
  const { id, settings } = made.body
  const changed = { ...settings, mapping: mapping(name), mode: 'both', key }
  const put = await by.put('/transfer/imports', { id, settings: changed })
  expect(put.status, put.text).toBe(200)
  const rehearsed = await workOn(app, by, { id, work: 'rehearse' })
  const done = await workOn(app, by, { id, work: 'run' })
  expect(done, done.errorMessage).toMatchObject({ status: 'completed' })
  const { items: refused } = (await by.get(`/transfer/refusals?importId=${id}&pageSize=100&isRehearsal=false`)).body
  const { items: rows } = (await by.get(`/transfer/rows?importId=${id}&pageSize=100`)).body
  return {
    id: id as string,
    seen: {
      rehearsal: rehearsed.rehearsal,
      counts: done.counts,
      refused: refused.map(({ row, problems }: { row: number; problems: object[] }) => ({ row, problems })),
      rows: rows.map(({ row, isNew, label }: Record<string, unknown>) => ({ row, isNew, label })),
    },
  }
}

/** Both tables take the same steps, and are the same after each of them. */
async function inBoth<T>(step: (name: YardName) => Promise<T>): Promise<readonly [T, T]> {
  app.clock.advance(1_000)
  const one = await step('one')
  const two = await step('two')
  const same = (value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll(/yard_(?:one|two)/g, 'yard'))
  expect(same(await stored('one'))).toEqual(same(await stored('two')))
  return [one, two]
}

const KEYS = [
  { by: 'field', field: 'code' },
  { by: 'externalId', source: 'erp', column: 'ext' },
]

test.each(
  Array.from(
    { length: Number(process.env['MODEL_SEEDS'] ?? 1) },
    (_, index) => index + Number(process.env['MODEL_FROM'] ?? 1),
  ),
)(
  'rows that are written together and one after another: seed %s',
  async (seed) => {
    const pick = chooser(seed)
    const series = `s${seed}_`
    const key = KEYS[seed % KEYS.length]!
    await inBoth((name) => admin.post(`/yard/${name}`, { code: `${series}other`, title: `T ${series}x` }))
    const undoable: { readonly one: string; readonly two: string; readonly rows: readonly number[] }[] = []
    for (let version = 0; version < 3; version++) {
      const given = { bytes: fileOf(pick, series, version), key, by: version === 2 ? restricted : client }
      const [one, two] = await inBoth((name) => importInto(name, given))
      expect(one.seen).toEqual(two.seen)
      expect(await stored('one')).toContainEqual(
        expect.objectContaining({ custom: { tone: 'low', grade: 1 }, indexed: [['grade', 1]] }),
      )
      expect(await logged('one', one.id)).toEqual(await logged('two', two.id))
      undoable.push({ one: one.id, two: two.id, rows: one.seen.rows.map(({ row }: { row: number }) => row) })
      // Somebody edits some records, and sends others.
      const codes = Array.from({ length: 5 }, () => `${series}${pick(Array.from({ length: 70 }, (_, n) => n))}`)
      const kind = pick(['note', 'custom', 'send', 'delete'])
      await inBoth(async (name) => {
        for (const code of codes) {
          const [row] = await app.sql<{ id: string }>(`select id from yard_${name} where code = $1`, [code])
          if (!row) continue
          if (kind === 'note') await client.put(`/yard/${name}`, { id: row.id, note: 'By hand' })
          if (kind === 'custom') await client.put(`/yard/${name}`, { id: row.id, cf_grade: 77 })
          if (kind === 'send') await client.post(`/yard/${name}/${row.id}/send`, {})
          if (kind === 'delete') await client.del(`/yard/${name}?id=${row.id}`)
        }
      })
      const { rows } = undoable.at(-1)!
      const some = [...new Set(Array.from({ length: 8 }, () => pick(rows)))]
      const undone = await inBoth(async (name) => {
        const answer = await client.post(`/transfer/imports/${undoable.at(-1)![name]}/undo-rows`, { rows: some })
        const kept = (answer.body.kept ?? []).map(({ row, fields }: { row: number; fields: string[] }) => ({
          row,
          fields: fields.toSorted(),
        }))
        const byRow = kept.toSorted((a: { row: number }, b: { row: number }) => a.row - b.row)
        return { status: answer.status, error: answer.body.error, undone: answer.body.undone, kept: byRow }
      })
      expect(undone[0]).toEqual(undone[1])
    }
    const works = pick([['undo'], ['undo', 'redo'], ['undo', 'redo', 'undo']])
    for (const imported of undoable.toReversed())
      for (const work of works) {
        const [one, two] = await inBoth((name) => workOn(app, client, { id: imported[name], work }))
        expect([one.status, one.errorMessage]).toEqual([two.status, two.errorMessage])
        expect(one.status).toMatch(/^(?:undone|completed|failed)$/)
      }
  },
  240_000,
)
