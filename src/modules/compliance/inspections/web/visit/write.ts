import { draftStorage } from '#kernel/web/draftStorage.ts'
import { type Entry, outbox } from '#offline/web/index.ts'
import { LONGEST_SIDE, smallerPicture } from '#ui/form/smallerPicture.ts'
import type { FindingFields, VisitUnit } from '../../model/visitCalls.ts'
import { getInspectionGroup, naming, photoNaming, type ShownFinding } from './overlay.ts'
import { looksUnsharp } from './sharpness.ts'

type Made = Pick<Entry, 'kind' | 'subject' | 'label' | 'body'>

function getEntry(id: number, { body, subject, ...made }: Made, key: string = crypto.randomUUID()): Entry {
  const group = getInspectionGroup(id)
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

/** The subject that all entries about a finding share: the name that its first entry here gave it. */
const thing = ({ local, waiting }: ShownFinding): string => waiting[0]?.subject.split(' finding ')[1] ?? local

/** Stores a new or changed finding; returns its name on this device. */
export async function writeFinding(
  id: number,
  fields: FindingFields,
  shownFinding: ShownFinding | null,
  foundOn: string,
): Promise<string> {
  const key = crypto.randomUUID()
  const local = shownFinding ? thing(shownFinding) : key
  const body = { ...fields, ...(shownFinding ? naming(shownFinding) : { foundOn }) }
  await outbox.add(
    getEntry(
      id,
      { kind: 'visit.finding', subject: getSubject(local), label: `Finding, ${getLabel(fields)}`, body },
      key,
    ),
  )
  return shownFinding?.local ?? key
}

/** Removes a finding: if it is only on this device, by discarding its entries; else by an entry. */
export async function removeFinding(id: number, finding: ShownFinding): Promise<void> {
  const label = `Finding removed, ${getLabel(finding)}`
  if (finding.inspectionFindingId === null) return outbox.drop(finding.waiting)
  const created = { kind: 'visit.remove', subject: getSubject(thing(finding)), label, body: naming(finding) }
  await outbox.add(getEntry(id, created))
}

/** The subject of a photo: a shown finding, or one that a new entry will create. */
export const getInspectionPhoto = (finding: ShownFinding) => ({
  local: thing(finding),
  body: photoNaming(finding),
})
export const photoOfNew = (key: string) => ({ local: key, body: { after: key } })

/** The screens' text about a photo that is probably blurred. */
const BLURRED = 'blurred'

/**
 * Stores a photo, made smaller and without the data of the camera; returns whether it is probably blurred.
 */
export async function writePhoto(
  id: number,
  { local, body }: ReturnType<typeof getInspectionPhoto>,
  place: Pick<FindingFields, 'area' | 'unit'>,
  photo: File,
): Promise<boolean> {
  const content = await smallerPicture(photo, LONGEST_SIDE)
  const unsharp = await looksUnsharp(content)
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

export type Look = Pick<VisitUnit, 'statusId' | 'note' | 'fileReviewed'> & { substitute?: boolean }

/** Stores the outcome for a unit, with the state that the device showed before. */
export function writeLook(
  id: number,
  { unit, statusId, note, fileReviewed, waiting }: VisitUnit & { waiting: Entry[] },
  look: Look,
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

export type Finish = {
  visitedOn: string
  score: number | null
  buildingsLookedAt: number | null
  comments: string | null
}

export const writeFinish = (id: number, body: Finish) =>
  outbox.add(getEntry(id, { kind: 'visit.finish', subject: 'finish', label: 'Visit finished', body }))

/** The unsaved text of a finding, which survives closing the page. */
export const getInspectionDraft = (id: number, name: string) => {
  const key = `visit ${id} ${name}`
  return {
    read: (): Partial<FindingFields> =>
      JSON.parse(draftStorage.getItem(key) ?? '{}') as Partial<FindingFields>,
    write: (fields: FindingFields) => draftStorage.setItem(key, JSON.stringify(fields)),
    drop: () => draftStorage.removeItem(key),
  }
}
