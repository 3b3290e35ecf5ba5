import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The files of the app; the build fills them in. */
declare const SHELL: { url: string; revision: string | null }[]

const PAGE = '/index.html'
/** How long to wait for the page if there is a connection but no answer. */
const PATIENCE_MILLISECONDS = 4000

/** The page as the server has it now, or the cached one if the server does not answer. */
async function page({ request }: { request: Request }): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
  } catch {
    return (await matchPrecache(PAGE)) ?? Response.error()
  }
}

// The server is asked first; the cached page is for people without a connection. Answers of the portal are
// never cached.
registerRoute(new NavigationRoute(page, { allowlist: [/^\/(index\.html)?$/] }))
precacheAndRoute(SHELL, { directoryIndex: null as unknown as string, cleanURLs: false })
cleanupOutdatedCaches()
// A new version takes over with the next load; it does not wait until every tab is closed.
self.addEventListener('install', () => (self as unknown as { skipWaiting: () => void }).skipWaiting())
