import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../architecture/_sources.ts'

const sso = (name: string) => `test/modules/sso/${name}.test.ts`
const saml = (name: string) => `test/modules/saml/${name}.test.ts`
const scim = (name: string) => `test/modules/scim/${name}.test.ts`
const auth = (name: string) => `test/modules/auth/${name}.test.ts`

type Proof = readonly [file: string, title: string]

/** What docs/security.md says about signing in and provisioning: the beginning of each sentence, and the tests that prove it. */
const PROOFS: Readonly<Record<string, Readonly<Record<string, readonly Proof[]>>>> = {
  'Single sign-on': {
    'A response is accepted only in': [
      [sso('sign-in'), 'unsolicited responses, those of another browser, and codes of others are refused'],
      [sso('tokens'), 'a response is worth nothing a second time, even if the provider takes its code again'],
    ],
    'Therefore, login CSRF': [
      [sso('sign-in'), 'a response is worth nothing at another connection, of the same tenant or another'],
      [sso('tabs'), 'a cookie of one sign-in is worth nothing for another, nor under the name of another'],
    ],
    'Every id token and logout token': [
      [sso('tokens'), 'only keys that the provider publishes sign id tokens'],
      [sso('tokens'), 'weak keys are refused, and so are key sets without a usable key'],
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
    'It can assign roles and deactivate': [
      [scim('scim'), 'groups give the role that an administrator names, within what the service account may grant'],
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
    ],
    'It has none of the roles': [
      [
        scim('provider-samples'),
        'an address that is used again is somebody new, without anything of the former person',
      ],
    ],
  },
  Authentication: {
    'Passwords and tokens are stored': [
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
}

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').replaceAll("'", '’')

/** The sentences of a guarantee, without links and line breaks. */
function sentencesOf(name: string): string[] {
  const [, text = ''] = page.split(`- **${name}.** `)
  const whole = text.split(/\n(?:- |\n|#)/)[0]!.replaceAll(/\s+/g, ' ')
  return whole.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<=[.:]) (?=[A-Z])/)
}

test.each(Object.entries(PROOFS))('each sentence about %s has tests that prove it', (name, proofs) => {
  const sentences = sentencesOf(name)
  const beginnings = Object.keys(proofs)
  expect(sentences.filter((one) => !beginnings.some((begin) => one.startsWith(begin)))).toEqual([])
  expect(beginnings.filter((begin) => !sentences.some((one) => one.startsWith(begin)))).toEqual([])
  for (const [file, title] of Object.values(proofs).flat())
    expect(readFileSync(join(ROOT, file), 'utf8'), `${file}: ${title}`).toContain(title)
})
