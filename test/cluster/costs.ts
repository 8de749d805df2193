import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

const LANES = 4

/** CPU milliseconds that one operation of each kind takes: of the host, and of its database. Hardly depends on other work. */
export async function measureCosts(
  { hosts, primary }: Stage,
  { tell, fault }: Reporter,
  count: number,
): Promise<object> {
  const host = hosts[0]!
  const token = await host.logIn('admin@acme.com', PASSWORD)
  const create = (at: number) => {
    const json = { title: `cost ${at}`, sku: `cost-${crypto.randomUUID()}` }
    return host.call('/api/catalog/products', { method: 'POST', token, json })
  }
  const { id } = (await (await create(-1)).json()) as { id: string }
  const get = (path: string) => () => host.call(path, { token })
  const kinds: Readonly<Record<string, (at: number) => Promise<Response>>> = {
    'profile, from memory': get('/api/auth/profile'),
    'a product by its id': get(`/api/catalog/products?id=${id}`),
    'a list of 50 products': get('/api/catalog/products?pageSize=50'),
    'a search of products': get('/api/catalog/products?search=cost'),
    'a product made': create,
    'its title changed': (at) =>
      host.call('/api/catalog/products', { method: 'PUT', token, json: { id, title: `cost ${at}` } }),
    'a login': async () => {
      await host.logIn('employee@acme.com', PASSWORD)
      return Response.json({})
    },
  }
  const costs: Record<string, object> = {}
  for (const [kind, ask] of Object.entries(kinds)) {
    const run = async (requests: number) => {
      let next = 0
      const lane = async () => {
        while (next < requests) {
          const answer = await ask(next++)
          const text = await answer.text()
          if (!answer.ok) fault(`${kind}: ${answer.status} ${text.slice(0, 200)}`)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
    const requests = kind === 'a login' ? Math.ceil(count / 20) : count
    await run(Math.ceil(requests / 4))
    const cpu = async () => ({ host: await cpuOf(host), database: await primary.cpuSeconds() })
    const before = await cpu()
    await run(requests)
    const after = await cpu()
    const each = (name: 'host' | 'database') => Number((((after[name] - before[name]) / requests) * 1_000).toFixed(2))
    costs[kind] = { requests, hostMs: each('host'), databaseMs: each('database') }
    tell(`${kind}: ${JSON.stringify(costs[kind])}`)
  }
  return costs
}

/** CPU seconds that the processes of a host have taken so far. */
export async function cpuOf(host: Stage['hosts'][number]): Promise<number> {
  const text = await (await host.call('/metrics')).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}
