/**
 * The accepted media types by file-name extension. The content of an upload must agree with its extension.
 */
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
/** The largest file is 25 MB, and 20 files may be uploaded at a time. Our own choice (CON-03). */
export const fileLimits = { bytes: 26_214_400, count: 20 } as const
/**
 * Matches content that cannot be CSV, regardless of the file name: the beginning of a web page or program,
 * scripts, and binary bytes.
 */
export const NOT_A_TABLE =
  /^\s*(?:<[!?a-z]|#!|%PDF|\{\\rtf|MIME-Version:)|<script[\s>]|javascript:|[^\P{Cc}\s]/iu

/**
 * The accepted names of the parts of a multipart body that have files. The documents and screens use
 * `files[]`.
 */
export const filePartNames: readonly string[] = ['file', 'file[]', 'files', 'files[]']
