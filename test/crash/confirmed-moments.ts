interface Death {
  /** The statement before which the host dies, after its person has said yes. */
  readonly before: RegExp
  /** Which of these statements. Default: the first. */
  readonly times?: number
  /** Whether the statement is sent, and its answer unheard. */
  readonly isOnTheWay?: true
  /** How many of the changes have happened; undefined where nobody can know. */
  readonly done: number | undefined
}

/** When a host dies that carries out a confirmed write: one role, or two by code. */
export const moments: Readonly<Record<Moment, Death>> = {
  'before it takes what was confirmed': { before: /^update ai_approvals set state = 'running'/, done: 0 },
  'before the first row': { before: /^insert into "?roles"? /, done: 0 },
  'before the entry': { before: /^insert into plinth\.action_log/, done: 0 },
  'during the commit': { before: /^insert into plinth\.action_log/, isOnTheWay: true, done: undefined },
  'between two changes': { before: /^insert into "?roles"? /, times: 2, done: 1 },
  'before it writes down that it is done': { before: /^update ai_approvals set state = \$/, done: 1 },
}

export type Moment =
  | 'before it takes what was confirmed'
  | 'before the first row'
  | 'before the entry'
  | 'during the commit'
  | 'between two changes'
  | 'before it writes down that it is done'
