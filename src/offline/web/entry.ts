import type { Call } from '#kernel/model/call.ts'

/** A file of an entry; its content is stored separately. */
export type EntryFile = { id: string; name: string; type: string }

/** The server’s refusal of an entry, which remains on the device until its author decides. */
export type Rejection = { status: number; message: string }

const EARLIER_REJECTION = 'held'

/** Something a person entered, waiting on the device. The server processes it once, by its key. */
export type Entry = {
  seq?: number
  key: string
  kind: string
  /** The group of the entry, for example `visit 12`; entries of a group are shown together. */
  group: string
  /** The subject of the entry: entries about the same subject are sent one after another. */
  subject: string
  /** The text for people, for example `Finding, unit 12`. */
  label: string
  at: string
  params: Record<string, unknown>
  body: Record<string, unknown>
  files: readonly EntryFile[]
  /** A reason for the author to check the entry again before it is sent. */
  doubt?: string
  rejection?: Rejection
}

/** Describes how entries of a kind are sent, and the snapshot that the device stores from the answer. */
export type EntryKind = {
  call: Call
  getSnapshot?: (entry: Entry, answer: unknown) => { name: string; value: unknown }
}
/** An entry in the shape in which a device may have stored it. */
export type StoredEntry = Entry & { [EARLIER_REJECTION]?: Rejection }
/** The kinds of entries by name. */
export type EntryKinds = Readonly<Record<string, EntryKind>>

/**
 * Converts a stored entry into the present shape. Until November 2026 a rejection was stored under the name
 * `held`, and devices may still have such entries.
 */
export function toEntry({ [EARLIER_REJECTION]: earlier, ...entry }: StoredEntry): Entry {
  return earlier && !entry.rejection ? { ...entry, rejection: earlier } : entry
}

/**
 * Returns the next entry to send: the first that is neither rejected nor about the same subject as an earlier
 * rejected one. Null if there is none.
 */
export function getNextEntry(entries: readonly Entry[]): Entry | null {
  const blockedSubjects = new Set<string>()
  for (const entry of entries) {
    if (entry.rejection) blockedSubjects.add(entry.subject)
    else if (!blockedSubjects.has(entry.subject)) return entry
  }
  return null
}

/** Counts waiting entries in words, for example `3 entries and 2 photos`. */
export function describeWaiting(entries: readonly Pick<Entry, 'files'>[]): string {
  const photos = entries.filter((entry) => entry.files.length > 0).length
  const plainEntries = entries.length - photos
  const labels = [
    ...(plainEntries > 0 ? [`${plainEntries} ${plainEntries === 1 ? 'entry' : 'entries'}`] : []),
    ...(photos > 0 ? [`${photos} ${photos === 1 ? 'photo' : 'photos'}`] : []),
  ]
  return labels.join(' and ')
}

/**
 * Whether a refusal with this HTTP status is final. After any other failure the entry is sent again later.
 */
export const isFinalRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)
