import { createPlatform, defineModule, type Platform, watches } from '@plinth/core'
import { tenantA, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const quiet = defineModule({ id: 'quiet', title: 'Quiet' })
const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const change = (platform: Platform, tag: string) => platform.actAs(caller, async ({ invalidate }) => invalidate(tag))

async function watch(platform: Platform, tag: string, { owner = 'somebody', every = 60_000 } = {}) {
  const gone = new AbortController()
  const source = await platform.actAs(caller, async ({ inject }) =>
    inject(watches).of(tag, { owner, tenantId: caller.scope.tenantId, signal: gone.signal, every }),
  )
  const wakes = source[Symbol.asyncIterator]()
  return { next: () => wakes.next(), end: () => gone.abort() }
}

test('a watch wakes at once, and when its tag changes on any host, but not for other tags', async () => {
  await using app = await testApp({ modules: [quiet] })
  await using other = await createPlatform({
    modules: [quiet],
    database: app.database,
    secret: testSecret,
  })
  await other.start({ workers: false })
  for (const [index, platform] of [app.platform, other].entries()) {
    // Invalidations of the platform before may still be under way.
    const tag = `mine ${index}`
    const watching = await watch(app.platform, tag)
    await watching.next()
    let isAwake = false
    const woken = watching.next().then(() => (isAwake = true))
    await change(platform, 'others')
    await new Promise((done) => setTimeout(done, 50))
    expect(isAwake).toBe(false)
    await change(platform, tag)
    await woken
    watching.end()
  }
})

test('changes while a reader is awake wake it once more, and the end wakes who waits', async () => {
  await using app = await testApp({ modules: [quiet] })
  const watching = await watch(app.platform, 'mine')
  await watching.next()
  await Promise.all([1, 2, 3].map(() => change(app.platform, 'mine')))
  await watching.next()
  const last = watching.next()
  watching.end()
  // The platform's own notices may have come in between.
  let { done } = await last
  while (!done) ({ done } = await watching.next())
})

test('a lost notice is made up for by the clock', async () => {
  await using app = await testApp({ modules: [quiet] })
  const watching = await watch(app.platform, 'mine', { every: 5 })
  for (let round = 0; round < 3; round++) expect((await watching.next()).done).toBe(false)
  watching.end()
})

test('an owner has ten watches at most; those that ended do not count', async () => {
  await using app = await testApp({ modules: [quiet] })
  const open = await Promise.all(Array.from({ length: 10 }, () => watch(app.platform, 'mine')))
  await expect(watch(app.platform, 'mine')).rejects.toMatchObject({ status: 429 })
  await watch(app.platform, 'mine', { owner: 'somebody else' })
  open[0]!.end()
  await watch(app.platform, 'mine')
})

test('a tenant has 500 watches at most, however many accounts it makes for them', async () => {
  await using app = await testApp({ modules: [quiet] })
  const of = (index: number) => watch(app.platform, 'mine', { owner: `somebody ${Math.floor(index / 10)}` })
  const open = await Promise.all(Array.from({ length: 500 }, (_, index) => of(index)))
  await expect(of(500)).rejects.toMatchObject({ status: 429, message: expect.stringContaining('at most 500') })
  open[0]!.end()
  await of(500)
})

test('a watch that its reader has left does not count, and neither does one whose signal was over before', async () => {
  await using app = await testApp({ modules: [quiet] })
  const { signal } = new AbortController()
  await app.platform.actAs(caller, async ({ inject }) => {
    const of = (whose: AbortSignal) =>
      inject(watches).of('mine', { owner: 'somebody', tenantId: caller.scope.tenantId, signal: whose })
    for (let question = 0; question < 11; question++) for await (const _ of of(signal)) break
    for (let question = 0; question < 11; question++)
      for await (const _ of of(AbortSignal.abort())) throw new Error('There is nobody to look')
  })
})
