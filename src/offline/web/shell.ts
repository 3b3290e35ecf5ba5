/**
 * The address of the service worker that opens the app without a connection. tools/deviceShell.ts builds
 * it.
 */
const WORKER = '/sw.js'

/**
 * Stores the app itself on the device. Returns whether it is stored, which it is not without https or during
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
