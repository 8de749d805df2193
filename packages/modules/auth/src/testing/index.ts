export { authFixtures } from './fixtures.ts'
export {
  bearer,
  cookiesOf,
  deliverMails as deliver,
  urlEncoded as form,
  linkToken,
  type Login,
  PASSWORD,
  signIn,
  withHeaders,
} from './accounts.ts'
export { addRole as createRole, addUser as createUser, superAdminOf } from './people.ts'
export { addVisitor, visitor } from './visitor.ts'
