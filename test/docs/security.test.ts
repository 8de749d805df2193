import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../architecture/_sources.ts'

const sso = (name: string) => `test/modules/sso/${name}.test.ts`
const saml = (name: string) => `test/modules/saml/${name}.test.ts`
const scim = (name: string) => `test/modules/scim/${name}.test.ts`
const auth = (name: string) => `test/modules/auth/${name}.test.ts`

const log = (name: string) => `test/modules/audit-logs/${name}.test.ts`
const core = (name: string) => `test/core/${name}.test.ts`
const attack = (name: string) => `test/attack/${name}.test.ts`

type Proof = readonly [file: string, title: string]

/** What docs/security.md guarantees: the beginning of each sentence, and the tests that prove it. */
const PROOFS: Readonly<Record<string, Readonly<Record<string, readonly Proof[]>>>> = {
  'Tenant isolation': {
    'Queries are filtered': [
      ['test/modules/together/isolation.test.ts', 'nobody learns of or touches what is not theirs in any module'],
      [
        'test/modules/directory/isolation.test.ts',
        'the database shows only the own tenant and the own organizations, whatever a query forgets',
      ],
    ],
  },
  Authorization: {
    'Nobody can grant or revoke': [
      [auth('rights/boundary'), 'assigning a role is granting what it allows'],
      [auth('rights/stronger-accounts'), 'an account that may do more is not moved, stripped or locked out'],
      [log('refusals'), 'nobody regains by undo or redo what they could not grant'],
    ],
    'A revocation takes effect': [
      [auth('revocation'), '%s takes effect on the next request'],
      ['test/host/two-hosts.test.ts', 'who is revoked on one host is refused on the other within 100 ms'],
    ],
  },
  'Second factors': {
    'If an account has a factor, or needs one': [
      [auth('factors/second-factor'), 'a password and a code of an app sign in; the answer is that of any login'],
      [auth('factors/second-factor'), 'a required factor leaves time, and is then set up during sign-in'],
    ],
    'Codes work once': [
      [auth('factors/second-factor'), 'a code works once, also for two who enter it at the same time'],
      [auth('factors/second-factor'), 'a challenge belongs to the browser in which the password was entered'],
      [auth('factors/factor-limits'), 'guessing codes is limited per account'],
    ],
    'Adding or removing a factor': [
      [auth('factors/fresh'), 'a stolen session that is not fresh cannot change how the account signs in'],
      [
        auth('factors/second-factor'),
        'removing a factor needs a sign-in with another one, and undo never brings it back',
      ],
    ],
  },
  'Single sign-on': {
    'A response is accepted only in': [
      [sso('sign-in'), 'unsolicited responses, those of another browser, and codes of others are refused'],
      [sso('tokens'), 'a response is worth nothing a second time, even if the provider takes its code again'],
    ],
    'Therefore, login CSRF': [
      [sso('sign-in'), 'a response is worth nothing at another connection, of the same tenant or another'],
      [sso('tabs'), 'a cookie of one sign-in is worth nothing for another, nor under the name of another'],
      [sso('tokens'), 'a response that comes from another issuer, or says something twice, is refused'],
    ],
    'Every id token and logout token': [
      [sso('tokens'), 'only keys that the provider publishes sign id tokens'],
      [sso('tokens'), 'weak keys are refused, and so are key sets without a usable key'],
      [sso('tokens'), 'a token is by the key that signed it, whatever the keys of a provider are called'],
      [sso('logout'), 'a logout token is for this client and moment, and ends what it names only'],
    ],
    'The issuer, audience, authorized party': [
      [sso('tokens'), 'claims that do not fit are refused'],
      [sso('tokens'), 'several audiences need the party that the token was issued to'],
    ],
    'Each logout token works once': [
      [sso('logout'), 'signing out leads to the provider, whose logout token ends the other sessions'],
    ],
    'An identity consists of': [[sso('linking'), 'an identity is linked to one account']],
    'An email address counts only if': [
      [sso('tokens'), 'an address counts if the provider says yes, or does not say anything'],
      [sso('linking'), 'an account that exists is linked after its owner has signed in to it, in the same browser'],
    ],
    'An account that was provisioned and never used': [
      [sso('people'), 'somebody provisioned signs in to the account that was made for them, and nobody else does'],
    ],
    'A session is as fresh as': [
      [sso('tokens'), 'a sign-in is as fresh as the provider says that the person has proved who they are'],
    ],
    'Links are listed': [[sso('links'), 'people see and end the links of their account, and are told of both']],
    'Roles from groups grant': [
      [sso('sign-in'), 'groups give roles within what whoever mapped them holds, checked again at each sign-in'],
    ],
    'Whoever changes who is trusted': [
      [sso('trust'), 'whoever changes anything that decides who is trusted must hold what the linked accounts hold'],
      [sso('trust'), 'a domain that is not proven yet protects its connection as well'],
    ],
    'Super admins cannot sign in': [[sso('sign-in'), 'a super admin does not come in by the connection of a tenant']],
    'Where single sign-on is enforced': [
      [sso('enforced'), 'sessions from before end, except those for emergencies and those of the provider'],
      [sso('enforced'), 'nobody leaves an enforced sign-on by another address, nor takes one of a proven domain'],
    ],
    'Proofs of domains are checked': [
      [sso('domains'), 'records are looked for every night; a proof lapses after a week without one'],
    ],
    'Providers are contacted only at': [
      [sso('connections'), 'a test of a connection explains each failure'],
      [sso('sign-in'), 'people are sent back to this site only'],
    ],
  },
  SAML: {
    'The response and the assertion must both': [
      [saml('attacks'), 'both signatures are needed, by a key of the connection, and cover what is read'],
      [saml('wrapping'), 'what a signature says about itself is not believed'],
    ],
    'Only signed content is read': [
      [saml('wrapping'), 'nobody else is found in what a response was made into'],
      [saml('odd-responses'), 'a name id is its whole text, or the response is refused'],
    ],
    'SHA-1, shared secrets': [
      [saml('attacks'), 'weak and symmetric algorithms are refused, even if the signature is right'],
      [saml('attacks'), 'entities, document types and what is no XML are refused quickly'],
    ],
    'Issuer, audience, destination': [
      [saml('attacks'), 'a response is for one issuer, platform, connection, request and moment, and is accepted once'],
      [saml('odd-responses'), 'a response is for the address that it was sent to'],
      [saml('odd-responses'), 'a session that has ended at the provider signs nobody in'],
      [saml('sign-in'), 'the page that completes a sign-in wants the browser that began it'],
    ],
    'It is as fresh as': [
      [saml('sign-in'), 'a sign-in is as fresh as the provider says that the person has proved who they are'],
    ],
    'All sizes are': [
      [saml('limits'), 'a document takes little of the thread that serves everybody, whatever its limit'],
    ],
  },
  Provisioning: {
    'A SCIM provider can see': [
      [scim('scim'), 'a provider sees and changes its own users only, and needs the feature and a service account'],
    ],
    'It takes over an account': [
      [scim('adoption'), 'accounts that no identity of the connection uses are left alone'],
      [scim('adoption'), 'accounts out of reach of the service account are left alone'],
      [scim('adoption'), 'deactivated accounts, those for emergencies and those of another provider are left alone'],
      [scim('adoption'), 'nobody of another tenant is found or taken over'],
    ],
    'It can assign roles and deactivate': [
      [scim('scim'), 'groups give the role that an administrator names, within what the service account may grant'],
      [scim('scim'), 'a provider neither locks out nor renames somebody who may do more than its service account'],
    ],
    'An administrator can map a group': [
      [scim('accounts'), 'a role that the mapper may not grant is refused for an empty group, too'],
    ],
    'Names that a provider sends': [[scim('accounts'), 'names of prototypes change no prototype, wherever they stand']],
    'Paths, filters, operations': [
      [scim('scim'), 'filters, sorting and pages are those of the RFC, and no oracle and no bomb'],
      [scim('storm'), 'a large PATCH costs what its size is, and what is too large is refused at once'],
    ],
    'Concurrent changes of one user or group': [
      [scim('storm'), 'of members that are added to one group at once, all are kept'],
      [scim('storm'), 'of attributes that are changed at once, all are kept'],
      [scim('dialects'), 'versions change with what is answered: the groups of a person, and the members of a group'],
    ],
    'An account that was provisioned has no password': [
      [sso('people'), 'somebody provisioned signs in to the account that was made for them, and nobody else does'],
      [sso('people'), 'an account that is in use, or in a domain that is not proven, is not claimed'],
    ],
    'An address that is used again': [
      [
        scim('accounts'),
        'an address that somebody deleted had makes a new account, without anything of the former one',
      ],
      [scim('dialects'), 'an id that two deleted people had gives neither account back'],
    ],
    'It has none of the roles': [
      [
        scim('provider-samples'),
        'an address that is used again is somebody new, without anything of the former person',
      ],
    ],
  },
  'Service accounts': {
    'never have more permissions': [
      ['test/modules/api-keys/service-accounts.test.ts', 'nobody gives a service account more than they hold'],
      [
        'test/modules/api-keys/later-rights.test.ts',
        'a role that service accounts combine with others is widened only',
      ],
    ],
    'Their tokens are valid': [
      ['test/modules/api-keys/service-accounts.test.ts', 'client credentials yield a token of 15 minutes'],
    ],
  },
  Sessions: {
    'People can see and end': [[auth('sessions/devices'), 'people see their devices and end one, or all others']],
    'A tenant’s session lifetimes': [
      [auth('sessions/devices'), 'a tenant limits how long sessions last, and how long they may be idle'],
    ],
  },
  Authentication: {
    'Passwords and tokens are stored': [
      [auth('passwords/passwords'), 'hashes as the decision "Passwords" asks, salted, and verifies'],
      ['test/modules/api-keys/keys.test.ts', 'neither the database nor the log holds a secret'],
      [auth('login'), 'the log of a login holds no secret'],
      [auth('login-work'), 'hashes with salts of their own cost the same, log in and get the shared salt'],
    ],
    'A new address or password of one': [
      [auth('own-credentials'), 'a stale session changes its own address only with a proof'],
      [auth('own-credentials'), 'administering accounts is no way around it, but everything else goes on'],
    ],
    'Wrong passwords count there': [
      [
        auth('own-credentials'),
        'wrong current passwords are counted like other wrong proofs, however many are tried at once',
      ],
    ],
    'A sign-in beside the deactivation': [
      [
        auth('users/deactivation-races'),
        'however sign-ins and deactivation meet, nothing of before works after reactivation',
      ],
    ],
    'Failed sign-ins are rate limited': [
      [auth('rate-limits'), 'one account is limited for all addresses together, whether or not it exists'],
      [auth('rate-limits'), 'twenty logins a minute for one address, counted first'],
    ],
    'When an account’s email address': [
      [
        auth('users/changed-address'),
        'an address that a stolen session changed is taken back by its owner, whatever happened since',
      ],
    ],
  },
  'Refresh tokens': {
    'yield access tokens of one session': [
      [
        auth('refresh'),
        'a refresh token can be used again and at once, until its login ends: then nothing that it gave counts',
      ],
      [auth('refresh'), 'no renewal delays the end of a login'],
    ],
    'They are not rotated': [[auth('refresh'), 'a refresh token gives another access token for the same login']],
  },
  Requests: {
    'An invalid credential is never ignored': [
      [attack('mixed-credentials'), 'is 401, whoever sends it'],
      [attack('cross-site'), 'no write is carried out that a page of another site sends with a cookie'],
    ],
  },
  'Audit log': {
    'The application can append': [
      [log('trail'), 'the application’s roles can add to the log and the chain, and change nothing of them'],
      [log('actions'), 'other rows of an entry stand beside its own, secrets nowhere'],
    ],
    '`audit verify` detects': [
      [log('trail'), 'it shows when ${name}'],
      [log('anchors'), 'with the end of the trail every trace of it in the database is removed: the sink tells'],
    ],
  },
  'Replaceable secret': {
    'After the secret has been replaced': [
      [
        'test/cli/rotate-secret.test.ts',
        'the secret of a product is replaced, after which the former one opens nothing',
      ],
    ],
  },
  'Resource limits': {
    'Bodies, uploads, rules': [
      [core('http/bad-input'), 'a chunked body is measured as it arrives'],
      ['test/modules/deep-bodies.test.ts', 'every route that reads JSON has one limit of depth and one answer'],
      [
        'test/modules/attachments/files.test.ts',
        'a file beyond the limit or the quota is refused, and nothing of it stays',
      ],
      ['test/modules/business-rules/heavy.test.ts', 'rules are limited by entity type, by tenant and in bytes'],
      ['test/modules/business-rules/notices.test.ts', 'mails and webhooks of a tenant end with its quota of the day'],
      ['test/modules/progress/stream.test.ts', 'one person has ten streams at most, a closed one makes room'],
      [core('cache/caches'), 'the entries of one holder take a sixteenth of a cache, and push out no others'],
      [core('command/recorded-bytes'), 'what one command records has a limit, which the refusal names'],
      [core('data/fair-pool'), 'a tenant is served while another one wants every connection, many times over'],
    ],
    '`npm run campaign:attack` fails': [
      [attack('every-route'), 'no request keeps the event loop from others, however large it is'],
    ],
  },
  'Prototype pollution': {
    '`__proto__` and a `constructor`': [
      [core('http/prototype-names'), 'a constructor that has one'],
      [attack('every-route'), 'no name that a client sends changes what every object inherits, or makes a route fail'],
    ],
    '`@plinth/host` also locks': [
      ['test/host/start.test.ts', 'the built-in prototypes are locked before anything else happens'],
      [core('security/lock-prototypes'), 'names that clients send cannot change what other objects inherit'],
    ],
  },
  SSRF: {
    'Webhooks call only hosts': [
      [
        'test/modules/webhooks/deliveries.test.ts',
        'endpoints go to allowed hosts only, and what resolves to a private address is not called',
      ],
      ['test/modules/business-rules/webhooks.test.ts', 'of all addresses only those of the public internet are called'],
      [core('http/egress-proxy'), 'the proxy is not asked for addresses inside'],
    ],
  },
  Uploads: {
    'Files that a browser could execute': [
      ['test/modules/attachments/hostile.test.ts', 'files under every name and type are stored and served harmlessly'],
    ],
    'Text is extracted in a process': [
      [core('confined-process/confined-process'), 'a confined program reaches nothing'],
    ],
  },
  'SQL injection': {
    '`sql` and `from` send values': [[core('data/injection'), 'what is sent as a value is never part of a statement']],
    'Review code for': [],
    'With a login that owns nothing': [
      [core('data/injection'), 'an injected statement that becomes %s gains no foreign row'],
      [core('data/injection'), 'an injected statement does not get %s'],
      [core('data/injection'), 'a privileged login is refused'],
    ],
    'It can': [[core('data/injection'), 'an injected statement can act as a tenant whose id it knows']],
  },
}

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .replaceAll("'", '’')
  .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** The sentences of a guarantee, or of the first paragraph of a section, without links and line breaks. */
function sentencesOf(name: string): string[] {
  const [, text = ''] = page.split(new RegExp(`(?:^- \\*\\*${name}\\.?\\*\\* |^## ${name}\\n\\n)`, 'm'))
  const whole = text.split(/\n(?:- |\n|#)/)[0]!.replaceAll(/\s+/g, ' ')
  return whole.split(/(?<=[.:]) (?=[A-Z`])/)
}

test('each guarantee has its sentences looked at', () => {
  const [, guarantees = ''] = page.split('## Guarantees')
  const names = [...guarantees.split('\n## ')[0]!.matchAll(/^- \*\*([^*]+?)\.?\*\*/gm)].map(([, name]) => name)
  expect(names.filter((name) => !Object.hasOwn(PROOFS, name!))).toEqual([])
})

test.each(Object.entries(PROOFS))('each sentence about %s has tests that prove it', (name, proofs) => {
  const sentences = sentencesOf(name)
  const beginnings = Object.keys(proofs)
  expect(sentences.filter((one) => !beginnings.some((begin) => one.startsWith(begin)))).toEqual([])
  expect(beginnings.filter((begin) => !sentences.some((one) => one.startsWith(begin)))).toEqual([])
  for (const [file, title] of Object.values(proofs).flat())
    expect(readFileSync(join(ROOT, file), 'utf8'), `${file}: ${title}`).toContain(title)
})
