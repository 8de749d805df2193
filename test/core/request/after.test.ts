import { createItem, command, shelf } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'
import { expect, test, vi } from 'vitest'
import { Transaction } from '../../../packages/core/src/data/connection/transaction.ts'

test('work behind an answer has a unit of work of its own, and closing waits for it', async () => {
  const said: string[] = []
  const answered = Promise.withResolvers<void>()
  await using lab = await openLab({})
  await lab.do(async ({ after }) => {
    after(async ({ run, inject }) => {
      await answered.promise
      await run(createItem, { name: 'later' })
      said.push(`${await inject(shelf).count()} item`)
    })
    said.push('answer')
  })
  answered.resolve()
  await lab.platform.settled()
  expect(said).toEqual(['answer', '1 item'])
})

test('work behind an answer that fails is told to the log and to nobody else', async () => {
  await using lab = await openLab({})
  await lab.do(async ({ after }) =>
    after(async () => {
      throw new Error('too late')
    }),
  )
  await lab.platform.settled()
  expect(lab.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'work after a response failed', facts: { err: { message: 'too late' } } },
  ])
})

test('a command has none: what follows from it is an event', async () => {
  const look = command('look', async ({ after }) => (after(async () => {}), {}))
  await using lab = await openLab({ commands: [look] })
  await expect(lab.do(({ run }) => run(look, {}))).rejects.toThrow('a command emits an event instead')
})

test('of a dry run nothing is done behind it', async () => {
  await using lab = await openLab({})
  await lab.do(({ dryRun }) =>
    dryRun(async ({ after }) =>
      after(async ({ run }) => {
        await run(createItem, { name: 'later' })
      }),
    ),
  )
  await lab.platform.settled()
  expect(await lab.sql('select name from items')).toEqual([])
})

test('what the platform itself leaves behind an answer is told to the log when it fails', async () => {
  await using lab = await openLab({})
  using _broken = vi.spyOn(Transaction.prototype, 'close').mockImplementationOnce(async function (this: Transaction) {
    await this.release()
    throw new Error('not closed')
  })
  await lab.do(({ inject }) => inject(shelf).count())
  await lab.platform.settled()
  expect(lab.log.at('error')).toMatchObject([
    { message: 'work in the background failed', facts: { err: { message: 'not closed' } } },
  ])
})
