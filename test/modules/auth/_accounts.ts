import type { AuthOptions } from '@plinth/auth'
import { authFixtures } from '@plinth/auth/testing'
import { joinFixtures, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { testApp } from '../../_setup/app.ts'
import { accountModules } from './_modules.ts'

export {
  bearer,
  cookiesOf,
  deliverMails,
  urlEncoded,
  linkToken,
  type Login,
  PASSWORD,
  signIn,
  withHeaders,
} from '@plinth/auth/testing'

/** Two tenants with the accounts of auth. */
export const prepareAccounts = joinFixtures(directoryFixtures, authFixtures).prepare

/** Accounts in two tenants; `twin@acme.com` is in both. All have the same password. */
export async function authApp(
  options: Partial<TestPlatformOptions> & { auth?: Partial<AuthOptions> } = {},
): Promise<TestPlatform> {
  const { auth: wishes, modules = [], ...rest } = options
  return testApp({
    modules: [...accountModules(wishes), ...modules],
    origin: 'https://acme.example',
    prepare: prepareAccounts,
    ...rest,
  })
}
