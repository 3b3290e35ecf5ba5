import { notify } from '#kernel/web/notices.ts'
import { showFile } from '#ui/form/FileLine.tsx'
import { loadFile } from './content.ts'

/** Opens a stored document in a new tab. Shows a notice if it cannot be fetched. */
export function openDocument(file: { fileId: number; fileName: string; contentType: string }): void {
  const storedFile = { id: file.fileId, name: file.fileName, type: file.contentType }
  void showFile(storedFile, loadFile).catch(() =>
    notify(`${file.fileName} could not be opened.`, { kind: 'warning' }),
  )
}
