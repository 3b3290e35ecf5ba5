declare global {
  interface Window {
    /** What the page has said in its alerts and states since this was emptied. */
    saidWords: Set<string>
  }
}

/**
 * To be run in the page before the app: records what alerts and states say, each as a whole and part by part.
 * A notice stands for 2.5 seconds, which a busy machine may take to look.
 */
export function recordWords(): void {
  window.saidWords = new Set()
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[role=status], [role=alert]'))
      for (const part of [element, ...element.querySelectorAll('*')])
        window.saidWords.add(part.textContent ?? '')
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
