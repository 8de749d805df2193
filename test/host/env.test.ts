import { expect, test } from 'vitest'
import { attachmentOptions } from '../../packages/host/src/attachment-options.ts'
import { toQuotas } from '../../packages/host/src/env/account-variables.ts'
import { readEnv, renderEnvTable } from '@plinth/host'
import { toAttachmentsSettings } from '../../packages/modules/attachments/src/options.ts'

test('an empty environment gives the defaults', () => {
  const env = readEnv({ PORT: ' ', SMTP_URL: '' })
  expect(env).toMatchObject({
    NODE_ENV: 'development',
    PORT: 3000,
    TRUST_PROXY_DEPTH: 0,
    REQUEST_BODY_LIMIT: 1024 ** 2,
    RATE_LIMIT_ENABLED: true,
    SELF_SERVICE_ONBOARDING_ENABLED: true,
  })
  expect(env.DATABASE_URL).toBeUndefined()
  expect(env.SMTP_URL).toBeUndefined()
})

test('values are read', () => {
  const env = readEnv({
    PORT: '0',
    APP_URL: 'https://app.example.com/',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    REQUEST_BODY_LIMIT: '512KB',
    RATE_LIMIT_ENABLED: 'off',
    RATE_LIMIT_TENANT_POINTS: '6000',
  })
  expect(toQuotas(env)).toEqual({ tenant: { requests: 6_000, seconds: 60 } })
  expect(toQuotas(readEnv({ RATE_LIMIT_API_KEY_POINTS: '5', RATE_LIMIT_API_KEY_DURATION: '1' }))).toEqual({
    apiKey: { requests: 5, seconds: 1 },
  })
  expect(env.PORT).toBe(0)
  expect(env.APP_URL).toBe('https://app.example.com')
  expect(env.CORS_ORIGINS).toEqual(['https://a.example', 'http://localhost:5173'])
  expect(env.REQUEST_BODY_LIMIT).toBe(512 * 1024)
  expect(env.RATE_LIMIT_ENABLED).toBe(false)
})

test('files are limited as the environment says, within bounds, and by the defaults of the module', () => {
  const limited = attachmentOptions(
    readEnv({
      OM_ATTACHMENT_PICTURES_AT_ONCE: '4',
      OM_ATTACHMENT_PICTURE_SECONDS: '20',
      OM_ATTACHMENT_PICTURE_MEMORY_MB: '512',
      OM_ATTACHMENT_PICTURE_BUDGET_SECONDS: '30',
      OM_ATTACHMENT_FIRST_READING_SECONDS: '2',
      OM_ATTACHMENT_READING_SECONDS: '60',
      OM_ATTACHMENT_READING_MEMORY_MB: '1000',
    }),
  )
  expect(limited).toMatchObject({
    picturesAtOnce: 4,
    pictureSeconds: 20,
    pictureMemory: 512 * 2 ** 20,
    pictureBudget: 30,
    firstReadingSeconds: 2,
    readingSeconds: 60,
    readingMemory: 1_000 * 2 ** 20,
  })
  expect(() => readEnv({ OM_ATTACHMENT_PICTURE_MEMORY_MB: '100' })).toThrow(/OM_ATTACHMENT_PICTURE_MEMORY_MB/)
  expect(() => readEnv({ OM_ATTACHMENT_PICTURES_AT_ONCE: '0' })).toThrow(/OM_ATTACHMENT_PICTURES_AT_ONCE/)
  const usual = toAttachmentsSettings({})
  expect(toAttachmentsSettings(attachmentOptions(readEnv({})))).toMatchObject({
    ...usual,
    readers: [expect.anything()],
  })
})

test('one error names every wrong variable, and no secret', () => {
  const read = () =>
    readEnv({
      NODE_ENV: 'production',
      PORT: '99999',
      APP_URL: 'https://app.example.com/path',
      DATABASE_URL: 'mysql://root:hunter2@db',
      SEED_ADMIN_EMAIL: 'nobody',
      MAIL_FROM: 'x',
      LOG_LEVEL: 'loud',
    })
  expect(read).toThrowErrorMatchingInlineSnapshot(`
    [Error: Invalid environment variables:
      PORT: expected a whole number from 0 to 65535 (it is "99999")
      APP_URL: expected an origin without a path, for example https://app.example.com (it is "https://app.example.com/path")
      DATABASE_URL: expected a URL that begins with postgres:// or postgresql://
      SEED_ADMIN_EMAIL: expected an e-mail address (it is "nobody")
      MAIL_FROM: expected an address or \`Name <address>\` (it is "x")
      LOG_LEVEL: expected one of debug, info, warn, error, silent (it is "loud")
      JWT_SECRET: required in production]
  `)
  expect(read).not.toThrow(/hunter2/)
})

test('a short signing key is refused without being shown', () => {
  expect(() => readEnv({ JWT_SECRET: 'short-key' })).toThrow(/JWT_SECRET: expected at least 32 characters$/)
})

test('the table names every variable once', () => {
  const table = renderEnvTable()
  for (const name of ['PORT', 'DATABASE_URL', 'JWT_SECRET', 'CORS_ORIGINS', 'ADMIN_EMAIL']) {
    expect(table.match(new RegExp(`^\\| \`${name}\`[ ,]`, 'gm'))).toHaveLength(1)
  }
  for (const line of table.trimEnd().split('\n')) expect(line.match(/(?<!\\)\|/g)).toHaveLength(4)
})
