/**
 * The address of the service worker that opens the app without a connection; built by scripts/deviceShell.ts.
 */
const WORKER = '/sw.js'

/**
 * Stores the app itself on the device. Returns whether it is stored: not without https, and not during
 * development.
 */
export async function storeApp(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return false
  try {
    await navigator.serviceWorker.register(WORKER)
    await navigator.serviceWorker.ready
    // Asks the browser not to delete waiting entries when space runs low elsewhere.
    await navigator.storage?.persist?.()
    return true
  } catch {
    return false
  }
}
