/** A file with its particulars as a multipart body. */
export function uploadForm(fields: Record<string, string | number>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('files[]', file, file.name)
  return form
}
