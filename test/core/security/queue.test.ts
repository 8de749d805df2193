import { describe, expect, it } from 'vitest'
import { createQueue } from '../../../packages/core/src/security/queue.ts'

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
})
