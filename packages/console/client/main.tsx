import './styles/console.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { loadTexts, locale } from './lib/i18n.ts'
import { startKept } from './lib/kept.ts'
import { startLocation } from './lib/location.ts'
import { startSession } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'
import { startUnsaved } from './lib/unsaved.ts'
import { startUndo } from './lib/undo.ts'
import { startPalette } from './ui/palette.tsx'

startTheme()
startLocation()
startSession()
startKept()
startUndo()
startUnsaved()
startPalette()
await loadTexts(locale.value)
render(<App />, document.getElementById('app')!)
