import { MainLayout } from '#app/MainLayout.tsx'
import { screens } from '#app/screens.ts'
import type { Portal } from '#kernel/web/router.tsx'
// Not by the door: what keeps the entries would come into what everybody fetches.
import { sendWaiting } from '#offline/web/sendWaiting.ts'

/** What signing in does not need: every other screen, the navigation, and the frame around them. */
export const portal: Portal = { screens, Main: MainLayout }

sendWaiting()
