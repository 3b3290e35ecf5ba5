import { loadFile } from '#ground/files/web/index.ts'
import { notify } from '#kernel/web/notices.ts'

/** Opens a stored document in a new tab. */
export async function openFile(file: { fileId: number; fileName: string }): Promise<void> {
  // The tab is opened at once, within the click; browsers block it later.
  const tab = globalThis.open('', '_blank')
  try {
    const address = URL.createObjectURL(await loadFile({ id: file.fileId }))
    if (tab) tab.location.href = address
  } catch {
    tab?.close()
    notify(`${file.fileName} could not be opened.`, { kind: 'warning' })
  }
}
