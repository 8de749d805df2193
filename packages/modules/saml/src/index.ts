export { saml } from './module.ts'
