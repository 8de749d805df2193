import { conflict, createPlatform, defineEvents, defineJob, on, sql, noopLogger } from '@plinth/core'
import { testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPool } from '../../../packages/core/src/data/connection/pool.ts'
import { Transaction } from '../../../packages/core/src/data/connection/transaction.ts'
import { StatementNames } from '../../../packages/core/src/data/connection/statement-names.ts'
import { JobQueue } from '../../../packages/core/src/jobs/queue.ts'
import { databaseKey } from '../../../packages/core/src/platform/database-key.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import { command, labModule } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

const ran: unknown[] = []
const note = defineJob({
  id: 'lab.note',
  payload: z.object({ text: z.string(), at: z.coerce.number().default(1) }),
  run: ({ payload, jobId, actor, scope }) => void ran.push({ payload, jobId, actor: actor.id, tenant: scope.tenantId }),
})
const ask = command('ask', async ({ enqueue, input }) => {
  enqueue(note, { text: input.name! }, input.id === undefined ? {} : { key: input.id })
  if (input.name === 'no') throw conflict('no')
  return {}
})

async function open(more: Parameters<typeof openLab>[0] = {}, options: Parameters<typeof openLab>[1] = {}) {
  ran.length = 0
  return openLab({ commands: [ask], jobs: [note], ...more }, options)
}

const until = async (done: () => unknown, seconds = 15) => {
  const deadline = Date.now() + seconds * 1_000
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('It never happened')
    await new Promise((next) => setTimeout(next, 20))
  }
}

test('a job exists when its command has committed, and not otherwise', async () => {
  await using lab = await open()
  await expect(lab.do(({ run }) => run(ask, { name: 'no' }))).rejects.toThrow('no')
  expect(await lab.jobs()).toBe(0)
  await lab.do(({ run }) => run(ask, { name: 'yes' }))
  expect(await lab.jobs()).toBe(1)
  expect(ran).toEqual([
    {
      payload: { text: 'yes', at: 1 },
      jobId: expect.any(String),
      actor: 'system:job lab.note',
      tenant: expect.stringMatching(/^a0/),
    },
  ])
})

test('a payload is checked where it is queued', async () => {
  const wrong = command('wrong', async ({ enqueue }) => (enqueue(note, { text: 5 } as never), {}))
  await using lab = await open({ commands: [ask, wrong] })
  await expect(lab.do(({ run }) => run(wrong, {}))).rejects.toThrow()
  expect(await lab.counts()).toMatchObject({ jobs: 0, entries: 0 })
})

test('jobs, durable events and notices need no command around them, and all or none of them are kept', async () => {
  const events = defineEvents('lab', { rung: z.object({}) })
  let heard = 0
  const subscribers = [on(events.rung, () => void heard++, { durable: 'lab.hear' })]
  await using lab = await open({ events, subscribers })
  await lab.do(async ({ enqueue, emit }) => {
    enqueue(note, { text: 'loose' })
    emit(events.rung, {})
  })
  await expect(
    lab.do(async ({ emit }) => {
      emit(events.rung, {})
      throw conflict('no')
    }),
  ).rejects.toThrow('no')
  expect(await lab.jobs()).toBe(2)
  expect([ran.length, heard]).toEqual([1, 1])
})

test('a job that throws nothing has failed, too', async () => {
  const odd = defineJob({ id: 'lab.odd', payload: z.object({}), run: () => Promise.reject(undefined) })
  await using lab = await open({ jobs: [odd] })
  await lab.do(async ({ enqueue }) => enqueue(odd, {}))
  expect(await lab.jobs()).toBe(1)
  expect(await lab.sql(`select state::text from plinth_jobs.job where name = 'lab.odd'`)).toEqual([{ state: 'retry' }])
})

test('a key keeps one job waiting, and a job that has begun does not count', async () => {
  await using lab = await open()
  const asked = (name: string) => lab.do(({ run }) => run(ask, { name, id: 'key' }))
  await asked('one')
  await asked('two')
  await Promise.all(['three', 'four', 'five'].map(asked))
  await lab.do(({ run }) => run(ask, { name: 'free' }))
  expect(await lab.jobs()).toBe(2)
  await asked('six')
  expect(await lab.jobs()).toBe(1)
})

test('a keyed job that a transaction relies on does not begin before it commits', async () => {
  await using lab = await open()
  await lab.do(({ run }) => run(ask, { name: 'first', id: 'key' }))
  const pool = createPool({ url: lab.databaseUrl, poolSize: 3 })
  const database = { pool, statements: new StatementNames(0), key: databaseKey(testSecret) }
  const perform = async () => void ran.push('performed')
  const queue = new JobQueue({ database, jobs: [note], log: noopLogger, perform })
  const { scope } = callerA
  const unit = new Transaction({ database, scope, isWriter: true })
  const envelope = { payload: { text: 'second' }, scope, userId: null, requestId: null }
  await queue.enqueue(unit, [{ jobId: note.id, envelope, options: { key: 'key' } }])
  expect(await queue.drain()).toBe(0)
  await unit.commit()
  expect(await queue.drain()).toBe(1)
  await pool.end()
})

// These two wait most of the time.
test.concurrent('startAfter waits, a schedule comes as nobody in no tenant', async () => {
  const later = command('later', async ({ enqueue, now }) => {
    enqueue(note, { text: 'later' }, { startAfter: new Date(now().getTime() + 3_600_000) })
    return {}
  })
  const nightly = defineJob({
    id: 'lab.nightly',
    payload: z.object({}),
    schedule: '* * * * *',
    run: ({ actor, scope }) => void ran.push([actor.id, scope.tenantId]),
  })
  await using lab = await open({ commands: [ask, later], jobs: [note, nightly] })
  await lab.do(({ run }) => run(later, {}))
  expect(await lab.jobs()).toBe(0)
  await lab.platform.close()
  await using other = await open({ jobs: [note, nightly] }, { workers: true })
  await until(() => ran.length > 0, 75)
  expect(ran[0]).toEqual(['system:job lab.nightly', expect.stringMatching(/^0{8}/)])
  expect(other.log.at('error')).toEqual([])
}, 90_000)

test.concurrent(
  'a job that goes on and on does not keep its host, and is begun anew',
  { timeout: 60_000 },
  async () => {
    let begun = 0
    await using database = await emptyDatabase()
    const open = (run: () => Promise<void> | void) =>
      createPlatform({
        modules: [labModule({ jobs: [{ ...note, run: () => (begun++, run()) }] })],
        database: { url: database.url, privilegedLogin: true },
        secret: 'x'.repeat(32),
        log: noopLogger,
      })
    const first = await open(() => new Promise<void>(() => {}))
    await first.migrate()
    await first.start()
    await first.actAs(callerA, async ({ enqueue }) => enqueue(note, { text: 'x' }))
    await until(() => begun === 1)
    await first.close()
    await using second = await open(() => {})
    await second.start()
    await until(() => begun === 2)
  },
)

test('a failure is logged, and tried again later and later, and then given up', async () => {
  const failing = defineJob({ ...note, id: 'lab.fail', retries: 2, run: () => Promise.reject(new Error('broken')) })
  await using lab = await open({ jobs: [note, failing] })
  await lab.do(async ({ enqueue }) => enqueue(failing, { text: 'x' }))
  const waits: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await lab.jobs()).toBe(1)
    const [job] = await lab.sql(
      `select state, extract(epoch from start_after - now()) as wait from plinth_jobs.job where name = 'lab.fail'`,
    )
    if (job!.state === 'retry') waits.push(Number(job!.wait))
    await lab.sql(`update plinth_jobs.job set start_after = now() where name = 'lab.fail' and state = 'retry'`)
  }
  expect(await lab.jobs()).toBe(0)
  expect(waits[0]).toBeGreaterThan(0.5)
  expect(waits[1]).toBeGreaterThan(waits[0]!)
  expect(await lab.sql(`select state from plinth_jobs.job where name = 'lab.fail'`)).toEqual([{ state: 'failed' }])
  expect(lab.log.at('error').filter(({ message }) => message === 'job failed')).toHaveLength(3)
})

test('queueing costs one statement a kind of job', async () => {
  const many = command('many', async ({ enqueue }) => {
    for (let index = 0; index < 50; index++) enqueue(note, { text: `${index}` })
    return {}
  })
  await using lab = await open({ commands: [ask, many] })
  const sent = async (asked: typeof many) => {
    const before = lab.queries()
    await lab.do(({ run }) => run(asked, {}))
    return lab.statements.slice(before).filter((text) => /plinth_jobs\./i.test(text))
  }
  for (let round = 0; round < 2; round++)
    expect(await sent(many)).toEqual([expect.stringMatching(/insert into plinth_jobs\.job/i)])
  expect(await lab.jobs()).toBe(100)
})

test('workers of this host begin at once', async () => {
  await using lab = await open({}, { workers: true })
  // Whoever waits for the next look needs two seconds for each, and more than the test may take.
  for (let round = 1; round <= 12; round++) {
    await lab.do(({ run }) => run(ask, { name: `${round}` }))
    await until(() => ran.length === round)
  }
}, 15_000)

test('stopping lets a job finish, and what takes too long is told to stop', async () => {
  let finished = false
  const slow = defineJob({
    ...note,
    id: 'lab.slow',
    run: async () => {
      ran.push('began')
      await new Promise((done) => setTimeout(done, 1_000))
      finished = true
    },
  })
  const stuck = defineJob({
    ...note,
    id: 'lab.stuck',
    timeout: 1,
    retries: 0,
    run: ({ signal }) => new Promise((done) => signal.addEventListener('abort', () => done(ran.push('aborted')))),
  })
  const lab = await open({ jobs: [note, slow, stuck] }, { workers: true })
  await lab.do(async ({ enqueue }) => enqueue(stuck, { text: 'x' }))
  await until(() => ran.includes('aborted'))
  await lab.do(async ({ enqueue }) => enqueue(slow, { text: 'x' }))
  await until(() => ran.includes('began'))
  await lab[Symbol.asyncDispose]()
  expect(finished).toBe(true)
})

test('a job that would take long is told when the host stops, before it is given up', async () => {
  const long = defineJob({
    ...note,
    id: 'lab.long',
    run: async ({ signal, jobId, widenScope }) => {
      ran.push('began')
      await new Promise((done) => signal.addEventListener('abort', done))
      const { rows } = await widenScope('allTenants', 'see what became of a job', ({ db }) =>
        sql<{ state: string }>`select state from plinth_jobs.job where id = ${jobId}`.execute(db),
      )
      ran.push(`told while ${rows[0]?.state}`)
      signal.throwIfAborted()
    },
  })
  const lab = await open({ jobs: [note, long] }, { workers: true })
  await lab.do(async ({ enqueue }) => enqueue(long, { text: 'x' }))
  await until(() => ran.includes('began'))
  await lab[Symbol.asyncDispose]()
  expect(ran).toEqual(['began', 'told while active'])
  expect(lab.log.at('error')).toEqual([])
})

test('the settings of a queue follow its job, and nothing is written when they are the same', async () => {
  await using database = await emptyDatabase()
  const migrate = async (retries: number) => {
    await using platform = await createPlatform({
      modules: [labModule({ jobs: [{ ...note, retries }] })],
      database: { url: database.url, privilegedLogin: true },
      secret: 'x'.repeat(32),
    })
    await platform.migrate()
    const [queue] = await database.sql(
      `select retry_limit as retries, updated_on as written from plinth_jobs.queue where name = 'lab.note'`,
    )
    return queue as { retries: number; written: Date }
  }
  const first = await migrate(3)
  expect(await migrate(3)).toEqual(first)
  const changed = await migrate(4)
  expect([first.retries, changed.retries]).toEqual([3, 4])
  expect(changed.written.getTime()).toBeGreaterThan(first.written.getTime())
})

test('what is queued outside a command is tried again behind a deadlock, and queues its keys in one order', async () => {
  await using lab = await open()
  await lab.sql(`create sequence tries`)
  await lab.sql(`create function stop_once() returns trigger language plpgsql as $$ begin
    if nextval('public.tries') = 2 then raise exception 'stopped' using errcode = '40P01'; end if; return new; end $$`)
  await lab.sql(`grant usage on sequence tries to public`)
  await lab.sql(`create trigger stop_once before insert on plinth_jobs.job for each row execute function stop_once()`)
  await lab.do(async ({ enqueue }) => {
    for (const key of ['b', 'c', 'a']) enqueue(note, { text: key }, { key })
  })
  const queued = await lab.sql(`select singleton_key as key from plinth_jobs.job where name = 'lab.note' order by ctid`)
  expect(queued.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(await lab.sql('select last_value::int as tries from tries')).toEqual([{ tries: 5 }])
})

test('maintenance of the queue begins and ends one transaction', { timeout: 20_000 }, async () => {
  await using lab = await open({}, { workers: true })
  await until(() => lab.statements.some((text) => text.includes('pg_advisory_xact_lock')))
  await until(() =>
    lab
      .sql<{ monitored: boolean }>(`select bool_and(monitor_on is not null) as monitored
    from plinth_jobs.queue`)
      .then(([row]) => row!.monitored),
  )
  const nested = lab.statements.filter(
    (text) => text.includes('pg_advisory_xact_lock') && /\b(begin|commit);/i.test(text),
  )
  expect(nested).toEqual([])
})
