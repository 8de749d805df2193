import { defineModule, keep } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { features, signInProtocols } from '@plinth/sso'
import { keepResponse } from './commands/keep-response.ts'
import { takeResponse } from './commands/take-response.ts'
import { SamlResponse } from './entities.ts'
import { locators } from './locators.ts'
import { responses } from './migrations/0001-responses.ts'
import { samlProtocol } from './protocol.ts'
import { readMetadata } from './routes/provider-metadata.ts'
import { completeSignIn, metadata, receiveResponse } from './routes/sign-in.ts'
import { translations } from './translations.ts'

/** Single sign-on with SAML 2.0, as a protocol of connections. */
export const saml = defineModule({
  id: 'saml',
  title: 'SAML',
  translations,
  requires: ['auth', 'sso'],
  entities: [SamlResponse],
  migrations: [responses],
  contributes: [
    pages.of(readmePage({ title: 'SAML', access: features.view }, import.meta.url)),
    signInProtocols.of(samlProtocol),
  ],
  locators,
  commands: [keepResponse, takeResponse],
  keep: [keep(SamlResponse, { id: 'saml.responses', by: 'expiresAt', days: 0 })],
  routes: [receiveResponse, completeSignIn, metadata, readMetadata],
})
