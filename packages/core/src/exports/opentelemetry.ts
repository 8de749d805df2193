// Spans and metrics through `@opentelemetry/api`, which is needed only by hosts that import this.
export { openTelemetry } from '../platform/open-telemetry.ts'
