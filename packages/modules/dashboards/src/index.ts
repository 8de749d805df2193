export { dashboards } from './module.ts'
