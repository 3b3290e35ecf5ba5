import type { Entry } from '#offline/web/index.ts'
import { UnitStatus } from '../../model/entities.ts'
import { findSubstitutePosition } from '../../model/sample.ts'
import type { FindingFields, Visit, VisitFinding, VisitUnit } from '../../model/visitCalls.ts'

/**
 * A finding as the device displays it: stored at the agency, changed on this device, or only on this device.
 */
export type DisplayedFinding = Omit<VisitFinding, 'inspectionFindingId' | 'number' | 'version'> & {
  /** Its name on this device: `#12` if it is stored at the agency, else the key of its first entry. */
  local: string
  inspectionFindingId: number | null
  number: number | null
  version: number | null
  /** Its entries that wait to be sent, including photos. */
  waiting: Entry[]
}
/** A sampled unit with its entries that wait to be sent. */
export type DisplayedUnit = VisitUnit & { waiting: Entry[] }
/** A visit as the device displays it, with its waiting entries applied. */
export type DisplayedVisit = Omit<Visit, 'units' | 'findings'> & {
  units: DisplayedUnit[]
  findings: DisplayedFinding[]
  /** The entry that finishes the visit, if one is waiting. */
  finishing: Entry | null
}

/** Returns the group of all entries of a visit in the outbox. */
export const getVisitGroup = (id: number): string => `visit ${id}`

const toShownFinding = (finding: VisitFinding): DisplayedFinding => ({
  ...finding,
  local: `#${finding.inspectionFindingId}`,
  waiting: [],
})

/** Returns the finding that an entry of this device is about. */
function getFinding(findings: readonly DisplayedFinding[], { body }: Entry): DisplayedFinding | undefined {
  const { inspectionFindingId, after } = body as { inspectionFindingId?: number; after?: string }
  if (inspectionFindingId)
    return findings.find((finding) => finding.inspectionFindingId === inspectionFindingId)
  if (!after) return undefined
  return findings.find(
    (finding) => finding.keys.includes(after) || finding.waiting.some((entry) => entry.key === after),
  )
}

function applyFindingEntry(findings: DisplayedFinding[], entry: Entry): DisplayedFinding[] {
  const { sentKey: _, inspectionFindingId: __, version: ___, after: ____, ...fields } = entry.body
  const finding = getFinding(findings, entry)
  if (finding)
    return findings.map((shownFinding) =>
      shownFinding === finding
        ? { ...shownFinding, ...(fields as FindingFields), waiting: [...shownFinding.waiting, entry] }
        : shownFinding,
    )
  // The entry was sent but its answer was lost, so the server's visit already has the finding.
  if (findings.some((shownFinding) => shownFinding.keys.includes(entry.key))) return findings
  const here = { inspectionFindingId: null, number: null, version: null, photos: [], keys: [] }
  const created = {
    ...(fields as FindingFields & { foundOn: string }),
    ...here,
    local: entry.key,
    waiting: [entry],
  }
  return [...findings, created]
}

function applyUnitEntry(visit: DisplayedVisit, entry: Entry): DisplayedVisit {
  const { unit, statusId, note, fileReviewed, substitute } = entry.body as Pick<
    VisitUnit,
    'unit' | 'statusId' | 'note' | 'fileReviewed'
  > & { substitute?: boolean }
  const units = visit.units.map((shownUnit) =>
    shownUnit.unit === unit
      ? { ...shownUnit, statusId, note, fileReviewed, waiting: [...shownUnit.waiting, entry] }
      : shownUnit,
  )
  const substitutePlace =
    substitute && statusId === UnitStatus.NO_ENTRY ? getSubstitute({ ...visit, units }) : null
  return { ...visit, units: substitutePlace === null ? units : [...units, createSubstitute(substitutePlace)] }
}

/**
 * Returns the substitute for a unit where no person was home, as the server will draw it; null if all units
 * are in the sample.
 */
export const getSubstitute = (visit: Pick<DisplayedVisit, 'units' | 'lowIncomeUnits'>) =>
  findSubstitutePosition(
    visit.lowIncomeUnits ?? 0,
    visit.units.map((unit) => unit.place),
  )

const createSubstitute = (place: number): DisplayedUnit => ({
  unit: String(place),
  place,
  bin: null,
  vacant: false,
  statusId: UnitStatus.WAITING,
  note: null,
  fileToReview: true,
  fileReviewed: false,
  substitute: true,
  before: null,
  waiting: [],
})

/** Returns the visit as the server returned it, with the entries waiting on this device applied. */
export function applyEntries(visit: Visit, entries: readonly Entry[]): DisplayedVisit {
  const units = visit.units.map((unit) => ({ ...unit, waiting: [] }))
  let shownVisit: DisplayedVisit = {
    ...visit,
    units,
    findings: visit.findings.map(toShownFinding),
    finishing: null,
  }
  for (const entry of entries) {
    if (entry.group !== getVisitGroup(visit.complianceInspectionId)) continue
    if (entry.kind === 'visit.unit') shownVisit = applyUnitEntry(shownVisit, entry)
    if (entry.kind === 'visit.finding')
      shownVisit = { ...shownVisit, findings: applyFindingEntry(shownVisit.findings, entry) }
    if (entry.kind === 'visit.finish') shownVisit = { ...shownVisit, finishing: entry }
    const finding =
      entry.kind === 'visit.photo' || entry.kind === 'visit.remove'
        ? getFinding(shownVisit.findings, entry)
        : null
    if (!finding) continue
    const waiting = [...finding.waiting, entry]
    const findings = shownVisit.findings.map((shownFinding) =>
      shownFinding === finding ? { ...shownFinding, waiting } : shownFinding,
    )
    shownVisit = {
      ...shownVisit,
      findings:
        entry.kind === 'visit.remove' && !entry.rejection
          ? findings.filter((shownFinding) => shownFinding.local !== finding.local)
          : findings,
    }
  }
  return shownVisit
}

/**
 * Returns how an entry identifies the finding it changes: by the last waiting entry about it, else by its id
 * and version.
 */
export function getFindingKey({ inspectionFindingId, version, waiting }: DisplayedFinding) {
  const edits = waiting.filter((entry) => entry.kind === 'visit.finding')
  const last = edits.at(-1)
  return last ? { after: last.key } : { inspectionFindingId, version }
}

/** Returns how a photo identifies its finding: by id, or by the entry that will create it. */
export function getPhotoFindingKey({ inspectionFindingId, waiting, local }: DisplayedFinding): {
  inspectionFindingId?: number
  after?: string
} {
  return inspectionFindingId === null ? { after: waiting[0]?.key ?? local } : { inspectionFindingId }
}
