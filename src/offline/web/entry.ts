import type { Call } from '#kernel/model/call.ts'

/** A file of an entry; its content is stored separately. */
export type EntryFile = { id: string; name: string; type: string }

/** Why the server rejected an entry: it stays on the device until its writer decides. */
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
  /** What people read: `Finding, unit 12`. */
  label: string
  at: string
  params: Record<string, unknown>
  body: Record<string, unknown>
  files: readonly EntryFile[]
  /** Why its writer may want to look at it again before it is sent. */
  doubt?: string
  rejection?: Rejection
}

/** How entries of a kind are sent, and the snapshot that the device stores from the answer. */
export type EntryKind = {
  call: Call
  snapshotOf?: (entry: Entry, answer: unknown) => { name: string; value: unknown }
}
export type StoredEntry = Entry & { [EARLIER_REJECTION]?: Rejection }
export type EntryKinds = Readonly<Record<string, EntryKind>>

/**
 * An entry as it was stored on a device, in today's shape. Until November 2026 the rejection was stored under
 * the name `held`, and devices may still have such entries.
 */
export function entryFromStored({ [EARLIER_REJECTION]: earlier, ...entry }: StoredEntry): Entry {
  return earlier && !entry.rejection ? { ...entry, rejection: earlier } : entry
}

/**
 * The next entry to send: the first that is neither rejected nor about the same subject as an earlier
 * rejected one.
 */
export function getNextEntry(entries: readonly Entry[]): Entry | null {
  const stuck = new Set<string>()
  for (const entry of entries) {
    if (entry.rejection) stuck.add(entry.subject)
    else if (!stuck.has(entry.subject)) return entry
  }
  return null
}

/** How much is waiting, in words: `3 entries and 2 photos`. */
export function wordsOfWaiting(entries: readonly Pick<Entry, 'files'>[]): string {
  const photos = entries.filter((entry) => entry.files.length > 0).length
  const otherRows = entries.length - photos
  const labels = [
    ...(otherRows > 0 ? [`${otherRows} ${otherRows === 1 ? 'entry' : 'entries'}`] : []),
    ...(photos > 0 ? [`${photos} ${photos === 1 ? 'photo' : 'photos'}`] : []),
  ]
  return labels.join(' and ')
}

/** Whether a refusal of an entry is final; after any other failure it is sent again later. */
export const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)
