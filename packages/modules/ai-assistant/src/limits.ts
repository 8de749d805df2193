/** Limits of the assistant. */
export interface Limits {
  /** Maximum tool calls per minute for a login, API key or session token, across all transports. */
  readonly callsPerMinute: number
  /** Maximum characters in the result of one tool call. */
  readonly resultCharacters: number
  /** Maximum rounds of model and tool calls in one turn. */
  readonly steps: number
  /** Maximum minutes of one turn, including the time spent waiting for answers. */
  readonly minutes: number
  /** Maximum characters of one message from a person. */
  readonly messageCharacters: number
  /** Maximum characters of history sent to the model. */
  readonly historyCharacters: number
  /** Maximum bytes of the messages of one conversation; beyond that it accepts no more. */
  readonly conversationBytes: number
  /** Maximum input and output tokens of one conversation. */
  readonly tokensPerConversation: number
  /** Maximum input and output tokens of a tenant per day (UTC). */
  readonly tokensPerDay: number
  /** Maximum concurrent turns per person and per tenant. */
  readonly turnsPerPerson: number
  readonly turnsPerTenant: number
  /** Minutes during which a preview can be confirmed. */
  readonly approvalMinutes: number
  /** Days that conversations are kept after their last turn. */
  readonly keptDays: number
}

export const DEFAULT_LIMITS: Limits = {
  callsPerMinute: 120,
  resultCharacters: 40_000,
  steps: 12,
  minutes: 5,
  messageCharacters: 32_000,
  historyCharacters: 120_000,
  conversationBytes: 8_388_608,
  tokensPerConversation: 500_000,
  tokensPerDay: 5_000_000,
  turnsPerPerson: 3,
  turnsPerTenant: 50,
  approvalMinutes: 10,
  keptDays: 30,
}
