/** What an assistant may use at most. */
export interface Limits {
  /** Tool calls in a minute of one login, API key or session token, whatever the door. */
  readonly callsPerMinute: number
  /** Characters of one tool's result. */
  readonly resultCharacters: number
  /** Rounds of model and tools in one turn. */
  readonly steps: number
  /** Minutes of one turn, waiting for answers included. */
  readonly minutes: number
  /** Characters of one message of a person. */
  readonly messageCharacters: number
  /** Characters of what was said before that the model is told again. */
  readonly historyCharacters: number
  /** Bytes of the messages of one conversation, after which it takes no more. */
  readonly conversationBytes: number
  /** Tokens, in and out, of one conversation. */
  readonly tokensPerConversation: number
  /** Tokens, in and out, of a tenant in a day (UTC). */
  readonly tokensPerDay: number
  /** Turns that run at once, of one person and of a tenant. */
  readonly turnsPerPerson: number
  readonly turnsPerTenant: number
  /** Minutes for which a preview can be confirmed. */
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
