import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { picture } from '@plinth/attachments/testing'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { catalog } from '@plinth/catalog'
import { businessRules } from '@plinth/business-rules'
import { guardRule, rulesPath } from '@plinth/business-rules/testing'
import { provide } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform } from '@plinth/testing'
import { transfer } from '@plinth/transfer'
import { postFile, workOn } from '@plinth/transfer/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework } from './_cases.ts'
import { depot } from './_depot.ts'

let app: TestPlatform
let admin: Client
let clerk: Client & { readonly roleId: string }
let supplier: string
let few: Stored
let many: Stored
let tag: string
let root: string

interface Stored {
  readonly id: string
  readonly hidden: typeof FEW
}

/** Hidden values of two parts that look alike. */
const FEW = {
  cost: 1_111_111,
  margin: 3,
  dueAt: '2031-03-04T05:06:07.000Z',
  note: 'Few',
  cf_amount: 41,
  cf_day: '2031-03-05',
}
const MANY = {
  cost: 7_777_777,
  margin: 9,
  dueAt: '2044-10-11T12:13:14.000Z',
  note: 'Many',
  cf_amount: 97,
  cf_day: '2044-10-12',
}
/** Shorter ones are in ids as well. */
const isTelling = (value: unknown) => String(value).length > 3
const TOLD = [FEW, MANY].flatMap((values) => Object.values(values).filter(isTelling))
const FEATURES = [
  'depot.*',
  'audit_logs.*',
  'dashboards.*',
  'analytics.*',
  'transfer.*',
  'ai_assistant.*',
  'cases.*',
  'attachments.*',
  'progress.*',
  'entities.*',
  'catalog.*',
]
const READS = { 'depot.part': { read: ['title', 'supplier', 'batches.label'] }, 'depot.supplier': { read: ['name'] } }

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plinth-oracles-'))
  app = await authApp({
    services: [provide(storage, () => localStorage({ root }))],
    modules: [
      progress,
      apiKeys,
      customFields,
      catalog,
      auditLogs,
      dashboards,
      businessRules(),
      attachments(),
      transfer,
      aiAssistant({}),
      casework,
      depot,
    ],
  })
  admin = superAdminOf(app)
  for (const [key, kind] of [
    ['amount', 'integer'],
    ['day', 'date'],
  ])
    await made('/entities/definitions', { entityId: 'depot:part', key, kind, configJson: { filterable: true } })
  supplier = await made('/depot/suppliers', { name: 'S', iban: 'DE-7777777' })
  clerk = await person(READS)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

beforeEach(async () => {
  tag = crypto.randomUUID().slice(0, 8)
  const store = async (hidden: typeof FEW) => ({
    hidden,
    id: await made('/depot/parts', { title: tag, supplier, ...hidden, batches: [{ label: 'L', price: hidden.cost }] }),
  })
  few = await store(FEW)
  many = await store(MANY)
})

async function made(path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body)
  expect([answer.status < 300, answer.text]).toEqual([true, expect.any(String)])
  return answer.body.id
}

async function person(fields: object, rows: object = {}) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: FEATURES })
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies: fields })).status).toBe(200)
  expect((await admin.put('/auth/roles/row-policies', { roleId, policies: rows })).status).toBe(200)
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { roleId, userId })
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Answers about the two parts are the same but for ids and times, and contain no hidden value. */
async function expectAlike(ask: (part: Stored) => Promise<Answer>): Promise<Answer> {
  const [one, other] = [await ask(few), await ask(many)]
  for (const { text } of [one, other]) for (const value of TOLD) expect(text).not.toContain(String(value))
  expect([other.status, plain(other.text)]).toEqual([one.status, plain(one.text)])
  return one
}

const plain = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\b800[\w-]{40,}/g, 'TOKEN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

/** A request with a body and headers. */
const withHeaders = (body: object | undefined, headers: Record<string, string>) => ({
  ...(body && { body: JSON.stringify(body) }),
  headers: { 'content-type': 'application/json', ...headers },
})

const list = (query: string) => clerk.get(`/depot/parts?title=${tag}&${query}`)
const undo = (client: Client, token: string) => client.post('/audit_logs/audit-logs/actions/undo', { undoToken: token })

describe('lists', () => {
  const names = [
    'cost',
    'margin',
    'dueAt',
    'total',
    'note',
    'cf_amount',
    'cf_day',
    'cf:amount',
    'createdAt',
    'custom',
    'searchText',
  ]
  test.each(names)('are not sorted by %s', async (name) => {
    expect((await list(`sortField=${name}`)).status).toBe(400)
    expect((await list(`sortField=${name}&sortDir=desc&pageSize=1`)).status).toBe(400)
  })

  test.each(names)('are not filtered by %s', async (name) => {
    const key = name as keyof typeof FEW
    for (const operator of ['', '_gte', '_lt', '_in', '_ne'])
      await expectAlike(({ hidden }) => list(`${name}${operator}=${encodeURIComponent(String(hidden[key] ?? 'x'))}`))
    const { status, body } = await list(`${name}_gte=1`)
    // A parameter that is not there is ignored, as it is for everybody.
    if (status === 200) expect(body.total).toBe(2)
    else expect(status).toBe(400)
  })

  test('are not searched by hidden numbers, dates or values of lines', async () => {
    await expectAlike(({ hidden }) => list(`search=${hidden.cost}`))
    for (const values of [FEW, MANY])
      for (const value of Object.values(values).filter(isTelling))
        expect([value, (await clerk.get(`/depot/parts?search=${encodeURIComponent(value)}`)).body.total]).toEqual([
          value,
          0,
        ])
  })

  test('show nothing of related rows and lines, in any format', async () => {
    for (const format of ['csv', 'json', 'jsonl', 'xml', 'xlsx'])
      await expectAlike(({ id }) => list(`id=${id}&expand=batches,supplier&format=${format}`))
    expect((await list('expand=batches,supplier')).text).not.toContain('DE-7777777')
    for (const query of [`supplier.iban=DE-7777777`, `batches.price=${FEW.cost}`, 'sortField=supplier.iban'])
      await expectAlike(() => list(query))
  })

  test('give no other version or digest to what differs in hidden fields alone', async () => {
    await app.sql(`update depot_parts set updated_at = '2026-01-01', created_at = '2026-01-01' where title = $1`, [tag])
    const [one, other] = await Promise.all([few, many].map(({ id }) => clerk.get(`/depot/parts?id=${id}`)))
    expect(Object.keys(one!.body.items[0]).toSorted()).toEqual(Object.keys(other!.body.items[0]).toSorted())
    const lengthOf = (answer: typeof one) => answer!.text.length
    expect(lengthOf(one)).toBe(lengthOf(other))
    const etag = (answer: typeof one) => answer!.headers.get('etag')
    if (etag(one)) {
      await app.sql('update depot_parts set cost = 5, margin = 6 where id = $1', [few.id])
      expect(etag(await clerk.get(`/depot/parts?id=${few.id}`))).toBe(etag(one))
    }
  })
})

describe('writes', () => {
  const keys = Object.keys(FEW) as (keyof typeof FEW)[]
  test.each(keys)('of %s are refused, the right value like a wrong one', async (key) => {
    const asked = async (value: unknown) => {
      const answer = await expectAlike(({ id }) => clerk.put('/depot/parts', { id, [key]: value }))
      return [answer.status, plain(answer.text)]
    }
    const answers = [await asked(FEW[key]), await asked(MANY[key]), await asked(null)]
    expect(answers[0]![0]).toBe(403)
    expect(answers[1]).toEqual(answers[0])
    const created = await clerk.post('/depot/parts', { title: tag, supplier, [key]: FEW[key] })
    expect([created.status, created.body.fields]).toEqual([403, [key]])
  })

  test('of custom fields are refused by each of their names', async () => {
    for (const form of [
      { customFields: { amount: 41 } },
      { customValues: { amount: 41 } },
      { 'cf:amount': 41 },
      { cf_amount: 41, customFields: { day: '2031-03-05' } },
      { custom: { amount: 41 } },
    ]) {
      await expectAlike(({ id }) => clerk.put('/depot/parts', { id, ...form }))
      const [row] = await app.sql<{ custom: object }>('select custom from depot_parts where id = $1', [many.id])
      expect([form, row!.custom]).toEqual([form, { amount: 97, day: '2044-10-12' }])
    }
  })

  test('of lines leave what is hidden in them', async () => {
    const { body } = await clerk.get(`/depot/parts?id=${many.id}&expand=batches`)
    const [line] = body.items[0].batches
    await expectAlike(async ({ id }) => clerk.put('/depot/parts', { id, batches: [{ label: 'new', price: 0 }] }))
    const answer = await clerk.put('/depot/parts', { id: many.id, batches: [{ id: line.id, label: 'M' }] })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    expect(await app.sql('select label, price::int from depot_batches where part_id = $1', [many.id])).toEqual([
      { label: 'M', price: MANY.cost },
    ])
  })

  test('that are too late tell nothing of what has changed', async () => {
    const version = '2020-01-01T00:00:00.000Z'
    const late = await expectAlike(({ id }) =>
      clerk.send(
        'PUT',
        '/depot/parts',
        withHeaders({ id, title: `${tag} late` }, { [wire.expectedUpdatedAtHeader]: version }),
      ),
    )
    expect(late.status).toBe(409)
  })

  test('are not repeated under a key once their fields are hidden', async () => {
    const other = await person({ 'depot.part': { read: ['title', 'supplier', 'cost'] } })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { title: tag, supplier, cost: 5 }
    const first = await other.send('POST', '/depot/parts', withHeaders(body, key))
    expect(first.status).toBe(201)
    await admin.put('/auth/roles/field-policies', { roleId: other.roleId, policies: READS })
    const again = await other.send('POST', '/depot/parts', withHeaders(body, key))
    expect(again.text).not.toContain('cost":5')
    expect([201, 403]).toContain(again.status)
    expect((await admin.get(`/depot/parts?title=${tag}`)).body.total).toBe(3)
  })
})

describe('undo', () => {
  test('of what a hidden field has changed since names only what may be read', async () => {
    const conflicts = await expectAlike(async ({ id, hidden }) => {
      const own = await clerk.put('/depot/parts', { id, title: `${tag} mine` })
      await admin.put('/depot/parts', { id, title: `${tag} theirs`, cost: hidden.cost + 1, margin: 1, cf_amount: 5 })
      return undo(clerk, own.operation!.undoToken!)
    })
    expect(conflicts.status).toBe(400)
    for (const name of ['cost', 'margin', 'amount']) expect(conflicts.text).not.toContain(name)
  })

  test('is answered alike, whatever became of hidden fields', async () => {
    await expectAlike(async ({ id }) => {
      const own = await clerk.put('/depot/parts', { id, title: `${tag} mine` })
      await admin.put('/depot/parts', { id, cost: 8, margin: 1, cf_day: '2030-01-01' })
      return undo(clerk, own.operation!.undoToken!)
    })
  })

  test('of a deletion gives nothing back to whoever asks for a preview or the log', async () => {
    const removed = await expectAlike(({ id }) => clerk.del('/depot/parts', { id }))
    expect(removed.status).toBe(200)
    const log = await expectAlike(({ id }) => clerk.get(`/audit_logs/audit-logs/actions?resourceId=${id}`))
    expect(log.status).toBe(200)
  })

  test('and the log in each format show no hidden field', async () => {
    for (const { id, hidden } of [few, many])
      await admin.put('/depot/parts', {
        id,
        title: `${tag} 2`,
        cost: hidden.cost + 1,
        cf_amount: 3,
        dueAt: hidden.dueAt,
      })
    for (const format of ['csv', 'json', 'jsonl'])
      await expectAlike(({ id }) =>
        clerk.get(`/audit_logs/audit-logs/actions?resourceKind=depot.part&resourceId=${id}&format=${format}`),
      )
    await expectAlike(({ id }) => clerk.get(`/audit_logs/audit-logs/actions?resourceId=${id}&search=cost`))
  })
})

describe('dashboards', () => {
  const ask = (request: object) =>
    clerk.post('/dashboards/widgets/data', {
      entityType: 'depot:parts',
      metric: { field: 'id', aggregate: 'count' },
      ...request,
    })
  test.each(['cost', 'spent', 'cf_amount', 'cf_day', 'total', 'dueAt'])(
    'neither group, sum nor filter by %s',
    async (field) => {
      for (const request of [
        ...['sum', 'avg', 'min', 'max', 'count'].map((aggregate) => ({ metric: { field, aggregate } })),
        { groupBy: { field } },
        { groupBy: { field: 'title' }, splitBy: { field } },
        { filters: [{ field, operator: 'gt', value: 1 }] },
        { filters: [{ field, operator: 'is_null' }] },
        { dateRange: { field, preset: 'today' } },
      ]) {
        const { status, text } = await ask(request)
        expect([request, status]).toEqual([request, 400])
        for (const value of TOLD) expect(text).not.toContain(String(value))
      }
    },
  )
})

describe('rules', () => {
  test('do not say in their messages what hidden fields contain', async () => {
    const rule = (ruleId: string, more: object) =>
      made(rulesPath, {
        ...guardRule,
        ruleId: `${ruleId}-${tag}`,
        entityType: 'depot:part',
        eventType: 'beforeSave',
        ...more,
      })
    await rule('G', {
      conditionExpression: { field: 'title', operator: '!=', value: `${tag} refused` },
      failureActions: [
        {
          type: 'SHOW_ERROR',
          config: {
            message:
              '{{data.title}} costs {{data.cost}} by {{data.cf_day}}, was {{data.before.cost}} {{data.before}} {{data.batches}}',
          },
        },
      ],
    })
    const answer = await expectAlike(({ id }) => clerk.put('/depot/parts', { id, title: `${tag} refused` }))
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining(`${tag} refused costs … by …, was … … …`),
    ])
  })
})

describe('relations', () => {
  test('are offered by labels that may be read', async () => {
    const id = await made('/catalog/products', { title: `Zanzibar ${tag}` })
    const guest = await person({ 'catalog.product': { read: ['sku'] } })
    const ask = (client: Client, query: string) =>
      client.get(`/entities/relations/options?entityId=catalog:catalog_product&${query}`)
    expect((await ask(admin, `ids=${id}`)).body.items).toEqual([{ value: id, label: `Zanzibar ${tag}` }])
    expect((await ask(guest, `ids=${id}`)).body.items).toEqual([{ value: id, label: id }])
    expect((await ask(guest, `q=${tag}`)).body.items).toEqual([])
  })
})

describe('imports', () => {
  test.each(['cost', 'dueAt', 'cf_amount', 'margin'])('neither find nor change records by %s', async (field) => {
    const file = (value: unknown) => new TextEncoder().encode(`title,value\n${tag} new,${String(value)}\n`)
    const answers = []
    for (const hidden of [FEW, MANY]) {
      const bytes = file(hidden[field as keyof typeof FEW])
      const { body: imported } = await postFile(clerk, { bytes, entity: 'depot.part' })
      const settings = {
        ...imported.settings,
        mode: 'update',
        key: { by: 'field', field },
        mapping: [
          { column: 'title', field: 'title' },
          { column: 'value', field },
        ],
      }
      const saved = await clerk.put('/transfer/imports', { id: imported.id, settings })
      answers.push([saved.status, plain(saved.text)])
      if (saved.status === 200) {
        await workOn(app, clerk, { id: imported.id, work: 'rehearse' }).catch((error: unknown) => error)
        const refused = await clerk.get(`/transfer/imports/${imported.id}/refusals`)
        answers.push([refused.status, plain(refused.text)])
      }
    }
    const half = answers.length / 2
    expect(answers.slice(half)).toEqual(answers.slice(0, half))
    expect((await admin.get(`/depot/parts?title=${tag}`)).body.total).toBe(2)
  })
})

describe('assistants', () => {
  const call = (toolName: string, args: object) => clerk.post('/ai_assistant/tools/execute', { toolName, args })
  test.each(['cost', 'cf_amount', 'dueAt'])('neither ask for %s nor write it', async (field) => {
    for (const parameter of [field, `${field}_gte`, `${field}_lt`])
      await expectAlike(({ hidden }) =>
        call('depotListParts', { title: tag, [parameter]: hidden[field as keyof typeof FEW] }),
      )
    await expectAlike(() =>
      call('depotListParts', { title: tag, sortField: field, pageSize: 1 }).then(({ status }) => ({
        status,
        text: '',
      })),
    )
    await expectAlike(({ id, hidden }) => call('depotUpdatePart', { id, [field]: hidden[field as keyof typeof FEW] }))
  })
})

describe('rows that are hidden', () => {
  const isMine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const unknown = 'f0000000-0000-4000-8000-00000000000f'

  test('are answered like ids that do not exist, by each route and verb', async () => {
    const guest = await person({}, { 'cases.case': { read: isMine } })
    const hidden = await made('/cases/cases', { title: `Hidden ${tag}` })
    const share = await made(`/cases/cases/${hidden}/shares`, { with: 'user', subjectId: guest.userId })
    await admin.send('DELETE', `/cases/cases/${hidden}/shares/${share}`)
    const late = { [wire.expectedUpdatedAtHeader]: '2020-01-01T00:00:00.000Z' }
    const body = (id: string) => ({ id, title: 'x', ownerId: guest.userId })
    const asks: Record<string, (id: string) => Promise<Answer>> = {
      list: (id) => guest.get(`/cases/cases?id=${id}`),
      ids: (id) => guest.get(`/cases/cases?ids=${id}`),
      update: (id) => guest.put('/cases/cases', body(id)),
      'late update': (id) => guest.send('PUT', '/cases/cases', withHeaders(body(id), late)),
      remove: (id) => guest.send('DELETE', `/cases/cases?id=${id}`),
      'late remove': (id) => guest.send('DELETE', `/cases/cases?id=${id}`, withHeaders(undefined, late)),
      shares: (id) => guest.get(`/cases/cases/${id}/shares`),
      share: (id) => guest.post(`/cases/cases/${id}/shares`, { with: 'user', subjectId: guest.userId }),
      unshare: (id) => guest.send('DELETE', `/cases/cases/${id}/shares/${share}`),
      note: (id) => guest.post('/cases/notes', { text: 'x', case: id }),
      log: (id) => guest.get(`/audit_logs/audit-logs/actions?resourceKind=cases.case&resourceId=${id}`),
      files: (id) => guest.get(`/attachments?entityId=cases:case&recordId=${id}`),
      create: (id) => guest.post('/cases/cases', { ...body(id), ownerId: undefined }),
      tool: (id) => guest.post('/ai_assistant/tools/execute', { toolName: 'casesUpdateCase', args: body(id) }),
      explain: (id) =>
        guest.get(`/auth/access/explain?userId=${guest.userId}&feature=cases.view&kind=cases.case&recordId=${id}`),
    }
    for (const [name, ask] of Object.entries(asks)) {
      const [one, other] = [await ask(hidden), await ask(unknown)]
      expect([name, one.status, plain(one.text)]).toEqual([name, other.status, plain(other.text)])
    }
  })

  test('are not repeated under a key', async () => {
    const guest = await person({})
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { title: `Own ${tag}` }
    const first = await guest.send('POST', '/cases/cases', withHeaders(body, key))
    await admin.put('/auth/roles/row-policies', {
      roleId: guest.roleId,
      policies: { 'cases.case': { read: { field: 'title', operator: '=', value: 'none' } } },
    })
    const again = await guest.send('POST', '/cases/cases', withHeaders(body, key))
    expect([first.status, again.text.includes(tag)]).toEqual([201, false])
  })

  test('have no files, thumbnails or metadata', async () => {
    const hidden = await made('/catalog/products', { title: `Hidden ${tag}` })
    const guest = await person(
      {},
      { 'catalog.product': { read: { field: 'id', operator: 'NOT_IN', value: [hidden] } } },
    )
    const form = new FormData()
    form.set('entityId', 'catalog:product')
    form.set('recordId', hidden)
    form.set('partitionCode', 'privateAttachments')
    form.set('file', new Blob([await picture(300, 200)], { type: 'image/png' }), `plan-${tag}.png`)
    const uploaded = await admin.fetch('/attachments', { method: 'POST', body: form })
    const { item } = (await uploaded.json()) as { item: { id: string } }
    expect(uploaded.status).toBeLessThan(300)
    expect((await admin.get(`/attachments/image/${item.id}?width=64`)).status).toBe(200)
    for (const path of [
      '/attachments/file/ID',
      '/attachments/image/ID?width=64',
      '/attachments/library/ID',
      '/attachments/ID',
      '/attachments/file/ID?download=1',
    ]) {
      const [one, other] = [await guest.get(path.replace('ID', item.id)), await guest.get(path.replace('ID', unknown))]
      expect([path, one.status, plain(one.text)]).toEqual([path, other.status, plain(other.text)])
      expect(one.text).not.toContain(tag)
    }
  })
})
