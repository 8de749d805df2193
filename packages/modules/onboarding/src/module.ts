import { defineModule, keep, type Module, provide } from '@plinth/core'
import { rekey } from '@plinth/core/security'
import { pages, readmePage } from '@plinth/points'
import { liftHold } from './commands/lift-hold.ts'
import { provisionRequest } from './commands/provision-request.ts'
import { submitRequest } from './commands/submit-request.ts'
import { features } from './contract.ts'
import { notifyAdmin } from './jobs/notify-admin.ts'
import { LINK_HASH } from './link-tokens.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { emailKeys, emailKeysOnline } from './migrations/0002-email-keys.ts'
import { submit } from './routes/submit.ts'
import { choosePassword } from './routes/choose-password.ts'
import { verify } from './routes/verify.ts'
import { type OnboardingOptions, settings } from './settings.ts'
import { OnboardingRequest } from './entities.ts'
import { translations } from './translations.ts'

/** Self-service sign-up of new customers. */
export function onboarding(options: OnboardingOptions = {}): Module {
  return defineModule({
    id: 'onboarding',
    title: 'Onboarding',
    translations,
    requires: ['auth', 'directory'],
    entities: [OnboardingRequest],
    migrations: [baseline, emailKeys, emailKeysOnline],
    features,
    contributes: [pages.of(readmePage({ title: 'Self-service sign-up', access: features.access }, import.meta.url))],
    services: [provide(settings, () => options)],
    commands: [submitRequest, liftHold, provisionRequest],
    jobs: [notifyAdmin],
    keep: [keep('onboarding_requests', { id: 'onboarding.requests', by: 'expires_at', days: 0 })],
    rekeys: [
      rekey(OnboardingRequest, { id: 'onboarding.links', property: 'tokenHash', purpose: LINK_HASH }),
      rekey(OnboardingRequest, { id: 'onboarding.browsers', property: 'browserHash', purpose: LINK_HASH }),
    ],
    routes: [submit, verify, choosePassword],
  })
}
