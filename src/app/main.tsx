import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { config } from 'zod/v4/core'
import { PublicLayout } from '#app/PublicLayout.tsx'
import { screens } from '#core/people/accounts/web/screens.ts'
import { AGENCY_ZONE, setAgencyZone } from '#kernel/model/dates.ts'
import { getFailureMessage } from '#kernel/web/api.ts'
import { draftsReady } from '#kernel/web/draftStorage.ts'
import { notify } from '#kernel/web/notices.ts'
import { isRefused, queryClient } from '#kernel/web/queries.ts'
import { makeRouter } from '#kernel/web/router.tsx'
import { currentSession } from '#kernel/web/session.ts'
import { ConfirmProvider } from '#ui/frame/Confirm.tsx'
import { showRoomy } from '#ui/frame/density.ts'
import { whenIdle } from '#ui/frame/later.tsx'
import { NotFound, ScreenError, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { ThemeProvider } from '#ui/frame/ThemeProvider.tsx'
import { listenBeforeRouter } from '#ui/frame/typedAddress.ts'
import '#ui/styles.ts'
import './app.css'

// The content security policy forbids generated code, so zod must not try it.
config({ jitless: true })

// Days and times use the agency’s time zone, not that of this computer.
setAgencyZone(document.querySelector<HTMLMetaElement>('meta[name=agency-zone]')?.content || AGENCY_ZONE)

// A failed read shows a notice, even if its screen does not mention it (ERR-01). Refusals are shown at the
// action that was refused.
queryClient.getQueryCache().config.onError = (error) => {
  if (!isRefused(error)) notify(getFailureMessage(error), { kind: 'warning' })
}

const loadPortal = async () => {
  const [{ portal }] = await Promise.all([import('#app/portal.ts'), draftsReady()])
  return portal
}
// Signed-in people need the portal at once. Others without a screen in the address go to the sign-in, which
// does not need it.
if (currentSession()) void loadPortal().catch(() => undefined)
else if (/^#?\/?$/.test(globalThis.location.hash)) globalThis.location.replace('#/login')

const frames = { Public: PublicLayout, NotFound, Skeleton: ScreenSkeleton, Failed: ScreenError }
const publicScreens = screens.filter((screen) => screen.layout === 'public')
listenBeforeRouter()
showRoomy()
const router = makeRouter(publicScreens, frames, loadPortal)

/**
 * Matches the errors of browsers if a file of a screen could not be fetched. The screen then says that there
 * is no connection.
 */
const DID_NOT_ARRIVE = /dynamically imported module|Importing a module script failed/

/**
 * Logs a caught error in the console, unless it is no fault of the program: a refusal, a file that could not
 * be fetched, or an unknown address, which the router throws as a symbol.
 */
const logCaught = (error: unknown): void => {
  if (typeof error === 'symbol') return
  if (error instanceof Error && (isRefused(error) || DID_NOT_ARRIVE.test(error.message))) return
  console.error(error)
}

createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: logCaught }).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <RouterProvider router={router} onError={logCaught} />
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
)

// The remaining code is fetched while the person types or reads. A failed fetch is repeated when it is
// needed.
window.addEventListener('load', () =>
  whenIdle(() => {
    const kits = Promise.all([loadPortal(), import('#ui/kit.ts')]).then(() => import('#app/recordKit.ts'))
    kits.catch(() => undefined)
  }),
)
