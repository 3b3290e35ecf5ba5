import { ask } from '#kernel/web/api.ts'
import { downloadFile } from '../model/calls.ts'

/** A file with its particulars as a multipart body. */
export function uploadForm(fields: Record<string, string | number>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('files[]', file, file.name)
  return form
}

/** Fetches the content of a stored file, for preview or download. Throws ApiError. */
export async function loadFile(file: { id: number | string }): Promise<Blob> {
  const { fileBase64 } = await ask(downloadFile, { params: { id: Number(file.id) } }, { quiet: true })
  const [head = '', content = ''] = fileBase64.split(',')
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], {
    type: /data:([^;]+)/.exec(head)?.[1] ?? '',
  })
}
