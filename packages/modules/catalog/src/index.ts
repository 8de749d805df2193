export { catalog } from './module.ts'
