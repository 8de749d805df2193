export { authFixtures } from './fixtures.ts'
export { bearer, cookiesOf, deliver, form, linkToken, type Login, PASSWORD, signIn, withHeaders } from './accounts.ts'
export { createRole, createUser, superAdminOf } from './people.ts'
export { addVisitor, visitor } from './visitor.ts'
