import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'
import { yard } from './_yard.ts'

const app = await importApp(yard)
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person([...CLERK, 'yard.*'])
const COUNT = 120
const CODES = Array.from({ length: COUNT }, (_, n) => `r${n}`)

test('others edit, delete and move records while an import updates them: no edit is lost, and the undo keeps them', async () => {
  const ids: string[] = []
  for (const code of CODES) {
    const made = await client.post('/yard/one', { code, title: `Old ${code}`, note: 'old' })
    expect(made.status, made.text).toBe(201)
    ids.push(made.body.id)
  }
  // Every row is updated, and one after the other is edited by others meanwhile.
  const bytes = `code,title,size\n${CODES.map((code, n) => `${code},New ${code},${n % 50}`).join('\n')}\nr-new,New one,3\n`
  const { id, settings } = (await postFile(client, { bytes, entity: 'yard.yard_one' })).body
  const changed = { ...settings, mode: 'both', key: { by: 'field', field: 'code' } }
  expect((await client.put('/transfer/imports', { id, settings: changed })).status).toBe(200)
  expect((await client.post(`/transfer/imports/${id}/run`)).status).toBe(202)
  const ended = new AbortController()
  const notes = new Map<number, string>()
  const deleted = new Set<number>()
  const others = async (first: number) => {
    for (let n = first, turn = 0; !ended.signal.aborted; n = (n + 7) % COUNT, turn++) {
      if (deleted.has(n)) continue
      if (n % 40 === 5) {
        const gone = await client.del(`/yard/one?id=${ids[n]}`)
        expect([200, 404]).toContain(gone.status)
        deleted.add(n)
        continue
      }
      const note = `By hand ${first} ${turn}`
      const answer = await client.put('/yard/one', { id: ids[n], note })
      expect(answer.status, answer.text).toBe(200)
      notes.set(n, note)
    }
  }
  const editing = [others(1), others(2), others(3)]
  await app.jobs().finally(() => ended.abort())
  await Promise.all(editing)
  expect(notes.size).toBeGreaterThan(0)
  const done = (await client.get(`/transfer/imports?id=${id}`)).body.items[0]
  expect(done, done.errorMessage).toMatchObject({ status: 'completed' })
  const rows = await app.sql<{ code: string; title: string; note: string; size: number }>(
    `select code, title, note, size from yard_one where code like 'r%'`,
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const { counts } = done
  // A record that was deleted before its row is created again.
  expect(counts.created + counts.updated + counts.unchanged + counts.refused).toBe(COUNT + 1)
  for (const [n, code] of CODES.entries()) {
    const row = byCode.get(code)
    if (!deleted.has(n)) expect(row).toMatchObject({ title: `New ${code}`, size: n % 50 })
    if (!deleted.has(n) && notes.has(n)) expect(row!.note).toMatch(/^By hand/)
  }
  // What somebody has written to a note is nothing that the import has changed.
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  const after = await app.sql<{ code: string; title: string; note: string }>(
    `select code, title, note from yard_one where code like 'r%'`,
  )
  for (const { code, title, note } of after) {
    const n = CODES.indexOf(code)
    if (deleted.has(n)) continue
    expect([code, title]).toEqual([code, `Old ${code}`])
    expect(note).toBe(byCode.get(code)!.note)
  }
}, 120_000)
