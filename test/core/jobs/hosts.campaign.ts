import { expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { spawnHost } from '../_lab/spawn-host.ts'

/** Two hosts on a database of their own. */
async function crew() {
  const database = await emptyDatabase()
  const [one, two] = await Promise.all([spawnHost(database.url), spawnHost(database.url)])
  await one.call('migrate')
  await Promise.all([one, two].map((host) => host.call('start', true)))
  return {
    ...database,
    hosts: [one, two] as const,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.kill(), two.kill()])
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Lines that jobs left, by what they did and for which job. */
async function lines(url: string, pattern: string): Promise<string[]> {
  const { rows } = await asAdmin((admin) => admin.query(`select name from items where name like $1`, [pattern]), url)
  return rows.map(({ name }: { name: string }) => name)
}

async function until(done: () => Promise<boolean>, seconds: number) {
  const started = performance.now()
  while (!(await done())) {
    if (performance.now() - started > seconds * 1_000) throw new Error(`Not within ${seconds} s`)
    await new Promise((next) => setTimeout(next, 50))
  }
  return performance.now() - started
}

// Both wait most of the time.
test.concurrent('two hosts share the queue: each job once, each durable event once', async () => {
  await using database = await crew()
  const [one, two] = database.hosts
  const names = Array.from({ length: 40 }, (_, index) => `item ${index}`)
  await Promise.all(names.map((name, index) => (index % 2 ? one : two).call('make', name, { job: true })))
  await until(async () => (await lines(database.url, 'ended %')).length === 40, 20)
  await until(async () => (await lines(database.url, 'heard %')).length === 40, 20)
  const began = await lines(database.url, 'began %')
  expect(began).toHaveLength(40)
  const pids = new Set(began.map((line) => line.split(' ').at(-2)))
  expect(pids).toEqual(new Set([`${one.pid}`, `${two.pid}`]))
}, 60_000)

test.concurrent('the job of a worker that is killed with -9 is taken over within 30 s', async () => {
  await using database = await crew()
  const [one, two] = database.hosts
  await one.call('enqueue', { name: 'long', milliseconds: 4_000 } as never)
  await until(async () => (await lines(database.url, 'began long %')).length === 1, 10)
  const [line] = await lines(database.url, 'began long %')
  const victim = line!.includes(` ${one.pid} `) ? one : two
  await victim.kill()
  await until(async () => (await lines(database.url, 'began long %')).length === 2, 30)
  await until(async () => (await lines(database.url, 'ended long %')).length === 1, 10)
}, 60_000)
