/** An id that nobody has. */
export const nobody = 'f0000000-0000-4000-8000-00000000000f'
/** What a login sets. */
export const ACCESS = /auth_token=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax/
/** What an ended login leaves behind. */
export const CLEARED = /auth_token=; Path=\/; Max-Age=0[\s\S]*session_token=; Path=\/; Max-Age=0/
