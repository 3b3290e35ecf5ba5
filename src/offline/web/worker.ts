import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The files of the app, which the build fills in. */
declare const SHELL: { url: string; revision: string | null }[]

const PAGE = '/index.html'
/** The time to wait for the page if there is a connection but no answer. */
const PATIENCE_MILLISECONDS = 4000

/** Returns the page from the server, or the cached one if the server does not answer in time. */
async function loadPage({ request }: { request: Request }): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
  } catch {
    return (await matchPrecache(PAGE)) ?? Response.error()
  }
}

// The server is asked first; the cached page is for people without a connection. Answers of the portal are
// never cached.
registerRoute(new NavigationRoute(loadPage, { allowlist: [/^\/(index\.html)?$/] }))
precacheAndRoute(SHELL, { directoryIndex: null as unknown as string, cleanURLs: false })
cleanupOutdatedCaches()
// A new version takes over with the next load; it does not wait until every tab is closed.
self.addEventListener('install', () => (self as unknown as { skipWaiting: () => void }).skipWaiting())
