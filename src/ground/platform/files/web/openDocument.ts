import { notify } from '#kernel/web/notices.ts'
import { showFile } from '#ui/form/FileLine.tsx'
import { loadFile } from './content.ts'

/** Opens a stored document; one that cannot be fetched is reported. */
export function openDocument(file: { fileId: number; fileName: string; contentType: string }): void {
  const storedFile = { id: file.fileId, name: file.fileName, type: file.contentType }
  void showFile(storedFile, loadFile).catch(() =>
    notify(`${file.fileName} could not be opened.`, { kind: 'warning' }),
  )
}
