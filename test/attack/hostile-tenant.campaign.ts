import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asAdmin, emptyDatabase } from '../core/_lab/databases.ts'
import { type MailServer, startMailServer } from '../host/_mail-server.ts'
import { type Host, runHost } from '../host/_run-host.ts'
import { attack, slowedKinds, slowestKinds, summarize, WEAPONS } from './_campaign/campaign.ts'
import { percentile } from './_campaign/honest-client.ts'
import { findForeignWrites, findUnlogged } from './_campaign/logged.ts'
import { type ModelServer, startModelServer } from './_campaign/model-server.ts'

/** `npm run campaign:attack` sends 100,000. */
const requests = Number(process.env['ATTACK_REQUESTS'] ?? 30)
const isCampaign = requests >= 10_000
/** A request that was answered wrongly is sent again with its seed and its number. */
const seed = Number(process.env['ATTACK_SEED'] ?? (isCampaign ? Date.now() % 1_000_000_000 : 1))
const from = Number(process.env['ATTACK_FROM'] ?? 0)

/** Below, a longer wait says more about the machine than about the host; a short run shares it with other tests. */
const FLOOR = isCampaign ? 100 : 1_000
const PASSWORD = 'Chosen-Secret-1'
const HONEST = 'admin@acme.com'
const opened = new AsyncDisposableStack()
let host: Host
let mails: MailServer
let model: ModelServer
let databaseUrl: string

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-attack-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const database = opened.use(await emptyDatabase())
  databaseUrl = database.url
  mails = opened.use(await startMailServer())
  model = opened.use(await startModelServer(isCampaign ? 'large' : 'small'))
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: mails.url,
    SEED_PASSWORD: PASSWORD,
    OPENCODE_PROVIDER: 'openai',
    OPENAI_API_KEY: 'sk-attack',
    OPENAI_BASE_URL: model.url,
    // One hostile answer counts as a quarter of a million: the model would be asked twenty times.
    AI_TOKENS_PER_DAY: '1000000000',
    NODE_OPTIONS: `--import=${new URL('_campaign/probe.js', import.meta.url).href}`,
  }
  host = opened.use(await runHost(env))
  if (!isCampaign) return
  // The host's warnings and errors: the first thing to read after a fault.
  opened.defer(() =>
    console.log((host.output.match(/^.*"level":"(?:warn|error|fatal)".*$/gm) ?? []).slice(-50).join('\n')),
  )
}, 120_000)
afterAll(() => opened.disposeAsync())

/** Asks the host whether what all objects inherit is the same, and whether it can be changed. */
async function probe(): Promise<unknown> {
  process.kill(host.pid, 'SIGUSR2')
  return vi.waitFor(() => {
    const [line = ''] = host.output.match(/^\{"probe":.*$/m) ?? []
    return (JSON.parse(line) as { probe: unknown }).probe
  }, 10_000)
}

test('a hostile tenant reads, stops and outlives nobody', { timeout: 0 }, async () => {
  const token = await host.logIn(HONEST, PASSWORD)
  if (isCampaign) console.log(`seed ${seed}, requests ${from} to ${from + requests}`)
  const report = await attack({
    host,
    mails,
    model,
    token,
    seed,
    from,
    requests,
    quietRequests: isCampaign ? 5_000 : 100,
  })
  const { hostile, quiet, attacked, documentState, idleMiB, peakMiB } = report
  if (isCampaign) {
    console.table(summarize(report))
    console.table(slowedKinds(report))
    console.log(hostile.answers, slowestKinds(hostile))
  }
  // A campaign takes most of an hour: it says all that it found.
  expect.soft(hostile.faults.slice(0, 5)).toEqual([])
  expect.soft(attacked.failures.slice(0, 5)).toEqual([])
  expect.soft(percentile(attacked.times, 99)).toBeLessThan(Math.max(FLOOR, 5 * percentile(quiet.times, 99)))
  expect.soft(await probe()).toEqual({ added: [], refusals: ['TypeError', 'TypeError', 'done'], isPolluted: false })
  expect.soft(documentState).toBe('read')
  expect.soft(peakMiB - idleMiB).toBeLessThan(512)
  // Each weapon was used, and the host asked the model.
  if (requests >= 300) {
    expect.soft(WEAPONS.filter((kind) => !hostile.sentByKind[kind])).toEqual([])
    expect.soft(report.model.asked).toBeGreaterThan(0)
  }
  // A good part of what it asked for was done, to the end.
  expect.soft(hostile.entryIds.length).toBeGreaterThan(requests / 20)
  await asAdmin(async (admin) => {
    const sql = async <T extends object>(text: string, values: readonly unknown[] = []) =>
      (await admin.query(text, [...values])).rows as T[]
    expect.soft(await findUnlogged(sql, host, hostile)).toEqual([])
    expect.soft(await findForeignWrites(sql)).toEqual([])
  }, databaseUrl)
})
