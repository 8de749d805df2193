import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changingApp, openOnes } from './_changed-policies.ts'

const ROWS = Number(process.env['POLICY_ROWS'] ?? 100_000)
const CHANGES = 12
/** Rows that were read before a change and wait to be sent: 64 KiB, and the pages at both ends. */
const AHEAD = 5 * 1_000

const isSecret = (line: string) => line.includes('"Secret')

test(
  'lists, exports and writes obey policies that change again and again while they run',
  { timeout: 1_800_000 },
  async () => {
    await using app = await changingApp()
    await app.fill(ROWS)
    const { clerk, restrict } = app
    let isRestricted = false
    let change = 0
    const counts = { lists: 0, exports: 0, exported: 0, broken: 0, writes: 0, refused: 0 }
    const ends = new AbortController()
    const faults: string[] = []

    /** Each request sees what counted when it began, or what has begun to count since. */
    async function obeys(what: string, work: () => Promise<boolean>) {
      const [before, wasRestricted] = [change, isRestricted]
      const showsSecrets = await work()
      if (showsSecrets && wasRestricted && change === before) faults.push(`${what} showed secrets`)
    }
    const reading = async () => {
      while (!ends.signal.aborted) {
        await obeys('a list', async () => {
          const { status, body } = await clerk.get('/cases/cases?sortField=title&sortDir=desc&pageSize=100')
          expect(status).toBe(200)
          counts.lists++
          return body.items.some(({ title }: { title: string }) => title.startsWith('Secret'))
        })
      }
    }
    const writing = async () => {
      const [row] = await app.sql(`select id from cases where title like 'Secret%' limit 1`)
      while (!ends.signal.aborted) {
        await obeys('a write', async () => {
          const { status } = await clerk.put('/cases/cases', { id: row!['id'], title: `Secret ${counts.writes++}` })
          expect([200, 403, 404]).toContain(status)
          if (status !== 200) counts.refused++
          return status === 200
        })
      }
    }
    /** In the order of ids, secrets are everywhere; once a change counts, only what was read ahead may have them. */
    const exporting = async () => {
      while (!ends.signal.aborted) {
        const { first, next } = await app.beginExport()
        let text = first
        let [since, lines] = [change, 0]
        try {
          for (let chunk = first; chunk !== ''; chunk = await next()) {
            if (since !== change) [since, lines] = [change, 0]
            const wasRestricted = isRestricted
            const received = chunk.split('\n').filter(Boolean)
            lines += received.length
            if (wasRestricted && since === change && lines - received.length > AHEAD && received.some(isSecret))
              faults.push(`an export showed secrets ${lines} rows after change ${change}`)
            text = chunk
            counts.exported += received.length
          }
          counts.exports++
        } catch {
          // The row that it had come to was hidden.
          counts.broken++
        }
        expect(text).not.toBe(undefined)
      }
    }
    const work = [reading(), reading(), writing(), exporting(), exporting()]
    for (; change < CHANGES;) {
      await sleep(1_500)
      // What is in between counts as neither.
      const isNext: boolean = !isRestricted
      if (!isNext) isRestricted = false
      await restrict(isNext ? openOnes : null)
      change++
      isRestricted = isNext
    }
    await sleep(1_500)
    // The last one leaves everything, so that an export comes to its end.
    expect(isRestricted).toBe(false)
    ends.abort()
    await Promise.all(work)
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    expect(faults).toEqual([])
    expect(counts.exported).toBeGreaterThan(ROWS)
    expect(counts.refused).toBeGreaterThan(0)
  },
)
