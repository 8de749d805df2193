/** Records the statements that a platform sends to its database. */
export class Statements {
  readonly texts: string[] = []

  readonly hear = (text: string): void => {
    this.texts.push(text)
  }

  forget(): void {
    this.texts.length = 0
  }
}
