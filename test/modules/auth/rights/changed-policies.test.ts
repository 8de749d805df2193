import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changingApp, openOnes } from './_changed-policies.ts'

let app: Awaited<ReturnType<typeof changingApp>>

beforeAll(async () => {
  app = await changingApp()
  await app.fill(12_000)
})
beforeEach(async () => {
  await app.restrict(null)
  await app.restrictFields(['title', 'teamId', 'ownerId'])
})
afterAll(() => app[Symbol.asyncDispose]())

test('an export obeys a row policy that is written while it runs', async () => {
  const running = await app.beginExport('&sortField=title')
  expect(running.first).toContain('"Open 0"')
  await app.restrict(openOnes)
  const rest = await running.rest()
  // Secret titles come last, behind all that was read ahead.
  expect(rest).not.toContain('Secret')
  expect(rest.split('\n').length).toBeGreaterThan(1_000)
})

test('an export breaks off once a field policy hides one of its columns', async () => {
  const running = await app.beginExport()
  await app.restrictFields(['teamId'])
  // The rest would look as if the other rows had no values.
  await expect(running.rest()).rejects.toThrow('may read')
})

test('an export breaks off if the row that it has come to is hidden', async () => {
  const running = await app.beginExport('&sortField=title&sortDir=desc')
  expect(running.first).toContain('Secret')
  await app.restrict(openOnes)
  await expect(running.rest()).rejects.toThrow()
})

test('an event stream obeys a row policy with the next event', async () => {
  const feed = await app.openStream()
  expect(await feed.next()).toContain('Secret')
  await app.restrict(openOnes)
  // One may have been read ahead.
  await feed.next()
  for (let event = 0; event < 10; event++) {
    const titles = await feed.next()
    expect([titles?.includes('Open'), titles?.includes('Secret')]).toEqual([true, false])
  }
  await app.restrict(null)
  await expect.poll(() => feed.next()).toContain('Secret')
  await feed.close()
})

test('an event stream ends with the permission', async () => {
  const feed = await app.openStream()
  expect(await feed.next()).toContain('Secret')
  await app.admin.put('/auth/roles/acl', { roleId: app.roleId, features: ['progress.*'] })
  await expect.poll(() => feed.next(), { timeout: 5_000 }).toBe(null)
  await app.admin.put('/auth/roles/acl', { roleId: app.roleId, features: ['cases.*', 'audit_logs.*', 'progress.*'] })
})

// Uploads are in test/modules/attachments/changed-rights.test.ts.
