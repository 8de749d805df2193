/** A name as people read it in English: `dueAt` and `due_at` as "Due at". */
export function inWords(name: string): string {
  const words = name
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
