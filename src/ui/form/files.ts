import { formatFileSize } from '#kernel/model/formats.ts'

/** The limits of accepted files. */
export interface FileLimits {
  /** The largest size in bytes. */
  maxBytes: number
  /** The accepted extensions, such as `.pdf`; any if omitted. */
  endings?: readonly string[]
  /** The largest number of files; any if omitted. */
  maxFiles?: number
}

/** Returns the extension of a file name in lower case with its dot (`.pdf`); empty if there is none. */
export function getFileEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot).toLowerCase()
}

/**
 * Returns the message why a file is refused; undefined if it is accepted. `already` is the number of present
 * files.
 */
export function describeFileRefusal(
  file: { name: string; size: number },
  limits: FileLimits,
  already: number,
): string | undefined {
  if (limits.maxFiles !== undefined && already >= limits.maxFiles) {
    return `${file.name} was not added: at most ${limits.maxFiles} ${limits.maxFiles === 1 ? 'file is' : 'files are'} taken here.`
  }
  if (limits.endings && !limits.endings.includes(getFileEnding(file.name))) {
    return `${file.name} was not added: only ${listEndings(limits.endings)} files are taken.`
  }
  if (file.size === 0) return `${file.name} was not added: it is empty.`
  if (file.size > limits.maxBytes) {
    return `${file.name} was not added: it has ${formatFileSize(file.size)}, and at most ${formatFileSize(limits.maxBytes)} are taken.`
  }
  return undefined
}

/** Describes the limits: "PDF or JPG, at most 10 MB each". */
export function wordsOfLimits(limits: FileLimits): string {
  const size = `at most ${formatFileSize(limits.maxBytes)}${limits.maxFiles === 1 ? '' : ' each'}`
  return limits.endings
    ? `${listEndings(limits.endings)}, ${size}`
    : `${size.charAt(0).toUpperCase()}${size.slice(1)}`
}

function listEndings(endings: readonly string[]): string {
  const names = endings.map((ending) => ending.slice(1).toUpperCase())
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Whether the browser may show the file itself: pictures and PDF, never a web page. */
export function canPreview(type: string): boolean {
  return type === 'application/pdf' || /^image\/(png|jpeg|gif|webp)$/.test(type)
}
