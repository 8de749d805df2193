import { Argon2id } from 'oslo/password'
import { describe, expect, it } from 'vitest'
import { createPasswords } from '@plinth/auth'

const CHEAP = { memory: 64, iterations: 1, parallelism: 1 }
const FORMAT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

describe('passwords', () => {
  it('hashes as the decision "Passwords" asks, salted, and verifies', async () => {
    const passwords = createPasswords()
    const [one, two] = await Promise.all([passwords.hash('Pä55word!'), passwords.hash('Pä55word!')])
    expect(one).toMatch(FORMAT)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'Pä55word!')).toEqual({ ok: true, needsRehash: false })
    expect(await passwords.verify(one, 'pä55word!')).toEqual({ ok: false, needsRehash: false })
  })

  it('asks for a rehash when the parameters changed, only for the right password', async () => {
    const old = await createPasswords({ parameters: CHEAP }).hash('right')
    const passwords = createPasswords({ parameters: { ...CHEAP, iterations: 2 } })
    expect(await passwords.verify(old, 'right')).toEqual({ ok: true, needsRehash: true })
    expect(await passwords.verify(old, 'wrong')).toEqual({ ok: false, needsRehash: false })
  })

  it('treats composed and decomposed characters alike', async () => {
    const passwords = createPasswords({ parameters: CHEAP })
    expect((await passwords.verify(await passwords.hash('e\u0301'), '\u00e9')).ok).toBe(true)
  })

  it.each([
    null,
    '',
    'plain',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=16$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=99999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=64,t=1,p=1$!!$??',
  ])('no password matches the unusable hash %j, and none of them throws', async (hash) => {
    const passwords = createPasswords({ parameters: CHEAP })
    expect(await passwords.verify(hash, 'anything')).toEqual({ ok: false, needsRehash: false })
  })

  it('never lets two long passwords match because both were cut', async () => {
    const passwords = createPasswords({ parameters: CHEAP })
    const hash = await passwords.hash('x'.repeat(1024))
    expect((await passwords.verify(hash, 'x'.repeat(1024))).ok).toBe(true)
    expect((await passwords.verify(hash, 'x'.repeat(1025))).ok).toBe(false)
    await expect(passwords.hash('x'.repeat(1025))).rejects.toMatchObject({ code: 'bad_input' })
  })

  it('refuses at once when the queue is full, and works again afterwards', async () => {
    const passwords = createPasswords({ parameters: CHEAP, concurrency: 2, maxQueue: 3 })
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => passwords.verify(null, 'x')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '1' } })
    expect(await passwords.verify(null, 'x')).toEqual({ ok: false, needsRehash: false })
  })

  it('reads hashes that oslo made by itself', async () => {
    const hash = await new Argon2id().hash('right')
    expect(await createPasswords().verify(hash, 'right')).toEqual({ ok: true, needsRehash: false })
  })

  it('does the same work for a wrong password and for no account, off the event loop', async () => {
    const passwords = createPasswords({ concurrency: 1 })
    const hash = await passwords.hash('right')
    const timed = async (stored: string | null) => {
      const start = performance.now()
      await passwords.verify(stored, 'wrong')
      return performance.now() - start
    }
    // One after the other, so that other work on the machine slows down both.
    const ratios: number[] = []
    for (let i = 0; i < 7; i += 1) ratios.push((await timed(null)) / (await timed(hash)))
    const ratio = ratios.toSorted((a, b) => a - b)[3]
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)

    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    await passwords.verify(null, 'wrong')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(2)
  })
})
