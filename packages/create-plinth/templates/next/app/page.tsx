import { headers } from 'next/headers'
import { getPlatform } from '../src/platform.ts'
import { SendForm } from './send-form.tsx'

/** Next.js would otherwise ask for it when it builds. */
export const dynamic = 'force-dynamic'

/** A list of tickets, for whoever is signed in. */
export default async function Page() {
  const platform = await getPlatform()
  const cookie = (await headers()).get('cookie') ?? ''
  const response = await platform.fetch(new Request('http://localhost/api/tickets', { headers: { cookie } }))
  if (response.status === 401)
    return (
      <main>
        <h1>Sign in</h1>
        <SendForm path="/api/auth/login" button="Sign in">
          <label>
            Email <input name="email" type="email" autoComplete="username" required />
          </label>{' '}
          <label>
            Password <input name="password" type="password" autoComplete="current-password" required />
          </label>{' '}
        </SendForm>
      </main>
    )
  if (!response.ok) return <p>You may not see tickets.</p>
  const { items } = (await response.json()) as { items: readonly { id: string; title: string; status: string }[] }
  return (
    <main>
      <h1>Tickets</h1>
      <ul>
        {items.map(({ id, title, status }) => (
          <li key={id}>
            {title} ({status})
          </li>
        ))}
      </ul>
      <SendForm path="/api/tickets" button="Create" isJson>
        <label>
          Title <input name="title" maxLength={200} required />
        </label>{' '}
      </SendForm>
    </main>
  )
}
