import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startTestPostgres } from '../_setup/test-server.ts'
import { type Host, runHost } from '../host/_run-host.ts'
import { percentile } from './_campaign/honest-client.ts'
import { complaintsOf, soakHosts } from './_campaign/soak-hosts.ts'
import { prepareHonest } from './_campaign/tenants.ts'

// node --conditions=@plinth/source test/attack/soak.ts [--minutes 30] [--rate 100]
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '100' } },
})
const minutes = Number(values.minutes)
const rate = Number(values.rate)
const PASSWORD = 'Chosen-Secret-1'
/** Code is compiled and caches fill in the first part. */
const WARM_UP = 0.2
/** What memory may grow by in an hour, in MiB; what collecting garbage adds and takes away is far more. */
const STEEPEST = 60

const opened = new AsyncDisposableStack()
const server = opened.adopt(await startTestPostgres(), (started) => started.stop())
const client = new pg.Client({ connectionString: server.url })
await client.connect()
await client.query('create database soak')
await client.end()
const folder = await mkdtemp(`${tmpdir()}/plinth-soak-`)
opened.defer(() => rm(folder, { recursive: true }))
const env = {
  DATABASE_URL: Object.assign(new URL(server.url), { pathname: '/soak' }).href,
  JWT_SECRET: 'the same in every host of one database',
  SEED_PASSWORD: PASSWORD,
}
// Files are in a folder that both share.
const hosts: Host[] = []
for (let count = 0; count < 2; count++) hosts.push(opened.use(await runHost({ ...env, DATA_DIR: folder })))
const [first] = hosts as [Host, Host]
const tenant = await prepareHonest(first, await first.logIn('admin@acme.com', PASSWORD))

const { load, samples } = await soakHosts({ hosts, tenant, rate }, { minutes })
const errors = [...load.errors, ...complaintsOf(hosts)]
const times = load.answered.map(({ took }) => took).toSorted((one, other) => one - other)
const slopes = samples.flatMap((taken, index) => {
  const settled = taken.filter(({ minute }) => minute >= minutes * WARM_UP)
  return (['residentMiB', 'heapMiB'] as const).map((name) => {
    const line = settled.map((one) => [one.minute, one[name]] as const)
    return { host: index + 1, name, first: line[0]?.[1], last: line.at(-1)?.[1], 'MiB an hour': slopeOf(line) * 60 }
  })
})
console.table(slopes)
console.log(
  `${times.length} requests in ${minutes} min, ${errors.length} errors;`,
  [50, 99, 100].map((part) => Math.round(percentile(times, part))),
  'ms p50, p99, worst',
)
for (const error of errors.slice(0, 20)) console.error(error)
const grows = slopes.some((slope) => slope.name === 'heapMiB' && slope['MiB an hour'] > STEEPEST)
await opened.disposeAsync()
process.exit(errors.length > 0 || grows ? 1 : 0)

/** The slope of the straight line that fits best. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}
