import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { config } from 'zod/v4/core'
import { PublicLayout } from '#app/PublicLayout.tsx'
import { screens } from '#ground/people/accounts/web/screens.ts'
import { AGENCY_ZONE, setAgencyZone } from '#kernel/model/dates.ts'
import { wordsOfFailure } from '#kernel/web/api.ts'
import { draftsReady } from '#kernel/web/draftStorage.ts'
import { notify } from '#kernel/web/notices.ts'
import { isRefused, queryClient } from '#kernel/web/queries.ts'
import { makeRouter } from '#kernel/web/router.tsx'
import { currentSession } from '#kernel/web/session.ts'
import { ConfirmProvider } from '#ui/frame/Confirm.tsx'
import { whenIdle } from '#ui/frame/later.tsx'
import { showRoomy } from '#ui/frame/roomy.ts'
import { NotFound, ScreenError, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { ThemeProvider } from '#ui/frame/ThemeProvider.tsx'
import { listenBeforeRouter } from '#ui/frame/typedAddress.ts'
import '#ui/styles.ts'
import './app.css'

// The content security policy allows no generated code; zod need not try.
config({ jitless: true })

// Days and times use the agency's time zone, wherever this computer is.
setAgencyZone(document.querySelector<HTMLMetaElement>('meta[name=agency-zone]')?.content || AGENCY_ZONE)

// A read that failed, also one whose screen shows nothing of it (ERR-01); a refusal is shown where the action
// was taken.
queryClient.getQueryCache().config.onError = (error) => {
  if (!isRefused(error)) notify(wordsOfFailure(error), { kind: 'warning' })
}

const loadPortal = async () => {
  const [{ portal }] = await Promise.all([import('#app/portal.ts'), draftsReady()])
  return portal
}
// Signed-in people need the portal at once; others without a screen in the address go to the sign-in, which
// does not need it.
if (currentSession()) void loadPortal().catch(() => undefined)
else if (/^#?\/?$/.test(globalThis.location.hash)) globalThis.location.replace('#/login')

const frames = { Public: PublicLayout, NotFound, Skeleton: ScreenSkeleton, Failed: ScreenError }
const signIn = screens.filter((screen) => screen.layout === 'public')
listenBeforeRouter()
showRoomy()
const router = makeRouter(signIn, frames, loadPortal)

/**
 * A file of a screen that did not arrive, as browsers say it: there is no connection, and the screen says so.
 */
const DID_NOT_ARRIVE = /dynamically imported module|Importing a module script failed/

/**
 * A screen that says why it is refused is no fault of the program, nor is one that could not be fetched, nor
 * an address that leads nowhere, which the router throws as a symbol: the console, too, stays free of them.
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

// Fetched while the person types or reads; a failed fetch is repeated when it is needed.
window.addEventListener('load', () =>
  whenIdle(() => {
    const kits = Promise.all([loadPortal(), import('#ui/kit.ts')]).then(() => import('#app/recordKit.ts'))
    kits.catch(() => undefined)
  }),
)
