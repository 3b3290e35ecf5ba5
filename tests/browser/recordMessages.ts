declare global {
  interface Window {
    /** All texts of alerts and status messages since the set was emptied. */
    saidWords: Set<string>
  }
}

/**
 * Runs in the page before the app and records the texts of alerts and status messages, as a whole and part by
 * part. A notice is shown for only 2.5 seconds, and a busy machine might look too late.
 */
export function recordMessages(): void {
  window.saidWords = new Set()
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[role=status], [role=alert]'))
      for (const part of [element, ...element.querySelectorAll('*')])
        window.saidWords.add(part.textContent ?? '')
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
