import { describe, expect, it } from 'vitest'
import { createQueue } from '@plinth/core'

const pause = () => new Promise<void>((done) => setTimeout(done, 1))

describe('queue', () => {
  it('runs in order, never more at once than allowed', async () => {
    const enqueue = createQueue({ concurrency: 3, maxWaiting: 100 })
    const started: number[] = []
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        enqueue(async () => {
          started.push(i)
          running += 1
          most = Math.max(most, running)
          await pause()
          running -= 1
        }),
      ),
    )
    expect(most).toBe(3)
    expect(started).toEqual(Array.from({ length: 30 }, (_, i) => i))
  })

  it('gives the place back after a failure', async () => {
    const enqueue = createQueue({ concurrency: 1, maxWaiting: 1 })
    const failing = enqueue(async () => Promise.reject(new Error('no')))
    const next = enqueue(async () => 'yes')
    await expect(enqueue(pause)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await enqueue(async () => 'again')).toBe('again')
  })

  it('gives owners turns, however much one of them has sent', async () => {
    const enqueue = createQueue({ concurrency: 1, maxWaiting: 100 })
    const started: string[] = []
    const send = (owner: string) => enqueue(async () => void started.push(owner), owner)
    await Promise.all([...Array.from({ length: 5 }, () => send('many')), send('one'), send('two'), send('one')])
    expect(started).toEqual(['many', 'many', 'one', 'two', 'many', 'one', 'many', 'many'])
  })

  it('refuses whoever waits with most, not who comes last', async () => {
    const enqueue = createQueue({ concurrency: 1, maxWaiting: 4 })
    const many = Array.from({ length: 6 }, () => enqueue(pause, 'many'))
    const one = enqueue(async () => 'served', 'one')
    const results = await Promise.allSettled(many)
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(await one).toBe('served')
    await expect(createQueue({ concurrency: 0, maxWaiting: 0 })(pause)).rejects.toMatchObject({ code: 'unavailable' })
  })

  describe('strangers in any number', () => {
    const flood = (count: number) => {
      const enqueue = createQueue({ concurrency: 1, maxWaiting: 8, keptForKnown: 2 })
      const ended: string[] = []
      const send = (owner: string, isKnown = false) =>
        enqueue(pause, owner, { isKnown }).then(
          () => ended.push(`${owner} served`),
          () => ended.push(`${owner} refused`),
        )
      const strangers = Array.from({ length: count }, (_, i) => send(`stranger ${i}`))
      return { send, ended, settled: (others: readonly Promise<unknown>[]) => Promise.all([...strangers, ...others]) }
    }

    it('do not keep a known owner from being served, nor let them wait long', async () => {
      const { send, ended, settled } = flood(20)
      await settled([send('one', true), send('two', true)])
      expect(ended.filter((end) => end.endsWith('refused'))).toHaveLength(13)
      const served = ended.filter((end) => end.endsWith('served'))
      expect(served.slice(0, 4)).toEqual(['stranger 0 served', 'one served', 'stranger 1 served', 'two served'])
    })

    it('lose the newest of them to a known owner when every place is taken', async () => {
      const { send, ended, settled } = flood(7)
      await settled(['one', 'two', 'three', 'four'].map((owner) => send(owner, true)))
      expect(ended.slice(0, 2)).toEqual(['stranger 6 refused', 'stranger 5 refused'])
      expect(ended.filter((end) => end.endsWith('refused'))).toHaveLength(2)
    })

    it('keep their places from one known owner who sends much', async () => {
      const { send, ended, settled } = flood(7)
      await settled(Array.from({ length: 10 }, () => send('one', true)))
      expect(ended.filter((end) => end.endsWith('refused'))).toEqual(Array.from({ length: 8 }, () => 'one refused'))
    })
  })
})
