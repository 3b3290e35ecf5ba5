import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** Rules of a resyndication (domain 25). */

/** The properties to link: one old to several new ones (a split), several to one (a merge), or one to one. */
export type Asked = {
  oldPropertyIds: readonly number[]
  newPropertyIds: readonly number[]
  resyndicationType: string | null
  resyndicatedDate: string | null
}
export type KnownProperty = {
  propertyId: number
  propertyName: string
  serviceDate: string | null
  lihtcNumbers: readonly string[]
}
export type Link = { oldPropertyId: number; newPropertyId: number; resyndicatedDate: string | null }
export type Known = {
  properties: readonly KnownProperty[]
  /** All links of the properties' chains. */
  links: readonly Link[]
  types: readonly string[]
  today: string
}

/** Everything that keeps a resyndication from being recorded, all at once, each with its field. */
export function linkFaults(query: Asked, known: Known): Fault[] {
  return [
    ...shapeFaults(query),
    ...chainFaults(query, known),
    ...dateFaults(query, known),
    ...numberFaults(query, known),
    ...typeFaults(query, known),
  ]
}

const shown = (value: string): string => formatDate(value, 'MM/DD/YYYY')
const getName = ({ properties }: Known, id: number): string =>
  properties.find((property) => property.propertyId === id)?.propertyName ?? 'This property'

/** RSY-1: both sides are named, each property once, and not several on both sides. */
function shapeFaults({ oldPropertyIds: olds, newPropertyIds: news }: Asked): Fault[] {
  const faults: Fault[] = []
  if (olds.length === 0) faults.push({ field: 'oldPropertyIds', message: REQUIRED })
  if (news.length === 0) faults.push({ field: 'newPropertyIds', message: REQUIRED })
  if (olds.length > 1 && news.length > 1)
    faults.push({
      field: 'newPropertyIds',
      message: 'Several properties become one, or one becomes several.',
    })
  if (new Set([...olds, ...news]).size < olds.length + news.length)
    faults.push({ field: 'newPropertyIds', message: 'A property is named once, as old or as new.' })
  return faults
}

/** The properties a property came from, itself among them, however long the chain. */
export function getAncestors(id: number, links: readonly Link[]): Set<number> {
  const found = new Set([id])
  for (const one of found)
    for (const link of links) if (link.newPropertyId === one) found.add(link.oldPropertyId)
  return found
}

/** RSY-2: a pair is linked once, and no chain leads back to where it began: A to B to A. */
function chainFaults({ oldPropertyIds: olds, newPropertyIds: news }: Asked, known: Known): Fault[] {
  const { links } = known
  return olds.flatMap((old) =>
    news.flatMap((fresh): Fault[] => {
      if (links.some((link) => link.oldPropertyId === old && link.newPropertyId === fresh))
        return [
          {
            field: 'newPropertyIds',
            message: `${getName(known, old)} is linked to ${getName(known, fresh)} already.`,
          },
        ]
      if (old === fresh || !getAncestors(old, links).has(fresh)) return []
      return [
        {
          field: 'newPropertyIds',
          message: `${getName(known, old)} came from ${getName(known, fresh)} itself.`,
        },
      ]
    }),
  )
}

/** RSY-3: the day is past, after the old property was placed in service, and after it came about itself. */
function dateFaults({ oldPropertyIds: olds, resyndicatedDate: day }: Asked, known: Known): Fault[] {
  const at = (message: string): Fault => ({ field: 'resyndicatedDate', message })
  if (!day) return [at(REQUIRED)]
  if (day > known.today) return [at('This day is still to come. It is recorded when it has happened.')]
  return olds.flatMap((old) => {
    const placed = known.properties.find((property) => property.propertyId === old)?.serviceDate
    const since = known.links
      .filter((link) => link.newPropertyId === old)
      .map((link) => link.resyndicatedDate ?? '')
      .toSorted()
      .at(-1)
    return [
      ...(placed && day < placed
        ? [at(`${getName(known, old)} was placed in service on ${shown(placed)}.`)]
        : []),
      ...(since && day < since ? [at(`${getName(known, old)} came about on ${shown(since)} itself.`)] : []),
    ]
  })
}

/** RSY-4: new credits have a number of their own. */
function numberFaults({ oldPropertyIds: olds, newPropertyIds: news }: Asked, known: Known): Fault[] {
  const getNumbers = (ids: readonly number[]) =>
    known.properties
      .filter((property) => ids.includes(property.propertyId))
      .flatMap((property) => property.lihtcNumbers)
  const old = new Set(getNumbers(olds))
  const both = [...new Set(getNumbers(news).filter((number) => old.has(number)))]
  if (both.length === 0) return []
  return [
    {
      field: 'newPropertyIds',
      message: `LIHTC number ${both.join(', ')} is on both the old and the new property. New credits have their own number.`,
    },
  ]
}

/** RSY-5: a type that the agency keeps. */
function typeFaults({ resyndicationType }: Asked, { types }: Known): Fault[] {
  if (!resyndicationType) return [{ field: 'resyndicationType', message: REQUIRED }]
  return types.includes(resyndicationType)
    ? []
    : [{ field: 'resyndicationType', message: 'Choose one from the list.' }]
}
