import type { WireRequest } from '../../../packages/testing/src/route-request.ts'

/** What the rules of the attack are about: those that anybody would write, and those that cost a host most. */
export const RULED = 'directory:organization'
export const HEAVILY_RULED = 'auth:user'

const GROUPS = 20
const COMPARISONS = 50

/** A rule whose every comparison fails, so that all of them are explained. */
export function heavyRule(ruleId: string) {
  const comparison = (index: number) => ({ field: `a${index}`, operator: '=', value: 'never' })
  const group = () => ({ operator: 'OR', rules: Array.from({ length: COMPARISONS }, (_, index) => comparison(index)) })
  return {
    ruleId,
    ruleName: ruleId,
    // A guard would refuse writes of the attack itself.
    ruleType: 'ACTION',
    entityType: HEAVILY_RULED,
    conditionExpression: { operator: 'OR', rules: Array.from({ length: GROUPS }, group) },
    failureActions: [{ type: 'LOG', config: { message: 'x'.repeat(500) } }],
  }
}

/** A rule that fails unless a thing is what is named. */
export const lightRule = (ruleId: string, value: string) => ({
  ...heavyRule(ruleId),
  entityType: RULED,
  conditionExpression: { field: 'a', operator: '=', value },
})

const BOUNDARY = 'boundary-of-the-attack'

/** A multipart body with one file. */
export function fileUpload(name: string, content: string | Buffer, fileName = `${name}.txt`): WireRequest {
  const fields = { entityId: 'attachments:library', recordId: name }
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/plain\r\n\r\n`
  const [before, after] = [`${parts.join('')}${head}`, `\r\n--${BOUNDARY}--\r\n`]
  return {
    method: 'POST',
    path: '/api/attachments',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body:
      typeof content === 'string'
        ? `${before}${content}${after}`
        : new Uint8Array(Buffer.concat([Buffer.from(before), content, Buffer.from(after)])),
  }
}
