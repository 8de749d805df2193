/** The places between two statements of a command where a host may die, by the statement it was about to send. */
export const crashPoints = {
  'before the first row': { before: /insert into "items"/ },
  'between two rows': { before: /^insert into parts/ },
  'before a later flush': { before: /^update "items"/ },
  'before the jobs': { before: /insert into plinth_jobs\.job/i },
  'before the entry and the commit': { before: /^insert into plinth\.action_log/ },
  'during the commit': { before: /^commit$/, past: true },
} as const

export type CrashPoint = keyof typeof crashPoints
