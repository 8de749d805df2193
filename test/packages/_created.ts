import type { Elsewhere } from './_stranger.ts'

/** Starts a product of `npm create plinth`, and writes a ticket. */
export async function serveTickets(
  shop: Elsewhere,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> {
  const settings = { PORT: '0', SEED_PASSWORD: 'Secret-123', LOG_LEVEL: 'error', ...env }
  const printed = await shop.start(settings, ['npm', 'start'], 'Accounts of the tenant')
  return writeTicket(/API {12}(\S+)\/api$/m.exec(printed)![1]!)
}

/** Signs in to a product, writes a ticket and reads the API reference; answers the three statuses. */
export async function writeTicket(origin: string): Promise<readonly number[]> {
  const form = new URLSearchParams({ email: 'admin@acme.com', password: 'Secret-123' })
  const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', body: form })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = '{"title":"The printer is on fire"}'
  const made = await fetch(`${origin}/api/tickets`, { method: 'POST', headers, body })
  return [login.status, made.status, (await fetch(`${origin}/docs`)).status]
}
