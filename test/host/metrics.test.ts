import { expect, test, vi } from 'vitest'
import { createMetrics } from '@plinth/host'
import { TenantUsage } from '../../packages/host/src/observe/tenant-usage.ts'

test('requests, durations, event-loop delay and the pool are exposed', async () => {
  const metrics = createMetrics()
  metrics.watchPool(() => ({ total: 5, idle: 3, waiting: 1, recordsWaiting: 2, recordsLost: 4 }))
  metrics.record({ method: 'GET', route: '/auth/users/{id}', status: 200, milliseconds: 3 })
  metrics.record({ method: 'GET', route: '/auth/users/{id}', status: 200, milliseconds: 30 })
  metrics.record({ method: 'BREW', route: undefined, status: 404, milliseconds: 1 })
  const text = await metrics.render()
  expect(metrics.contentType).toContain('text/plain')
  expect(text).toContain('http_requests_total{method="GET",route="/auth/users/{id}",status="200"} 2')
  expect(text).toContain('http_requests_total{method="other",route="unmatched",status="404"} 1')
  expect(text).toContain('http_request_duration_seconds_bucket{le="0.005",method="GET",route="/auth/users/{id}"} 1')
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/)
  expect(text).toMatch(/^db_pool_connections 5$/m)
  expect(text).toMatch(/^db_pool_connections_idle 3$/m)
  expect(text).toMatch(/^db_pool_waiting 1$/m)
  expect(text).toMatch(/^log_records_waiting 2$/m)
  expect(text).toMatch(/^log_records_lost 4$/m)
})

test('what models use is counted by provider: tenants choose the names of models', async () => {
  const metrics = createMetrics()
  metrics.recordTokens({ model: 'openai/gpt-4o-mini', inputTokens: 100, outputTokens: 20 })
  metrics.recordTokens({ model: 'openai/a/b', inputTokens: 1, outputTokens: 2 })
  metrics.recordTokens({ model: 'none', inputTokens: 0, outputTokens: 0 })
  const text = await metrics.render()
  expect(text).toContain('ai_answers_total{provider="openai"} 2')
  expect(text).toContain('ai_answers_total{provider="none"} 1')
  expect(text).toContain('ai_tokens_total{provider="openai",direction="in"} 101')
  expect(text).toContain('ai_tokens_total{provider="openai",direction="out"} 22')
})

test('the busiest tenants are counted by name, all others together, and no count falls', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const metrics = createMetrics()
    const usage = new TenantUsage(2)
    metrics.watchTenants(usage)
    const work = (tenant: string, seconds: number) => usage.add(tenant, { requests: 1, refused: 0, seconds })
    const requests = async () =>
      Object.fromEntries(
        [...(await metrics.render()).matchAll(/tenant_requests_total\{tenant="(\w+)"\} (\d+)/g)].map(
          ([, tenant, count]) => [tenant, Number(count)],
        ),
      )
    for (const [tenant, seconds] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ] as const)
      work(tenant, seconds)
    usage.add('c', { databaseSeconds: 2 })
    usage.add('a', { processSeconds: 0.5 })
    expect(await requests()).toEqual({ a: 1, b: 1, other: 1 })
    vi.advanceTimersByTime(60_000)
    work('c', 1)
    expect(await requests()).toEqual({ a: 1, c: 1, other: 1 })
    expect(await metrics.render()).toContain('tenant_database_seconds_total{tenant="other"} 2')
    expect(await metrics.render()).toContain('tenant_process_seconds_total{tenant="a"} 0.5')
    // One busy tenant is no reason to drop the other.
    vi.advanceTimersByTime(60_000)
    work('d', 1)
    expect(await requests()).toEqual({ a: 1, c: 1, other: 2 })
  } finally {
    vi.useRealTimers()
  }
})

test('two hosts in one process count apart', async () => {
  const [one, two] = [createMetrics(), createMetrics()]
  one.record({ method: 'GET', route: '/', status: 200, milliseconds: 1 })
  expect(await two.render()).not.toContain('route="/"')
})
