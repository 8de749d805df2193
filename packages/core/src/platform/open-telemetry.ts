import {
  type Attributes,
  context,
  type Context as TraceContext,
  type Histogram,
  metrics,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import type { SpanEnd, SpanFacts, Telemetry } from '../define/telemetry.ts'
import { PlatformError } from '../errors.ts'

/**
 * Reports what a platform does to the OpenTelemetry SDK that the host has registered: spans for requests, commands, rules,
 * statements, jobs, webhooks and emails, and their durations as metrics. Register the SDK first.
 *
 * @example
 * const platform = await createPlatform({ …, telemetry: openTelemetry() })
 */
export function openTelemetry(): Telemetry {
  const tracer = trace.getTracer(SCOPE)
  const meter = metrics.getMeter(SCOPE)
  const histograms = new Map<string, Histogram>()
  const record = (name: string, milliseconds: number, attributes: Attributes) => {
    let histogram = histograms.get(name)
    if (!histogram) histograms.set(name, (histogram = meter.createHistogram(name, HISTOGRAM)))
    histogram.record(milliseconds / 1000, attributes)
  }
  return Object.freeze({
    span(facts, work) {
      const { name, kind, attributes, duration } = facts
      const parent = parentOf(facts)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent)
      const counted: Attributes = { ...duration?.attributes }
      const startedAt = performance.now()
      const end: SpanEnd = {
        set(more, options) {
          span.setAttributes({ ...more })
          if (options?.counted) Object.assign(counted, more)
        },
        fail(type) {
          counted['error.type'] = type
          span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
        },
      }
      const close = () => {
        span.end()
        if (duration) record(duration.name, performance.now() - startedAt, counted)
      }
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          return await work(end)
        } catch (error) {
          noteError(span, end, error)
          throw error
        } finally {
          close()
        }
      })
    },
    traceparent() {
      const found = trace.getActiveSpan()?.spanContext()
      if (!found || !trace.isSpanContextValid(found)) return undefined
      return `00-${found.traceId}-${found.spanId}-${(found.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`
    },
    onStatement(text) {
      const { operation, sanitized } = describe(text)
      const named = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
      // Statements of background work, such as polling, belong to no trace.
      const span = trace.getActiveSpan()?.isRecording()
        ? tracer.startSpan(operation, {
            kind: SpanKind.CLIENT,
            attributes: { ...named, 'db.query.text': sanitized },
          })
        : null
      return ({ milliseconds, rows, code }) => {
        if (code !== undefined) span?.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR })
        span?.setAttribute('db.response.returned_rows', rows).end()
        record('db.client.operation.duration', milliseconds, {
          ...named,
          ...(code !== undefined && { 'error.type': code }),
        })
      }
    },
  } satisfies Telemetry)
}

const SCOPE = '@plinth/core'

/** Seconds, with the boundaries that the semantic conventions advise. */
const HISTOGRAM = {
  unit: 's',
  advice: {
    explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  },
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** A span that is already running here, such as that of instrumented `node:http`, takes precedence. */
function parentOf({ traceparent }: SpanFacts): TraceContext {
  const active = context.active()
  if (traceparent === undefined || trace.getSpan(active)) return active
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return active
  const remote = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return trace.isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : active
}

/** https://www.w3.org/TR/trace-context/; later versions may append to it. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Refusals are not errors. Messages may contain what a customer wrote, so only the kind of an error is reported. */
function noteError(span: Span, end: SpanEnd, error: unknown): void {
  if (error instanceof PlatformError && error.status < 500) {
    span.setAttribute('plinth.refusal', error.code)
    return
  }
  end.fail(error instanceof PlatformError ? error.code : error instanceof Error ? error.name : 'unknown')
}

interface DescribedStatement {
  readonly operation: string
  readonly sanitized: string
}

const MAX_DESCRIBED = 2_000
const MAX_TEXT = 2_000
const described = new Map<string, DescribedStatement>()

/** Computed once per text. When too many texts are stored, as with statements of varying length, all of them are discarded. */
function describe(text: string): DescribedStatement {
  let found = described.get(text)
  if (!found) {
    if (described.size >= MAX_DESCRIBED) described.clear()
    const sanitized = sanitize(text).slice(0, MAX_TEXT)
    const operation = /^\s*(?:\/\*.*?\*\/\s*)*(\w+)/s.exec(sanitized)?.[1]?.toUpperCase() ?? 'QUERY'
    described.set(text, (found = { operation, sanitized }))
  }
  return found
}

/** Replaces literals by `?`: values are parameters, but settings and constants are part of the text. */
const sanitize = (text: string) =>
  text
    .replace(/(\$\w*\$).*?\1|[eEbBxX]?'(?:[^']|'')*'/gs, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
