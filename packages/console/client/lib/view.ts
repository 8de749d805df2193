import { config } from './config.ts'

const KEY = 'plinth.view'

/** Whether the page was served to somebody who views the console as another person. */
export const isViewing = config.profile?.viewedBy !== undefined

/** Shows the console anew as the person whom it is viewed as, or as the viewer again, in all tabs. */
export function showAnew(path?: string): void {
  // Other tabs of the browser hear of it.
  localStorage.setItem(KEY, String(Date.now()))
  sessionStorage.clear()
  if (path === undefined) location.reload()
  else location.assign(path)
}

/** Shows this tab anew when another one begins or ends to view as somebody. */
export function followViews(): void {
  addEventListener('storage', ({ key }) => key === KEY && location.reload())
}
