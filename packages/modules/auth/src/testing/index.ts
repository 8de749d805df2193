export { authFixtures } from './fixtures.ts'
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
} from './accounts.ts'
export { addAccount, addRole, addUser, superAdminOf } from './people.ts'
export { addVisitor, visitor } from './visitor.ts'
export { addAuthenticator, nextCode, type PendingLogin, startLogin, totpCode } from './factors.ts'
export { type SoftPasskey, softPasskey } from './soft-passkey.ts'
