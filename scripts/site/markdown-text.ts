/** The first sentence of a text below its title, without markup. */
export function summaryOf(markdown: string): string {
  const paragraphs = markdown.replaceAll(/<!--[\s\S]*?-->/g, '').split(/\n{2,}/)
  const first = paragraphs.find((one) => /^[\p{L}`[*]/u.test(one.trim())) ?? ''
  const plain = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
