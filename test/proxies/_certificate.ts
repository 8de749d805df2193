import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** A certificate that signs itself, as the files that proxies read. */
export interface Certificate {
  readonly certificateFile: string
  readonly keyFile: string
  /** Certificate and key in one file. */
  readonly bothFile: string
  /** For clients, which trust it. */
  readonly pem: string
}

/** Makes a certificate for `name`. */
export async function makeCertificate(folder: string, name: string): Promise<Certificate> {
  const [certificateFile, keyFile, bothFile] = ['cert.pem', 'key.pem', 'both.pem'].map((file) =>
    join(folder, file),
  ) as [string, string, string]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '2']
  await exec('openssl', ['req', '-x509', ...key, '-out', certificateFile, ...subject])
  const pem = await readFile(certificateFile, 'utf8')
  await writeFile(bothFile, pem + (await readFile(keyFile, 'utf8')))
  return { certificateFile, keyFile, bothFile, pem }
}
