import { formatFileSize } from '#kernel/model/formats.ts'

/** What files are taken. */
export interface FileLimits {
  /** Largest size in bytes. */
  maxBytes: number
  /** Accepted endings, as `.pdf`; any when left out. */
  endings?: readonly string[]
  /** Most files; any number when left out. */
  maxFiles?: number
}

/** The ending of a file name in lower case with its dot (`.pdf`); empty when it has none. */
export function getFileEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot).toLowerCase()
}

/**
 * Why a file is not taken, in words for the user; undefined when it is. `already` counts the files there are.
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
    return `${file.name} was not added: only ${wordsFor(limits.endings)} files are taken.`
  }
  if (file.size === 0) return `${file.name} was not added: it is empty.`
  if (file.size > limits.maxBytes) {
    return `${file.name} was not added: it has ${formatFileSize(file.size)}, and at most ${formatFileSize(limits.maxBytes)} are taken.`
  }
  return undefined
}

/** The limits in one line of words: "PDF or JPG, at most 10 MB each". */
export function wordsOfLimits(limits: FileLimits): string {
  const size = `at most ${formatFileSize(limits.maxBytes)}${limits.maxFiles === 1 ? '' : ' each'}`
  return limits.endings
    ? `${wordsFor(limits.endings)}, ${size}`
    : `${size.charAt(0).toUpperCase()}${size.slice(1)}`
}

function wordsFor(endings: readonly string[]): string {
  const names = endings.map((ending) => ending.slice(1).toUpperCase())
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Whether the browser may show the file itself: pictures and PDF, never a page. */
export function canPreview(type: string): boolean {
  return type === 'application/pdf' || /^image\/(png|jpeg|gif|webp)$/.test(type)
}
