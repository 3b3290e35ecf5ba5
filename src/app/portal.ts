import { MainLayout } from '#app/MainLayout.tsx'
import { screens } from '#app/screens.ts'
import type { Portal } from '#kernel/web/router.tsx'
// Imported directly, because the index would add the store of entries to the first bundle.
import { sendWaiting } from '#offline/web/sendWaiting.ts'

/** The parts that signing in does not need: every other screen, the navigation, and the frame around them. */
export const portal: Portal = { screens, Main: MainLayout }

sendWaiting()
