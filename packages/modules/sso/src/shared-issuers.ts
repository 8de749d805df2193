/** A provider whose issuer is the same for the people of many organizations. */
interface SharedIssuer {
  /** The claim that names the domain of the organization that somebody belongs to; null if there is none. */
  readonly domainClaim: string | null
}

const GOOGLE: SharedIssuer = { domainClaim: 'hd' }
/** Anybody can have an account there, with an address at which they could read mails once. */
const PERSONAL: SharedIssuer = { domainClaim: null }

const ISSUERS: ReadonlyMap<string, SharedIssuer> = new Map([
  ['https://accounts.google.com', GOOGLE],
  ['accounts.google.com', GOOGLE],
  ['https://appleid.apple.com', PERSONAL],
  ['https://account.apple.com', PERSONAL],
  ['https://api.login.yahoo.com', PERSONAL],
  ['https://gitlab.com', PERSONAL],
  ['https://login.salesforce.com', PERSONAL],
  ['https://slack.com', PERSONAL],
  ['https://www.facebook.com', PERSONAL],
  ['https://www.linkedin.com', PERSONAL],
  ['https://www.linkedin.com/oauth', PERSONAL],
])

const MICROSOFT = /(^|\.)(microsoftonline\.(com|us)|partner\.microsoftonline\.cn|windows\.net)$/
/** Addresses for several directories, and the directory of personal accounts. */
const MANY_DIRECTORIES =
  /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|%7btenantid%7d)(\/|$)/i

/** Whether an issuer stands for several directories of Microsoft, or for personal accounts there. */
export function isForManyDirectories(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url !== null && MICROSOFT.test(url.hostname) && MANY_DIRECTORIES.test(url.pathname)
}

/** Whether an issuer is a single directory of Entra ID. */
export function isOneDirectory(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url !== null && MICROSOFT.test(url.hostname) && !isForManyDirectories(issuer)
}

/** What is known about an issuer that many organizations share; undefined for all others. */
export const sharedIssuer = (issuer: string): SharedIssuer | undefined =>
  isForManyDirectories(issuer) ? PERSONAL : ISSUERS.get(issuer.replace(/\/$/, ''))
