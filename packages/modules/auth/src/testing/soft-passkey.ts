import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A software passkey, which answers as an authenticator and its browser do. */
export interface SoftPasskey {
  readonly id: string
  /** The answer to `navigator.credentials.create`. */
  register(options: { readonly challenge: string }): object
  /** The answer to `navigator.credentials.get`. Each counts one use. */
  answer(options: { readonly challenge: string }): object
  /** The same key with the same counter, as if somebody had copied it. */
  clone(): SoftPasskey
}

interface SoftPasskeyOptions {
  /** The origin of the page that asks. */
  readonly origin: string
  readonly counter?: number
  readonly keys?: ReturnType<typeof createKeys>
}

const createKeys = () => ({ id: randomBytes(32), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) })

/** Creates a passkey for an origin (ES256, no attestation). */
export function softPasskey({ origin, counter = 1, keys = createKeys() }: SoftPasskeyOptions): SoftPasskey {
  let uses = counter
  const id = keys.id.toString('base64url')
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number) =>
    Buffer.concat([sha256(Buffer.from(new URL(origin).hostname)), Buffer.from([flags]), uint32(uses)])
  const envelope = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  return {
    id,
    register({ challenge }) {
      const attested = Buffer.concat([Buffer.alloc(16), uint16(keys.id.length), keys.id, coseKey(keys.publicKey)])
      const authData = Buffer.concat([head(PRESENT | VERIFIED | ATTESTED), attested])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      const clientDataJSON = clientData('webauthn.create', challenge).toString('base64url')
      return {
        ...envelope,
        response: {
          clientDataJSON,
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer({ challenge }) {
      uses++
      const authenticatorData = head(PRESENT | VERIFIED)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), keys.privateKey)
      return {
        ...envelope,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    clone: () => softPasskey({ origin, counter: uses, keys }),
  }
}

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59]), uint16(bytes.length), bytes])

/** A COSE key: EC2, ES256, P-256. */
function coseKey(publicKey: ReturnType<typeof createKeys>['publicKey']): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}
