import { defineModule, get, post, signedIn, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { command, createItem } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const Code = z.object({ code: z.string() })
const fail = (code: string) => sql`select lab_fail(${code})`
const failing = command('fail', async ({ db, input }) => fail(input.name!).execute(db))
const trouble = defineModule({
  id: 'lab',
  title: 'Lab',
  commands: [failing],
  routes: [
    get('/trouble', { access: signedIn, query: Code, response: z.object({}) }, async ({ db, query }) => {
      await fail(query.code).execute(db)
      return {}
    }),
    post('/trouble', { access: signedIn, body: Code, response: z.object({}) }, async ({ run, body }) => {
      await run(failing, { name: body.code })
      return {}
    }),
  ],
})

async function openTrouble() {
  const app = await testApp({ modules: [trouble] })
  await app.sql(`create function lab_fail(code text) returns void language plpgsql as $$
    begin raise exception using errcode = code, message = 'The server failed'; end $$`)
  return app
}

const READ_ONLY = 'The database is read-only'
const FULL = 'The disk of the database is full'
const GONE = 'The database cannot be reached'
const FILES = 'The database cannot read or write its files'

test('trouble of the server is 503, says when to come again, and what is wrong; never more', async () => {
  await using app = await openTrouble()
  const client = app.as({ features: [] })
  const seen: unknown[] = []
  const codes =
    '53000 53100 53200 53400 58000 58030 58P01 57P01 57P02 57P03 57P04 57P05 08000 08003 08006 08007 40003 25P04 57014 55P03'
  for (const code of codes.split(' '))
    for (const answer of [await client.get(`/trouble?code=${code}`), await client.post('/trouble', { code })])
      seen.push([code, answer.status, answer.headers.get('retry-after'), answer.body.error])
  const slow = 'The request took too long'
  const said = (code: string) =>
    ({
      '53000': 'The database lacks resources',
      '53100': FULL,
      '53200': 'The database is out of memory',
      '53400': slow,
      '25P04': slow,
      '57014': slow,
      '55P03': 'Too many concurrent changes. Please try again',
    })[code] ?? (code.startsWith('58') ? FILES : GONE)
  expect(seen).toEqual(codes.split(' ').flatMap((code) => [0, 1].map(() => [code, 503, '5', said(code)])))
  // A command may write, so it is the server that does not. A handler that only reads may not.
  expect(await client.post('/trouble', { code: '25006' })).toMatchObject({ status: 503, body: { error: READ_ONLY } })
  expect((await client.get('/trouble?code=25006')).status).toBe(500)
})

test('a full disk is told until it takes writes again, and a read-only server as long as it is', async () => {
  await using app = await openTrouble()
  const { platform } = app
  const healthy = { isHealthy: true, findings: [] }
  expect(await platform.health()).toEqual(healthy)
  await app.as({ features: [] }).post('/trouble', { code: '53200' })
  await app.as({ features: [] }).get('/trouble?code=25006')
  expect(await platform.health()).toEqual(healthy)
  await app.as({ features: [] }).post('/trouble', { code: '53100' })
  expect(await platform.health()).toEqual({ isHealthy: false, findings: [FULL] })
  expect(await platform.isHealthy()).toBe(false)
  await expect.poll(() => platform.health(), { timeout: 10_000, interval: 500 }).toEqual(healthy)
})

test('a server that its operator has made read-only takes no writes, serves reads, and is told', async () => {
  await using lab = await openLab()
  const write = (name: string) => lab.do(({ run }) => run(createItem, { name }))
  const setReadOnly = async (value: 'on' | 'off') => {
    await lab.sql(
      `alter database ${new URL(lab.databaseUrl).pathname.slice(1)} set default_transaction_read_only = ${value}`,
    )
    await lab.sql(`begin read write; select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'plinth%'; commit`)
    // The connections that are gone are found out by the first work on them.
    await lab.platform.health()
  }
  await write('before')
  await setReadOnly('on')
  await expect
    .poll(() => write('meanwhile').catch((error: unknown) => error))
    .toMatchObject({
      status: 503,
      message: READ_ONLY,
      headers: { 'retry-after': '5' },
    })
  expect(await lab.platform.health()).toEqual({ isHealthy: false, findings: [READ_ONLY] })
  expect(await lab.do(({ db }) => sql<{ name: string }>`select name from items`.execute(db))).toMatchObject({
    rows: [{ name: 'before' }],
  })
  await setReadOnly('off')
  await expect.poll(() => lab.platform.health()).toEqual({ isHealthy: true, findings: [] })
  await write('after')
})
