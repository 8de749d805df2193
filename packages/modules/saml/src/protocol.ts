import { X509Certificate } from 'node:crypto'
import { explainDomains, type Finding, messageOf, providers, type SignInProtocol } from '@plinth/sso'
import { acsUrl, metadataUrl, newRequestId, requestUrl } from './service-provider.ts'
import { SamlSettings } from './settings.ts'

const DAY = 86_400_000
/** Days before the expiry of a certificate from which there is a warning. */
const SOON = 30

/** SAML 2.0, with requests by redirect and responses by POST. */
export const samlProtocol: SignInProtocol = {
  id: 'saml',
  settings: SamlSettings,
  check({ authMethod, hasSecret }) {
    if (authMethod !== 'none' || hasSecret)
      return {
        field: 'secret',
        message:
          'SAML connections have no secret: the provider signs its responses, and requests do not have to be signed.',
      }
    return null
  },
  async start({ now }, connection, { origin, isFresh }) {
    const requestId = newRequestId()
    const url = requestUrl(connection, origin, { id: requestId, at: now(), isForced: isFresh })
    return { url, kept: { requestId }, key: requestId }
  },
  async explain({ inject, now }, { settings, provenDomains }) {
    const { signInUrl, certificates } = SamlSettings.parse(settings)
    const findings: Finding[] = certificates.map((pem) => explainCertificate(new X509Certificate(pem), now()))
    try {
      const { status } = await inject(providers).fetch(signInUrl)
      const isThere = status < 500 && status !== 404
      findings.push({
        check: 'sign_in_page',
        outcome: isThere ? 'passed' : 'failed',
        message: `${new URL(signInUrl).origin} answers ${status} at the address for sign-ins.`,
      })
    } catch (error) {
      // Only browsers go there, so it may be inside a network that this host cannot reach.
      findings.push({
        check: 'sign_in_page',
        outcome: 'warning',
        message: `The address for sign-ins cannot be reached from here: ${messageOf(error)}`,
      })
    }
    findings.push(explainDomains(provenDomains), {
      check: 'logout',
      outcome: 'warning',
      message: 'Signing out here leaves the session at the provider open.',
    })
    return findings
  },
  addresses: (origin, connectionId) => ({
    callbackUrl: acsUrl(origin, connectionId),
    backchannelLogoutUrl: null,
    metadataUrl: metadataUrl(origin, connectionId),
  }),
}

function explainCertificate({ subject, validFromDate, validToDate }: X509Certificate, now: Date): Finding {
  const name = subject.replaceAll('\n', ', ').slice(0, 200)
  const left = validToDate.getTime() - now.getTime()
  const until = validToDate.toISOString().slice(0, 10)
  if (left <= 0)
    return {
      check: 'certificates',
      outcome: 'warning',
      message: `The certificate ${name} expired on ${until}. Sign-ins still work; ask the provider for its new certificate.`,
    }
  if (validFromDate.getTime() > now.getTime())
    return { check: 'certificates', outcome: 'warning', message: `The certificate ${name} is not valid yet.` }
  if (left < SOON * DAY)
    return {
      check: 'certificates',
      outcome: 'warning',
      message: `The certificate ${name} expires on ${until}. Add the provider's next one before then.`,
    }
  return { check: 'certificates', outcome: 'passed', message: `The certificate ${name} is valid until ${until}.` }
}
