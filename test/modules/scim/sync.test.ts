import type { Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { connect, scimApp, USER } from './_scim.ts'

/** `npm run campaign:scim` synchronizes ten thousand people. */
const PEOPLE = Number(process.env['SCIM_PEOPLE'] ?? 100)
/** Requests that a provider has under way at the same time. */
const LANES = 8
/** Deactivated by mistake. */
const MISTAKEN = Math.min(500, PEOPLE)
/** Milliseconds that a synchronization of ten thousand people may take on an idle machine. */
const FIRST = 120_000
const UNCHANGED = 20_000
const TIMEOUT = { timeout: 120_000 + 60 * PEOPLE }

const person = (index: number) => ({
  schemas: [USER],
  userName: `person-${index}@corp.example`,
  externalId: `e-${index}`,
  displayName: `Person ${index}`,
  emails: [{ value: `person-${index}@corp.example`, type: 'work', primary: true }],
  active: true,
})

/** Does something for everybody, a few at a time, and returns how long that took. */
async function forEverybody(people: number, work: (index: number) => Promise<void>): Promise<number> {
  const began = performance.now()
  let next = 0
  const lane = async () => {
    while (next < people) await work(next++)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return performance.now() - began
}

/** What a provider does for one person: looks them up, and writes what differs. */
async function synchronize(provider: Client, index: number): Promise<void> {
  const wanted = person(index)
  const found = await provider.get(`/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${wanted.userName}"`)}`)
  if (found.status !== 200) throw new Error(`${found.status} ${found.text}`)
  const [known] = found.body.Resources
  if (known?.displayName === wanted.displayName && known.active === wanted.active) return
  const written = known
    ? await provider.put(`/scim/v2/Users/${known.id}`, wanted)
    : await provider.post('/scim/v2/Users', wanted)
  if (written.status > 299) throw new Error(`${written.status} ${written.text}`)
}

test(
  'everybody is synchronized, again without an entry, and a mistaken deactivation is taken back at once',
  TIMEOUT,
  async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const entries = async () => Number((await app.sql('select count(*) from plinth.action_log'))[0]!['count'])
    const active = async () =>
      Number((await app.sql(`select count(*) from users where email like 'person-%' and is_active`))[0]!['count'])
    const first = await forEverybody(PEOPLE, (index) => synchronize(provider, index))
    expect(await active()).toBe(PEOPLE)
    const before = await entries()
    const unchanged = await forEverybody(PEOPLE, (index) => synchronize(provider, index))
    expect(await entries()).toBe(before)
    console.log(`${PEOPLE} people: first ${Math.round(first)} ms, unchanged ${Math.round(unchanged)} ms`)
    if (PEOPLE >= 10_000) {
      expect(first).toBeLessThan(FIRST)
      expect(unchanged).toBeLessThan(UNCHANGED)
    }
    // Others replace everybody with what they have: still nothing has changed.
    await forEverybody(Math.min(PEOPLE, 200), async (index) => {
      const filter = encodeURIComponent(`externalId eq "e-${index}"`)
      const [known] = (await provider.get(`/scim/v2/Users?filter=${filter}`)).body.Resources
      expect((await provider.put(`/scim/v2/Users/${known.id}`, person(index))).status).toBe(200)
    })
    expect(await entries()).toBe(before)

    const since = app.clock.now.toISOString()
    app.clock.advance(1_000)
    const ids = (
      await app.sql(`select id from users where email like 'person-%' order by email limit $1`, [MISTAKEN])
    ).map(({ id }) => String(id))
    await forEverybody(ids.length, async (index) => {
      const body = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      }
      expect((await provider.patch(`/scim/v2/Users/${ids[index]}`, body)).status).toBe(200)
    })
    expect(await active()).toBe(PEOPLE - MISTAKEN)
    const [one] = await app.sql('select service_account_id from scim_users limit 1')
    const admin = app.as({ features: ['scim.*', 'auth.*', 'audit_logs.*'] })
    const restored = await admin.post('/scim/reactivate', { serviceAccountId: one!['service_account_id'], since })
    expect(restored.body).toEqual({ reactivated: MISTAKEN })
    expect(await active()).toBe(PEOPLE)
  },
)
