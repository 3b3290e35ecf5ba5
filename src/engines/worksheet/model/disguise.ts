import { NOT_A_TABLE } from '#kernel/model/fileTypes.ts'

/** The kind of a file by its first bytes: a workbook, a table, or why it is neither. */
export type FileKind = 'workbook' | 'table' | { problem: string }

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) =>
  first.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b)
const isOldOffice = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/**
 * Returns the real kind of a file to import, by its first bytes and not by its name: bank reports are often
 * web pages named .xlsx. A file that is neither a table nor a workbook gets a sentence that says so.
 */
export function getFileKind(start: Uint8Array, name: string): FileKind {
  if (isZip(start)) return 'workbook'
  if (isOldOffice(start))
    return {
      problem:
        'This is a workbook of an older Excel, or one with a password. Open it in Excel, save it as .xlsx without a password, and try again.',
    }
  const text = new TextDecoder().decode(start)
  if (!NOT_A_TABLE.test(text))
    return /\.xlsx$/i.test(name)
      ? {
          problem: `${name} is no Excel workbook, or is broken. Open it in Excel, save it again, and try again.`,
        }
      : 'table'
  return {
    problem: `${name} holds a page, a picture or a program and no table, whatever it is called. Open it in Excel, save it as .xlsx, and try again.`,
  }
}
