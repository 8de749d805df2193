import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
export { freePort } from '../../packages/host/src/database/free-port.ts'
import { stopWithProcess } from './stop-with-process.ts'

const PORTAL = '/usr/share/lemonldap-ng/portal'
const INSTALL =
  'apt install liblemonldap-ng-portal-perl libcrypt-jwt-perl libgd-securityimage-perl libimage-magick-perl libio-string-perl libstring-random-perl starman'

/** A client as LemonLDAP::NG knows it. */
export interface KnownClient {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

/** LemonLDAP::NG as an OpenID provider on a port of this machine, with its demonstration accounts: `dwho`, password `dwho`. */
export async function startLemonLdap(port: number, client: KnownClient) {
  if (!existsSync(PORTAL)) throw new Error(`Debian: ${INSTALL}`)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-lemonldap-'))
  const url = `http://127.0.0.1:${port}`
  for (const name of ['conf', 'sessions', 'locks']) await mkdir(join(folder, name))
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const storage = {
    Directory: join(folder, 'sessions'),
    LockDirectory: join(folder, 'locks'),
    generateModule: GENERATOR,
  }
  const configuration = {
    cfgNum: 1,
    cfgAuthor: 'test',
    cfgDate: Math.floor(Date.now() / 1_000),
    cfgVersion: '2.16.1',
    cookieName: 'lemonldap',
    whatToTrace: '_whatToTrace',
    macros: { _whatToTrace: '$uid' },
    exportedVars: {},
    timeout: 72_000,
    key: 'a key of the test',
    domain: '127.0.0.1',
    portal: `${url}/`,
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage,
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage,
    requireToken: 0,
    portalDisplayAppslist: 1,
    applicationList: {},
    locationRules: {},
    exportedHeaders: {},
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectRule: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    oidcServiceMetaDataIssuer: `${url}/`,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'test',
    oidcRPMetaDataOptions: {
      plinth: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: client.redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
    oidcRPMetaDataExportedVars: { plinth: { email: 'mail', name: 'cn' } },
    oidcRPMetaDataOptionsExtraClaims: { plinth: {} },
  }
  await writeFile(join(folder, 'conf', 'lmConf-1.json'), JSON.stringify(configuration))
  const ini = join(folder, 'lemonldap-ng.ini')
  await writeFile(
    ini,
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${join(folder, 'conf')}
[portal]
staticPrefix = /static
templateDir = ${PORTAL}/templates
languages = en
`,
  )
  const app = join(folder, 'app.psgi')
  await writeFile(
    app,
    `use Plack::Builder; use Plack::App::File; use Lemonldap::NG::Portal;
my $portal = Lemonldap::NG::Portal->run({});
builder { mount '/static' => Plack::App::File->new(root => '${PORTAL}/htdocs/static')->to_app; mount '/' => $portal; };
`,
  )
  const server = spawn('starman', ['--host', '127.0.0.1', '--port', String(port), '--workers', '2', app], {
    env: { PATH: process.env['PATH'] ?? '', LLNG_DEFAULTCONFFILE: ini },
    stdio: 'ignore',
  })
  const callOff = stopWithProcess({ pid: server.pid, folder })
  const isUp = () =>
    fetch(`${url}/.well-known/openid-configuration`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`starman ended with ${server.exitCode}`)
    await sleep(200)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill()
      callOff()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const GENERATOR = 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256'
