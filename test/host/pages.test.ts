import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { backendPage } from '../../packages/host/src/pages/backend-page.ts'
import { pageHeaders } from '../../packages/host/src/pages/layout.ts'
import { localPath } from '../../packages/host/src/pages/local-path.ts'
import { loginPage } from '../../packages/host/src/pages/login-page.ts'
import { newPasswordPage, resetPage } from '../../packages/host/src/pages/reset-page.ts'
import { textsFor } from '../../packages/host/src/pages/texts.ts'

const attack = `"><script>alert('1')</script>&`

test('everything that comes from outside is escaped', () => {
  const pages = [
    loginPage({
      locale: attack,
      error: attack,
      email: attack,
      tenantId: attack,
      tenantName: attack,
      redirect: `/${attack}`,
    }),
    resetPage({ locale: 'en', error: attack, email: attack }),
    newPasswordPage({ locale: 'en', token: attack, error: attack, rules: attack }),
    backendPage({
      locale: 'en',
      email: attack,
      name: attack,
      tenantName: attack,
      organizationName: attack,
      roles: [attack],
    }),
  ]
  for (const page of pages) {
    expect(page).not.toContain('<script')
    expect(page).not.toContain(`'1'`)
    expect(page).toMatch(/&lt;script&gt;|%3Cscript%3E/)
  }
})

test('a tenant name is not a replacement pattern', () => {
  expect(loginPage({ locale: 'en', tenantName: "$& $' $1" })).toContain('Sign in to $&amp; $&#39; $1')
})

test('the policy names exactly the style of the page', () => {
  for (const page of [loginPage({ locale: 'en' }), backendPage({ locale: 'pl', email: 'a@b.example', roles: [] })]) {
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(pageHeaders['content-security-policy']).toContain(`'sha256-${hash}'`)
  }
})

test('a page speaks one language, English when it knows no better', () => {
  for (const [locale, title] of Object.entries({
    en: 'Sign in',
    de: 'Anmelden',
    es: 'Iniciar sesión',
    pl: 'Zaloguj się',
  })) {
    const page = loginPage({ locale })
    expect(page).toContain(`<html lang="${locale}">`)
    expect(page).toContain(`<title>${title} · Plinth</title>`)
    expect(Object.keys(textsFor(locale)).toSorted()).toEqual(Object.keys(textsFor('en')).toSorted())
  }
  expect(loginPage({ locale: 'toString' })).toContain('<html lang="en">')
})

test('errors are read out, fields keep what was typed but the password', () => {
  const page = loginPage({
    locale: 'en',
    error: 'No',
    email: 'ann@example.com',
    remember: true,
    redirect: '/backend/x',
  })
  expect(page).toMatch(/role="alert" id="error">No</)
  expect(page).toContain('value="ann@example.com"')
  expect(page).toMatch(/name="remember"[^>]* checked/)
  expect(page).toContain('name="redirect" value="/backend/x"')
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(page).toMatch(/autocomplete="current-password"/)
  expect(loginPage({ locale: 'en', redirect: 'https://evil.example/' })).not.toContain('name="redirect"')
  expect(loginPage({ locale: 'en', redirect: '' })).not.toContain('name="redirect"')
})

test.each([
  ['/backend?x=1#y', '/backend?x=1#y'],
  ['/', '/'],
  [undefined, '/home'],
  ['', '/home'],
  ['backend', '/home'],
  ['https://evil.example/', '/home'],
  ['//evil.example/', '/home'],
  ['/\\evil.example/', '/home'],
  ['/\t/evil.example/', '/home'],
  ['/x/..//evil.example', '/home'],
  ['/%0d%0aset-cookie:x', '/%0d%0aset-cookie:x'],
  ['/a\r\nb', '/ab'],
  ['javascript:alert(1)', '/home'],
])('the redirect target %j leads to %j', (target, expected) => {
  expect(localPath(target, '/home')).toBe(expected)
})
