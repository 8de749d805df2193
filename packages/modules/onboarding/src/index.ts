export { onboarding } from './module.ts'
export type { OnboardingOptions } from './settings.ts'
export { features } from './contract.ts'
