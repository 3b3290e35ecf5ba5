import { MainLayout } from '#app/MainLayout.tsx'
import { screens } from '#app/screens.ts'
import type { Portal } from '#kernel/web/router.tsx'

/** What signing in does not need: every other screen, the navigation, and the frame around them. */
export const portal: Portal = { screens, Main: MainLayout }
