/**
 * Saves text as a file on the user's machine, starting with a byte order mark, so that Excel reads the file
 * as UTF-8. `name` has its extension; `type` is the content type, CSV by default.
 */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(name, new Blob(['\uFEFF', text], { type }))
}

/** Saves a file on the user's machine. `name` carries its ending. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn; revoking it at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
