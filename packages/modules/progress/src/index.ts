export { progress } from './module.ts'
