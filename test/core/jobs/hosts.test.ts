import { afterEach, expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { type HostProcess, spawnHost } from '../_lab/spawn-host.ts'

const hosts: HostProcess[] = []

afterEach(() => Promise.all(hosts.splice(0).map((host) => host.kill())))

async function crew(url: string, count: number) {
  for (let index = 0; index < count; index++) hosts.push(await spawnHost(url))
  await hosts[0]!.call('migrate')
  await Promise.all(hosts.map((host) => host.call('start', true)))
  return hosts
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

test('two hosts share the queue: each job once, each durable event once', async () => {
  await using database = await emptyDatabase()
  const [one, two] = await crew(database.url, 2)
  const names = Array.from({ length: 40 }, (_, index) => `item ${index}`)
  await Promise.all(names.map((name, index) => (index % 2 ? one! : two!).call('make', name, { job: true })))
  await until(async () => (await lines(database.url, 'ended %')).length === 40, 20)
  await until(async () => (await lines(database.url, 'heard %')).length === 40, 20)
  const began = await lines(database.url, 'began %')
  expect(began).toHaveLength(40)
  const pids = new Set(began.map((line) => line.split(' ').at(-2)))
  expect(pids).toEqual(new Set([`${one!.pid}`, `${two!.pid}`]))
}, 60_000)

test('the job of a worker that is killed with -9 is taken over within 30 s', async () => {
  await using database = await emptyDatabase()
  const [one, two] = await crew(database.url, 2)
  await one!.call('enqueue', { name: 'long', milliseconds: 4_000 } as never)
  await until(async () => (await lines(database.url, 'began long %')).length === 1, 10)
  const [line] = await lines(database.url, 'began long %')
  const victim = line!.includes(` ${one!.pid} `) ? one! : two!
  await victim.kill()
  const took = await until(async () => (await lines(database.url, 'began long %')).length === 2, 30)
  console.log(`taken over after ${(took / 1_000).toFixed(1)} s`)
  await until(async () => (await lines(database.url, 'ended long %')).length === 1, 10)
}, 60_000)
