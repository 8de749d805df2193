export { onboarding } from './module.ts'
