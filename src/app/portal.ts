import { MainLayout } from '#app/MainLayout.tsx'
import { screens } from '#app/screens.ts'
import type { Portal } from '#kernel/web/router.tsx'
// Imported past the index, which would add the entry store to the first bundle.
import { sendWaiting } from '#offline/web/sendWaiting.ts'

/** What signing in does not need: every other screen, the navigation, and the frame around them. */
export const portal: Portal = { screens, Main: MainLayout }

sendWaiting()
