import type { Platform } from '@plinth/core'
import type { H3Event } from 'h3'
import type { Pages } from '../watch-requests.ts'
import { call, html, localeOf, readForm, redirect } from './api-call.ts'
import { backendPage } from './backend-page.ts'
import { localPath } from './local-path.ts'
import { loginPage } from './login-page.ts'
import { newPasswordPage, resetPage } from './reset-page.ts'

/**
 * The pages of a back office's front door. They hold no rights and no logic: each form is passed to the published API
 * as any client would, and its answer becomes a page or a redirect.
 */
export function mountPages(web: Pages, platform: Platform): void {
  web.get('/login', (event) => {
    const { searchParams } = event.url
    return html(
      loginPage({
        locale: localeOf(event),
        ...optional('redirect', searchParams.get('redirect')),
        ...optional('tenantId', searchParams.get('tenant')),
      }),
    )
  })
  web.post('/login', async (event) => {
    const form = await readForm(event)
    const answer = await call(platform, event, { path: '/auth/login', form })
    if (answer.status === 200) return redirect(localPath(form.get('redirect'), '/backend'), answer)
    const page = { locale: localeOf(event), error: await errorOf(answer), email: form.get('email') ?? '' }
    return html(
      loginPage({
        ...page,
        ...optional('redirect', form.get('redirect')),
        ...optional('tenantId', form.get('tenantId')),
      }),
      answer.status,
    )
  })
  web.post('/logout', async (event) => {
    const answer = await call(platform, event, { path: '/auth/logout' })
    return answer.status === 403 ? answer : redirect('/login', answer)
  })
  web.get('/reset', (event) => html(resetPage({ locale: localeOf(event) })))
  web.post('/reset', async (event) => {
    const form = await readForm(event)
    const answer = await call(platform, event, { path: '/auth/reset', form })
    const locale = localeOf(event)
    if (answer.status === 200) return html(resetPage({ locale, sent: true }))
    return html(resetPage({ locale, error: await errorOf(answer), email: form.get('email') ?? '' }), answer.status)
  })
  web.get('/reset/:token', (event) => html(newPasswordPage({ locale: localeOf(event), token: tokenOf(event) })))
  web.post('/reset/:token', async (event) => {
    const form = await readForm(event)
    form.set('token', tokenOf(event))
    const answer = await call(platform, event, { path: '/auth/reset/confirm', form })
    if (answer.status === 200) return html(loginPage({ locale: localeOf(event), passwordChanged: true }))
    return html(
      newPasswordPage({ locale: localeOf(event), token: tokenOf(event), error: await errorOf(answer) }),
      answer.status,
    )
  })
  web.get('/backend', async (event) => {
    const answer = await call(platform, event, { path: '/auth/profile', method: 'GET' })
    if (answer.status !== 200) return redirect(`/auth/session/refresh?redirect=${encodeURIComponent('/backend')}`)
    const profile = (await answer.json()) as { email: string; roles: string[] }
    return html(backendPage({ locale: localeOf(event), ...profile }))
  })
}

async function errorOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error?: string }
  return error ?? 'Something went wrong. Please try again later.'
}

const tokenOf = (event: H3Event) => event.context.params?.['token'] ?? ''

const optional = <K extends string>(key: K, value: string | null) =>
  value === null ? {} : ({ [key]: value } as Record<K, string>)
