import { draftStorage } from '#kernel/web/draftStorage.ts'
import { type Entry, outbox } from '#offline/web/index.ts'
import { LONGEST_SIDE, smallerPicture } from '#ui/form/smallerPicture.ts'
import type { FindingFields, VisitUnit } from '../../model/visitCalls.ts'
import { type DisplayedFinding, getFindingKey, getPhotoFindingKey, getVisitGroup } from './overlay.ts'
import { isPhotoUnsharp } from './sharpness.ts'

type EntryParts = Pick<Entry, 'kind' | 'subject' | 'label' | 'body'>

function getEntry(
  id: number,
  { body, subject, ...made }: EntryParts,
  key: string = crypto.randomUUID(),
): Entry {
  const group = getVisitGroup(id)
  return {
    ...made,
    key,
    group,
    subject: `${group} ${subject}`,
    at: new Date().toISOString(),
    params: { id },
    files: [],
    body: { ...body, sentKey: key },
  }
}

const getSubject = (local: string) => `finding ${local}`
const getLabel = ({ area, unit }: Pick<FindingFields, 'area' | 'unit'>) =>
  [area, unit].filter(Boolean).join(' ')

/**
 * Returns the name that all entries about a finding share in their subject: the name that its first entry
 * here gave it.
 */
const getSubjectName = ({ local, waiting }: DisplayedFinding): string =>
  waiting[0]?.subject.split(' finding ')[1] ?? local

/**
 * Adds an entry for a new or changed finding to the outbox; returns the name of the finding on this device.
 */
export async function writeFinding(
  id: number,
  fields: FindingFields,
  shownFinding: DisplayedFinding | null,
  foundOn: string,
): Promise<string> {
  const key = crypto.randomUUID()
  const local = shownFinding ? getSubjectName(shownFinding) : key
  const body = { ...fields, ...(shownFinding ? getFindingKey(shownFinding) : { foundOn }) }
  await outbox.add(
    getEntry(
      id,
      { kind: 'visit.finding', subject: getSubject(local), label: `Finding, ${getLabel(fields)}`, body },
      key,
    ),
  )
  return shownFinding?.local ?? key
}

/**
 * Removes a finding: discards its entries if it is only on this device, or else adds an entry that removes
 * it.
 */
export async function removeFinding(id: number, finding: DisplayedFinding): Promise<void> {
  const label = `Finding removed, ${getLabel(finding)}`
  if (finding.inspectionFindingId === null) return outbox.drop(finding.waiting)
  const created = {
    kind: 'visit.remove',
    subject: getSubject(getSubjectName(finding)),
    label,
    body: getFindingKey(finding),
  }
  await outbox.add(getEntry(id, created))
}

/** Returns how a photo refers to its finding on the device and in its call. */
export const getPhotoSubject = (finding: DisplayedFinding) => ({
  local: getSubjectName(finding),
  body: getPhotoFindingKey(finding),
})
/** Returns how a photo refers to a finding that an entry with this key will create. */
export const getNewFindingPhotoSubject = (key: string) => ({ local: key, body: { after: key } })

/** The word that screens show for a photo that is probably blurred. */
const BLURRED = 'blurred'

/**
 * Adds a photo to the outbox, made smaller and without the camera's metadata; returns whether it is probably
 * blurred.
 */
export async function writePhoto(
  id: number,
  { local, body }: ReturnType<typeof getPhotoSubject>,
  place: Pick<FindingFields, 'area' | 'unit'>,
  photo: File,
): Promise<boolean> {
  const content = await smallerPicture(photo, LONGEST_SIDE)
  const unsharp = await isPhotoUnsharp(content)
  const file = { id: crypto.randomUUID(), name: content.name, type: content.type }
  const created = {
    kind: 'visit.photo',
    subject: getSubject(local),
    label: `Photo, ${getLabel(place)}`,
    body,
  }
  const entry = { ...getEntry(id, created), files: [file], ...(unsharp ? { doubt: BLURRED } : {}) }
  await outbox.add(entry, [{ id: file.id, content }])
  return unsharp
}

/** The outcome for a unit that the inspector records. */
export type UnitOutcome = Pick<VisitUnit, 'statusId' | 'note' | 'fileReviewed'> & { substitute?: boolean }

/**
 * Adds the outcome for a unit to the outbox, with the state that the device displayed before, so that the
 * server can detect conflicts.
 */
export function writeUnitOutcome(
  id: number,
  { unit, statusId, note, fileReviewed, waiting }: VisitUnit & { waiting: Entry[] },
  look: UnitOutcome,
) {
  const first = waiting[0]
  const previousLook = first ? {} : { seen: { statusId, note, fileReviewed } }
  const created = {
    kind: 'visit.unit',
    subject: `unit ${unit}`,
    label: `Unit ${unit}`,
    body: { unit, ...look, ...previousLook },
  }
  return outbox.add(getEntry(id, created))
}

/** The values with which the inspector finishes a visit. */
export type VisitFinish = {
  visitedOn: string
  score: number | null
  buildingsLookedAt: number | null
  comments: string | null
}

/** Adds the entry that finishes a visit to the outbox. */
export const writeFinish = (id: number, body: VisitFinish) =>
  outbox.add(getEntry(id, { kind: 'visit.finish', subject: 'finish', label: 'Visit finished', body }))

/** Returns functions that read, write and delete the draft of a finding, which survives closing the page. */
export const getFindingDraft = (id: number, name: string) => {
  const key = `visit ${id} ${name}`
  return {
    read: (): Partial<FindingFields> =>
      JSON.parse(draftStorage.getItem(key) ?? '{}') as Partial<FindingFields>,
    write: (fields: FindingFields) => draftStorage.setItem(key, JSON.stringify(fields)),
    drop: () => draftStorage.removeItem(key),
  }
}
