export { applicant, apply, browse, onboardingForm as form, linkOf, PATH } from './applicants.ts'
export { onboardingFixtures } from './fixtures.ts'
