/**
 * Saves text as a file on the user's machine. It begins with a byte order mark, so that Excel reads it as
 * UTF-8. `name` includes the extension, and `type` is the content type, CSV by default.
 */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(name, new Blob(['\uFEFF', text], { type }))
}

/** Saves a file on the user's machine. `name` includes the extension. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn; revoking it at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
