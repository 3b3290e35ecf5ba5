import type { Entry } from '#offline/web/index.ts'
import type { Visit } from '../../model/visitCalls.ts'

const CONFLICT = 409
const GONE = 404

type EntryKey = { inspectionFindingId?: number; after?: string; unit?: string }

/** Returns the stored finding that an entry is about, by its id or by the entry that created it. */
function getStoredFinding(base: Visit, { body }: Entry) {
  const { inspectionFindingId, after } = body as EntryKey
  return base.findings.find((finding) =>
    inspectionFindingId
      ? finding.inspectionFindingId === inspectionFindingId
      : after !== undefined && finding.keys.includes(after),
  )
}

/** Returns the server's version of the values that a rejected entry changes; null if there is no conflict. */
export function getServerChanges(base: Visit, entry: Entry): Record<string, unknown> | null {
  if (entry.rejection?.status !== CONFLICT) return null
  if (entry.kind === 'visit.unit')
    return base.units.find((unit) => unit.unit === (entry.body as EntryKey).unit) ?? null
  if (entry.kind === 'visit.finding' || entry.kind === 'visit.remove')
    return getStoredFinding(base, entry) ?? null
  return entry.kind === 'visit.finish' && base.visitedOn !== null ? { ...base } : null
}

/**
 * Returns the entries that are discarded together with an entry: itself, and later ones that depend on it.
 */
export function getDependentEntries(entry: Entry, entries: readonly Entry[]): Entry[] {
  const from = entries.indexOf(entry)
  const later = entries.slice(from + 1).filter((item) => item.subject === entry.subject)
  const { inspectionFindingId, after } = entry.body as EntryKey
  const isNew = entry.kind === 'visit.finding' && !inspectionFindingId && !after
  // Photos of a finding that is stored do not depend on later changes to it.
  return [entry, ...later.filter((entry) => isNew || entry.kind !== 'visit.photo')]
}

/**
 * Returns the entries to send instead of a rejected one: a change of the current version, or a new finding
 * with its photos if the old one was deleted.
 */
export function prepareResend(base: Visit, entry: Entry, entries: readonly Entry[]): Entry[] {
  const { rejection, ...free } = entry
  const { seen: _, ...body } = free.body as Record<string, unknown>
  if (entry.kind === 'visit.unit') {
    const now = base.units.find((unit) => unit.unit === (body as EntryKey).unit)
    const previousLook = now && { statusId: now.statusId, note: now.note, fileReviewed: now.fileReviewed }
    return [{ ...free, body: { ...body, ...(previousLook ? { seen: previousLook } : {}) } }]
  }
  const storedFinding = getStoredFinding(base, entry)
  const { after: __, inspectionFindingId: ___, version: ____, ...remaining } = body as Record<string, unknown>
  if (storedFinding && entry.kind !== 'visit.photo')
    return [
      {
        ...free,
        body: {
          ...remaining,
          inspectionFindingId: storedFinding.inspectionFindingId,
          version: storedFinding.version,
        },
      },
    ]
  if (rejection?.status !== GONE || entry.kind !== 'visit.finding') return [{ ...free, body: free.body }]
  const photos = entries.filter((item) => item.kind === 'visit.photo' && item.subject === entry.subject)
  const follow = photos.map(({ rejection: _____, ...photo }) => ({
    ...photo,
    body: { sentKey: photo.key, after: entry.key },
  }))
  return [{ ...free, body: remaining }, ...follow]
}
