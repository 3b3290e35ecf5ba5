import type { UploadForm } from '#kernel/model/call.ts'
import { ask } from '#kernel/web/api.ts'
import { downloadFile } from '../model/calls.ts'
import { sliceInto } from '../model/slices.ts'

/** Creates a multipart body of files with their details. Null and undefined fields are left out. */
export function createUploadForm<F extends Readonly<Record<string, unknown>>>(
  fields: F,
  ...files: readonly File[]
): UploadForm<F> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) form.append(name, String(value))
  for (const file of files) form.append('files[]', file, file.name)
  return form
}

/** Fetches the content of a stored file, for preview or download (FIL-02). Throws ApiError. */
export async function loadFile(file: { id: number | string }): Promise<Blob> {
  const { fileBase64 } = await ask(downloadFile, { params: { id: Number(file.id) } }, { quiet: true })
  return parseDataUrl(fileBase64)
}

/** Converts a data URL to a blob, in slices of 512 characters (FIL-01, FIL-03). */
export function parseDataUrl(dataUrl: string): Blob {
  const [head = '', content = ''] = dataUrl.split(',')
  const parts = sliceInto(atob(content)).map((slice) =>
    Uint8Array.from(slice, (letter) => letter.charCodeAt(0)),
  )
  return new Blob(parts, { type: /data:([^;]+)/.exec(head)?.[1] ?? '' })
}
