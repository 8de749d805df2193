export { applicant, apply, browse, onboardingForm, linkOf, PATH } from './applicants.ts'
export { onboardingFixtures } from './fixtures.ts'
