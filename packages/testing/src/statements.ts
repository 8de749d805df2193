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
