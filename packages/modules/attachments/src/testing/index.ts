// Checks for tests of products and drivers
export { checkStorage } from './check-storage.ts'
