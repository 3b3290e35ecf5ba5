import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { config } from 'zod/v4/core'
import { MainLayout, PublicLayout } from '#app/layouts.tsx'
import { screens } from '#app/screens.ts'
import { queryClient } from '#kernel/web/queries.ts'
import { makeRouter } from '#kernel/web/router.tsx'
import { ConfirmProvider } from '#ui/frame/Confirm.tsx'
import { NotFound, ScreenError, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { ThemeProvider } from '#ui/frame/ThemeProvider.tsx'
import '#ui/styles.ts'
import './app.css'

// The content security policy allows no generated code; zod need not try.
config({ jitless: true })

const router = makeRouter(screens, {
  Public: PublicLayout,
  Main: MainLayout,
  NotFound,
  Skeleton: ScreenSkeleton,
  Failed: ScreenError,
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
)

/** Once there is nothing better to do; browsers without idle time wait a while instead. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, 2000)
}
// What could not be fetched is fetched with the screen that needs it.
window.addEventListener('load', () => whenIdle(() => void import('#ui/kit.ts').catch(() => undefined)))
