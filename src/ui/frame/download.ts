/**
 * Saves text as a file on the user's machine. A byte order mark goes first, so that Excel reads the file as UTF-8.
 * `name` carries its ending; `type` is the content type, CSV unless told otherwise.
 */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn; revoking it at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
