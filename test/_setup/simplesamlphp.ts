import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { stopWithProcess } from './stop-with-process.ts'

const INSTALLED = '/usr/share/simplesamlphp/www'
const INSTALL = 'apt install simplesamlphp php-cli php-xml php-mbstring'

/** A service provider as SimpleSAMLphp is told of it. */
export interface KnownPlatform {
  readonly entityId: string
  readonly acsUrl: string
}

/** SimpleSAMLphp as an identity provider on a port of this machine, with the account `ann`, password `ann-pass`. */
export async function startSimpleSamlPhp({ key, certificate }: { readonly key: string; readonly certificate: string }) {
  if (!existsSync(INSTALLED)) throw new Error(`Debian: ${INSTALL}`)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-simplesamlphp-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const metadata = join(folder, 'metadata')
  await mkdir(metadata)
  const php = (variable: string, value: string) => `<?php ${variable} = ${value};\n`
  await writeFile(join(folder, 'server.pem'), `${key}\n`)
  await writeFile(join(folder, 'server.crt'), `${certificate}\n`)
  await writeFile(
    join(folder, 'config.php'),
    php(
      '$config',
      `[
      'baseurlpath' => '${url}/', 'certdir' => '${folder}/', 'loggingdir' => '${folder}/', 'datadir' => '${folder}/',
      'tempdir' => '${folder}/tmp', 'metadatadir' => '${metadata}/', 'secretsalt' => 'a salt of the test',
      'auth.adminpassword' => 'an administrator', 'technicalcontact_name' => 'Test', 'technicalcontact_email' => 'na@example.org',
      'logging.handler' => 'errorlog', 'enable.saml20-idp' => true, 'store.type' => 'phpsession',
      'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
      'session.cookie.secure' => false, 'session.phpsession.savepath' => '${folder}', 'session.phpsession.cookiename' => 'idp',
      'metadata.sources' => [['type' => 'flatfile']], 'language.default' => 'en', 'language.available' => ['en']
    ]`,
    ),
  )
  await writeFile(
    join(folder, 'authsources.php'),
    php(
      '$config',
      `['people' => ['exampleauth:UserPass', 'ann:ann-pass' => [
        'uid' => ['ann'], 'mail' => ['ann@corp.example'], 'displayName' => ['Ann Example'], 'groups' => ['staff', 'all']
      ]]]`,
    ),
  )
  await writeFile(
    join(metadata, 'saml20-idp-hosted.php'),
    php(
      "$metadata['__DYNAMIC:1__']",
      `['host' => '__DEFAULT__', 'privatekey' => 'server.pem', 'certificate' => 'server.crt', 'auth' => 'people',
        'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'saml20.sign.response' => true, 'saml20.sign.assertion' => true,
        'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        'authproc' => [1 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
          'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']]]`,
    ),
  )
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', INSTALLED], {
    env: { PATH: process.env['PATH'] ?? '', SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: 'ignore',
  })
  const callOff = stopWithProcess({ pid: server.pid, folder })
  const metadataUrl = `${url}/saml2/idp/metadata.php`
  while (
    !(await fetch(metadataUrl).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error(`php ended with ${server.exitCode}`)
    await sleep(100)
  }
  return {
    url,
    metadata: await (await fetch(metadataUrl)).text(),
    async addPlatform({ entityId, acsUrl }: KnownPlatform) {
      await writeFile(
        join(metadata, 'saml20-sp-remote.php'),
        php(`$metadata['${entityId}']`, `['AssertionConsumerService' => '${acsUrl}']`),
      )
    },
    async [Symbol.asyncDispose]() {
      server.kill()
      callOff()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
