import type { EventType, Subscriber } from '../define/event.ts'

/** The subscribers of each event. */
export class Subscriptions {
  readonly #byEvent = new Map<string, Subscriber[]>()

  constructor(subscribers: readonly Subscriber[]) {
    for (const subscriber of subscribers) {
      const others = this.#byEvent.get(subscriber.event.id)
      if (others) others.push(subscriber)
      else this.#byEvent.set(subscriber.event.id, [subscriber])
    }
  }

  of(event: EventType): readonly Subscriber[] {
    return this.#byEvent.get(event.id) ?? []
  }
}
