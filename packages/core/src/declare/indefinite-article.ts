/** Adds the indefinite article by pronunciation: `an asset`, `a user`, `an hour`. */
export const withArticle = (title: string) => `${VOWEL.test(title) ? 'an' : 'a'} ${title}`

const VOWEL = /^(?!eu|one\b|once\b|uni(?!n|m)|use|usu|uti|ub?iq)[aeiou]|^(hour|hono|heir)/
