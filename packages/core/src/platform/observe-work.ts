import type { StatementListener } from '../data/connection/send-statement.ts'
import { type Mailer, mailer } from '../define/mailer.ts'
import type { Service } from '../define/service.ts'
import type { Telemetry } from '../define/telemetry.ts'
import type { Attempt } from '../jobs/queue.ts'
import type { Runtime } from '../context/runtime.ts'

/** Runs each command in a span; those that it runs are inside it. */
export function observeCommands(execute: Runtime['execute'], telemetry: Telemetry | undefined): Runtime['execute'] {
  if (!telemetry) return execute
  return (state, command, call) =>
    telemetry.span(
      {
        name: command.id,
        kind: 'internal',
        attributes: {
          'plinth.command.id': command.id,
          'plinth.command.nested': state.command !== undefined,
          'plinth.tenant.id': state.caller.scope.tenantId ?? undefined,
        },
        duration: { name: 'plinth.command.duration', attributes: { 'plinth.command.id': command.id } },
      },
      () => execute(state, command, call),
    )
}

/** Runs each attempt of a job in a span of the trace that queued it. */
export function observeJobs(
  perform: (attempt: Attempt) => Promise<unknown>,
  telemetry: Telemetry | undefined,
): (attempt: Attempt) => Promise<unknown> {
  if (!telemetry) return perform
  return (attempt) => {
    const { job, jobId, scope, traceparent } = attempt
    const named = {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': job.id,
    }
    return telemetry.span(
      {
        name: `process ${job.id}`,
        kind: 'consumer',
        attributes: { ...named, 'messaging.message.id': jobId, 'plinth.tenant.id': scope?.tenantId ?? undefined },
        traceparent,
        duration: { name: 'messaging.process.duration', attributes: named },
      },
      () => perform(attempt),
    )
  }
}

/** Sends each email in a span that contains neither its recipient nor its text. */
export function observeMailer(
  services: readonly Service<unknown>[],
  telemetry: Telemetry | undefined,
): readonly Service<unknown>[] {
  if (!telemetry) return services
  return services.map((service) => {
    if (service.id !== mailer.id) return service
    const observe = (inner: Mailer): Mailer => ({
      send: (mail) =>
        telemetry.span(
          {
            name: 'send mail',
            kind: 'client',
            attributes: { 'messaging.system': 'smtp', 'messaging.operation.type': 'send' },
            duration: { name: 'plinth.mail.duration', attributes: {} },
          },
          () => inner.send(mail),
        ),
    })
    return { ...service, create: (ctx) => observe(service.create(ctx) as Mailer) }
  })
}

/** Tells both listeners of every statement. */
export function bothOf(
  one: StatementListener | undefined,
  other: StatementListener | undefined,
): StatementListener | undefined {
  if (!one || !other) return one ?? other
  return (text, sent) => {
    const ends = [one(text, sent), other(text, sent)]
    return (ended) => {
      for (const end of ends) end?.(ended)
    }
  }
}
