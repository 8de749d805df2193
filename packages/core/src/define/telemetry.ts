import { defineService } from './service.ts'
import type { StatementListener } from '../data/connection/send-statement.ts'

/** What a span describes, in the terms of OpenTelemetry. */
export interface SpanFacts {
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  /** By the names of the semantic conventions where there are any. Never values of customers, tokens or addresses. */
  readonly attributes: SpanAttributes
  /** The W3C `traceparent` of the work that caused this one, if it does not run inside it. */
  readonly traceparent?: string | undefined
  /** The histogram in which the duration is counted, with attributes of few different values. */
  readonly duration?: { readonly name: string; readonly attributes: SpanAttributes } | undefined
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** What is known at the end of the work of a span. */
export interface SpanEnd {
  /** Adds attributes, to the duration as well if they are `counted`. */
  set(attributes: SpanAttributes, options?: { readonly counted?: boolean }): void
  /** Marks the work as failed although nothing is thrown: the error type, such as a status. */
  fail(type: string): void
}

/** Receives what a platform does as spans and metrics. `openTelemetry` of `@plinth/core/opentelemetry` creates one. */
export interface Telemetry {
  /** Runs work inside a span. What is thrown marks it as failed. */
  span<T>(facts: SpanFacts, work: (end: SpanEnd) => Promise<T>): Promise<T>
  /** The W3C `traceparent` of the running span; undefined outside one that is recorded. */
  traceparent(): string | undefined
  readonly onStatement: StatementListener
}

/**
 * Runs work inside a span of a module; without telemetry, it just runs it. Resolve with `inject(spans)`; available on every
 * platform.
 *
 * @example
 * await inject(spans).run({ name: 'shop.charge', kind: 'client', attributes: {} }, () => charge(order))
 */
export interface Spans {
  run<T>(facts: SpanFacts, work: (end: SpanEnd) => Promise<T>): Promise<T>
  /** The `traceparent` to send to other services; undefined without telemetry. */
  traceparent(): string | undefined
}

export const spans = defineService<Spans>('core.spans')

const nowhere: SpanEnd = { set() {}, fail() {} }

/** Spans of a platform, with or without telemetry. */
export const createSpans = (telemetry: Telemetry | undefined): Spans => ({
  run: (facts, work) => (telemetry ? telemetry.span(facts, work) : work(nowhere)),
  traceparent: () => telemetry?.traceparent(),
})
