import { setTimeout as sleep } from 'node:timers/promises'
import { createPlatform } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startPooler } from '../../_setup/pooler.ts'
import { choosePostgresPrograms, StreamingServer } from '../../_setup/streaming.ts'
import { Host, module, Read } from '../_lab/replica-lab.ts'

describe.each(await choosePostgresPrograms())('a server of %s and its standby', (programs) => {
  const opened = new AsyncDisposableStack()
  let primary: StreamingServer
  let standby: StreamingServer
  let one: Host
  let two: Host

  const LOGIN = 'replica_host'
  const DATABASE = 'product'
  const urlOf = (server: StreamingServer, login = LOGIN) => {
    const url = new URL(server.url(DATABASE))
    if (login !== 'postgres') [url.username, url.password] = [login, 'secret']
    return url.href
  }
  const compose = (replicaUrls: readonly string[], more: { url?: string; preparedStatements?: boolean } = {}) =>
    createPlatform({
      modules: [module],
      database: { url: urlOf(primary), migrationUrl: urlOf(primary, 'postgres'), replicaUrls, ...more },
      secret: 'x'.repeat(32),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })

  beforeAll(async () => {
    primary = opened.use(await StreamingServer.create(programs))
    await primary.query(`create role ${LOGIN} login noinherit password 'secret'`)
    await primary.query(`create database ${DATABASE}`)
    standby = opened.use(await primary.addStandby())
    const hosts = [await compose([urlOf(standby)]), await compose([urlOf(standby)])]
    await hosts[0]!.migrate()
    ;[one, two] = (await Promise.all(hosts.map(async (platform) => opened.use(await Host.open(platform))))) as [
      Host,
      Host,
    ]
    for (const right of ['right', 'fleeting']) await primary.query(`${INSERT} '${right}')`, DATABASE)
  }, 120_000)
  afterAll(() => opened.disposeAsync())

  const INSERT = `insert into items (id, tenant_id, organization_id, name) values
    (gen_random_uuid(), '${tenantA.id}', '${tenantA.organization}',`
  const create = async (host: Host, name: string) => {
    const { status } = await host.ask('/items', { method: 'POST', body: JSON.stringify({ name }) })
    expect(status).toBe(200)
  }
  const read = async (host: Host, name: string, caller?: string) => {
    const { status, body } = await host.ask(`/items/${name}`, {}, caller)
    expect(status).toBe(200)
    return Read.parse(body)
  }
  const untilUsed = (isUsed: boolean) =>
    Promise.all([one, two].map((host) => expect.poll(() => host.isReplicaUsed, { timeout: 60_000 }).toBe(isUsed)))

  test('an own write and one just learned of are read at once, on any host, by a standby that is late', async () => {
    await untilUsed(true)
    // Within its patience, so that the standby has to wait each time.
    await standby.query("alter system set recovery_min_apply_delay = '8ms'")
    await standby.query('select pg_reload_conf()')
    const answers = { primary: 0, replica: 0 }
    const writer = async (host: Host, lane: number) => {
      for (let round = 0; round < 125; round++) {
        const name = `round-${lane}-${round}`
        await create(host, name)
        for (const { name: seen, isReplica: here } of await Promise.all([one, two].map((asked) => read(asked, name)))) {
          expect(seen).toBe(name)
          answers[here ? 'replica' : 'primary']++
        }
      }
    }
    await Promise.all([one, two].map(writer))
    await standby.query('alter system reset recovery_min_apply_delay')
    await standby.query('select pg_reload_conf()')
    expect(answers.replica).toBeGreaterThan(100)
    const counted = [one, two].flatMap(({ platform }) => platform.reads())
    const sum = (server: string) =>
      counted
        .filter((reads) => (reads.server === 'primary') === (server === 'primary'))
        .reduce((n, r) => n + r.count, 0)
    expect([sum('primary'), sum('replica')]).toEqual([answers.primary, answers.replica])
  }, 120_000)

  test('a request that reads, writes and reads again sees what it wrote, itself or by a request from inside', async () => {
    await untilUsed(true)
    await standby.query("alter system set recovery_min_apply_delay = '8ms'")
    await standby.query('select pg_reload_conf()')
    const answers: unknown[][] = []
    for (let round = 0; round < 20; round++)
      answers.push((await one.ask(`/between/between-${round}`)).body as unknown[])
    await standby.query('alter system reset recovery_min_apply_delay')
    await standby.query('select pg_reload_conf()')
    expect(answers.flat()).not.toContain(null)
    expect(answers.flat()).not.toContain(undefined)
    expect(answers.filter((answer) => !answer.includes(false)).length).toBeGreaterThan(0)
  }, 60_000)

  test('both walls stand there, and what fails there fails as ever', async () => {
    await untilUsed(true)
    const { isReplica: here, count } = await read(one, 'round-0-1', `${tenantB.id} right`)
    expect({ here, count }).toEqual({ here: true, count: 0 })
    expect((await one.ask('/wrong')).status).toBe(500)
  })

  test('what is kept comes from the primary', async () => {
    await untilUsed(true)
    expect((await one.ask('/facts')).body).toEqual([true, false])
  })

  test('a standby whose replay is paused is left out, and comes back; rights end at once', async () => {
    await untilUsed(true)
    await standby.query('select pg_wal_replay_pause()')
    await create(one, 'paused')
    expect(await read(two, 'paused')).toMatchObject({ name: 'paused', isReplica: false })
    await untilUsed(false)
    expect(await read(one, 'x', `${tenantA.id} fleeting`)).toBeDefined()
    await primary.query("delete from items where name = 'fleeting'", DATABASE)
    expect((await one.ask('/items/x', {}, `${tenantA.id} fleeting`)).status).toBe(401)
    await standby.query('select pg_wal_replay_resume()')
    await untilUsed(true)
    expect(await read(two, 'paused')).toMatchObject({ name: 'paused', isReplica: true })
  }, 120_000)

  test.each(['killed', 'frozen'])(
    'while a standby is %s no error reaches anybody, and it comes back',
    async (how) => {
      await untilUsed(true)
      const over = new AbortController()
      const answers: boolean[][] = []
      const reader = async (host: Host, lane: number) => {
        const answered: boolean[] = (answers[lane] = [])
        while (!over.signal.aborted) answered.push((await read(host, 'paused')).isReplica)
      }
      const reading = Promise.all([one, one, one, two, two, two].map(reader))
      await sleep(300)
      if (how === 'killed') await standby.stop('crash')
      else await standby.freeze()
      await untilUsed(false)
      // Whoever waited for it waits no longer.
      const before = answers.map(({ length }) => length)
      const goOn = () => answers.every(({ length }, lane) => length > before[lane]! + 1)
      await expect.poll(goOn, { timeout: 30_000 }).toBe(true)
      if (how === 'killed') await standby.start()
      else await standby.freeze('SIGCONT')
      await untilUsed(true)
      await sleep(300)
      over.abort()
      await reading
      for (const servers of answers) expect(new Set(servers)).toEqual(new Set([true, false]))
      expect((await read(one, 'paused')).isReplica).toBe(true)
    },
    120_000,
  )

  test('while the primary is silent a standby is left out, and whoever reads from it goes on', async () => {
    await untilUsed(true)
    const readers = () =>
      standby.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'plinth' order by pid`)
    await Promise.all([read(one, 'paused'), read(two, 'paused')])
    const before = await readers()
    expect(before.length).toBeGreaterThan(0)
    await primary.freeze()
    await untilUsed(false)
    const during = await readers()
    await primary.freeze('SIGCONT')
    await untilUsed(true)
    expect(during).toEqual(before)
  }, 120_000)

  test('a host starts without a standby that is away, and not with what is no replica', async () => {
    await using away = await compose(['postgres://nobody@127.0.0.1:1/product'])
    await away.start({ workers: false })
    expect(away.reads()).toEqual([
      { server: 'primary', count: 0, isUsed: true },
      { server: '127.0.0.1:1', count: 0, isUsed: false },
    ])
    await using foreign = await compose([inject('postgresUrl')])
    await expect(foreign.start({ workers: false })).rejects.toThrow('belongs to a different cluster')
    await using privileged = await compose([urlOf(standby, 'postgres')])
    await expect(privileged.start({ workers: false })).rejects.toThrow('postgres is a superuser')
  }, 60_000)

  test('behind a pooler that tracks no prepared statements a standby is read as well, by several hosts', async () => {
    await using pooler = await startPooler(urlOf(standby), { size: 2 })
    const open = async () => Host.open(await compose([pooler.url], { preparedStatements: false }))
    await using first = await open()
    await using second = await open()
    await create(first, 'pooled')
    for (const host of [first, second, first, second]) {
      expect(await read(host, 'pooled')).toMatchObject({ name: 'pooled', isReplica: true })
      expect(host.isReplicaUsed).toBe(true)
    }
    await using untold = await compose([pooler.url])
    await expect(untold.start({ workers: false })).rejects.toThrow(
      'leads to a pooler: use `database.preparedStatements`',
    )
  }, 60_000)

  /** What a server says of itself, whether it is the one that is meant. */
  const hasArrived = async (
    server: StreamingServer,
    { system = 'system_identifier', timeline = '', reached = '0/0' },
  ) => {
    const own = 'greatest(timeline_id, min_recovery_end_timeline)'
    const [row] = await server.query<{ is: boolean }>(
      `select plinth.has_arrived(${system}, ${timeline || own}, '${reached}') as is
        from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`,
      DATABASE,
    )
    return row!.is
  }

  test('only a standby of the same server and timeline has what was committed there', async () => {
    expect(await hasArrived(standby, {})).toBe(true)
    expect(await hasArrived(standby, { reached: 'FFFFFFFF/0' })).toBe(false)
    expect(await hasArrived(standby, { system: '1' })).toBe(false)
    expect(await hasArrived(standby, { timeline: '7' })).toBe(false)
    expect(await hasArrived(primary, {})).toBe(false)
  })

  test('a standby that is promoted is read no more; one of its server is', async () => {
    await untilUsed(true)
    await standby.promote()
    expect(await hasArrived(standby, {})).toBe(false)
    await standby.query(`${INSERT} 'only-there')`, DATABASE)
    await create(one, 'only-here')
    for (const host of [one, two]) {
      expect(await read(host, 'only-there')).toMatchObject({ name: null, isReplica: false })
      expect(await read(host, 'only-here')).toMatchObject({ name: 'only-here', isReplica: false })
    }
    await untilUsed(false)
    standby = opened.use(await primary.addStandby(standby))
    await untilUsed(true)
    expect(await read(two, 'only-here')).toMatchObject({ name: 'only-here', isReplica: true })
  }, 120_000)

  test('after a failover a third server is read again when it follows the new primary', async () => {
    const third = opened.use(await primary.addStandby())
    const urls = [primary, standby, third].map((server) => urlOf(server))
    const hosts = urls.map((url) => new URL(url).host)
    await using host = await Host.open(await compose(urls, { url: urls[0]!.replace(hosts[0]!, hosts.join()) }))
    const used = () => host.platform.reads().flatMap(({ server, isUsed }) => (isUsed ? [server] : []))
    await expect.poll(used, { timeout: 60_000 }).toEqual(['primary', ...hosts.slice(1)])

    await primary.stop('crash')
    await standby.promote()
    await third.follow(standby)
    const write = async () => (await host.ask('/items', { method: 'POST', body: '{"name":"afterwards"}' })).status
    await expect.poll(write, { timeout: 60_000 }).toBe(200)
    // It notes by its next restart point that it follows another one.
    const readers = async () => {
      await third.query('checkpoint')
      return (await read(host, 'afterwards')).isReplica ? used() : []
    }
    await expect.poll(readers, { timeout: 60_000, interval: 250 }).toEqual(['primary', hosts[2]])
  }, 180_000)
})
