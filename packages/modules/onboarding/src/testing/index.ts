export { applicant, apply, browse, form, linkOf, PATH } from './applicants.ts'
export { onboardingFixtures } from './fixtures.ts'
