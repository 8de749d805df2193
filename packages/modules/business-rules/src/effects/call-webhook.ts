import { defineJob, PlatformError } from '@plinth/core'
import { outgoing, type SpanFacts, spans, toWebhookDestination } from '@plinth/core/http'
import { toWebhookKey, webhookHeaders } from '@plinth/core/security'
import { z } from 'zod'
import { countSending } from '../commands/count-sending.ts'
import { webhookKeysOf } from '../outbound/signature.ts'
import { settings } from '../settings.ts'

const Payload = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})

/**
 * Calls a webhook, signed as Standard Webhooks says, with the same id in every attempt. Responses that may change (408, 429, 5xx, or none at
 * all) are retried with increasing delays; all others, and violations of the policy, are final.
 */
export const callWebhook = defineJob({
  id: 'business_rules.call-webhook',
  payload: Payload,
  retries: 8,
  concurrency: 8,
  timeout: 60,
  async run(ctx) {
    const { payload, jobId, signal, scope, inject, log, now } = ctx
    const { url, method, headers, body } = payload
    const { isLeft } = await ctx.run(countSending, { kind: 'webhook' })
    if (!isLeft) return
    const facts = { jobId, tenantId: scope.tenantId, host: URL.parse(url)?.host }
    try {
      const signed = webhookHeaders(
        { id: jobId, at: now(), body: body ?? '' },
        { secrets: webhookKeysOf(ctx).map(toWebhookKey) },
      )
      const destination = toWebhookDestination(url, inject(settings))
      const status = await inject(spans).run(toSpan(method, destination.url), async (end) => {
        const traceparent = inject(spans).traceparent()
        const { status: responded } = await inject(outgoing).send(destination, {
          method,
          body,
          signal,
          maxAnswer: MAX_ANSWER,
          cutsAnswer: true,
          headers: {
            ...allowed(headers),
            ...signed,
            ...ownHeaders(body),
            ...(traceparent !== undefined && { traceparent }),
          },
        })
        end.set({ 'http.response.status_code': responded }, { counted: true })
        if (responded >= 400) end.fail(String(responded))
        return responded
      })
      if (status >= 200 && status < 300) return
      if (status === 408 || status === 429 || status >= 500) throw new Error(`The webhook answered ${status}`)
      log.warn({ ...facts, status }, 'webhook refused')
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      log.warn({ ...facts, reason: error.message }, 'webhook not sent')
    }
  },
})

/** Without the path and query, which may contain secrets of the receiver. */
function toSpan(method: string, { protocol, hostname, port }: URL): SpanFacts {
  const named = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  }
  return {
    name: method,
    kind: 'client',
    attributes: named,
    duration: { name: 'http.client.request.duration', attributes: named },
  }
}

function ownHeaders(body: string | null): Record<string, string> {
  return {
    'user-agent': 'plinth-webhooks',
    ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
  }
}

/** The headers of the rule, without those that the connection and the signature set. */
function allowed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name, value]) => TOKEN.test(name) && !RESERVED.test(name) && HEADER_VALUE.test(value),
  )
  return {
    'content-type': 'application/json',
    ...Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

/** What a header can hold without an encoding. */
export const HEADER_VALUE = /^[\t\x20-\x7e]*$/
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|user-agent|webhook-.*)$/i
const MAX_ANSWER = 64_000
