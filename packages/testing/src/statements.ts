const ROLLBACK = /^rollback(?:; )?/

/**
 * Records the statements that a platform sends to its database. Rollbacks are left out: that of a reader is sent with the next
 * transaction on its connection, or after a while.
 */
export class Statements {
  readonly texts: string[] = []

  readonly hear = (text: string): void => {
    const rest = text.replace(ROLLBACK, '')
    if (rest !== '') this.texts.push(rest)
  }

  forget(): void {
    this.texts.length = 0
  }
}

const WRITING = /\b(?:insert|update|delete|merge|truncate|call|do)\b/i

/** Whether a statement may have changed rows. It may also have locked them only. */
export const isWriting = (statement: string): boolean => WRITING.test(statement)
