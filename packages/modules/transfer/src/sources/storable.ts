/** Whether the database can hold a text: without zeros and halves of characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The beginning of a text, at most that many UTF-16 code units, in a form that can be stored. */
export const toExcerpt = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll('\0', '\ufffd')
