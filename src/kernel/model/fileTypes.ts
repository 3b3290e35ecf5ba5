/** What may be uploaded, by file-name ending; the content must agree with the ending. */
export const acceptedTypes: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  heic: ['image/heic', 'image/heif'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  csv: ['text/csv'],
}
/** 25 MB a file, 20 files a time. Our own choice (CON-03). */
export const fileLimits = { bytes: 26_214_400, count: 20 } as const
/**
 * Content that is no table, regardless of the file name: beginnings of pages and programs, scripts, binary
 * bytes.
 */
export const noTable = /^\s*(?:<[!?a-z]|#!|%PDF|\{\\rtf|MIME-Version:)|<script[\s>]|javascript:|[^\P{Cc}\s]/iu

/**
 * The names that a part of a multipart body with a file may have; the documents and screens send `files[]`.
 */
export const filePartNames: readonly string[] = ['file', 'file[]', 'files', 'files[]']
