/** What may be uploaded, by file-name ending; the content must agree with the ending. */
export const acceptedTypes: Readonly<Record<string, { contentTypes: readonly string[]; plainText?: boolean }>> = {
  pdf: { contentTypes: ['application/pdf'] },
  jpg: { contentTypes: ['image/jpeg'] },
  jpeg: { contentTypes: ['image/jpeg'] },
  png: { contentTypes: ['image/png'] },
  heic: { contentTypes: ['image/heic', 'image/heif'] },
  docx: {
    contentTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  },
  xlsx: { contentTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'] },
  csv: { contentTypes: ['text/csv'], plainText: true },
}

/** 25 MB a file, 20 files a time. Our own choice (CON-03). */
export const fileLimits = { bytes: 26_214_400, count: 20 } as const
