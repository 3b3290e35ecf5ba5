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
export function linkFaults(query: Asked, planContext: Known): Fault[] {
  return [
    ...shapeFaults(query),
    ...chainFaults(query, planContext),
    ...dateFaults(query, planContext),
    ...numberFaults(query, planContext),
    ...typeFaults(query, planContext),
  ]
}

const formatDay = (value: string): string => formatDate(value, 'MM/DD/YYYY')
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
  const ancestors = new Set([id])
  for (const ancestorId of ancestors)
    for (const link of links) if (link.newPropertyId === ancestorId) ancestors.add(link.oldPropertyId)
  return ancestors
}

/** RSY-2: a pair is linked once, and no chain leads back to where it began: A to B to A. */
function chainFaults({ oldPropertyIds: olds, newPropertyIds: news }: Asked, planContext: Known): Fault[] {
  const { links } = planContext
  return olds.flatMap((old) =>
    news.flatMap((fresh): Fault[] => {
      if (links.some((link) => link.oldPropertyId === old && link.newPropertyId === fresh))
        return [
          {
            field: 'newPropertyIds',
            message: `${getName(planContext, old)} is linked to ${getName(planContext, fresh)} already.`,
          },
        ]
      if (old === fresh || !getAncestors(old, links).has(fresh)) return []
      return [
        {
          field: 'newPropertyIds',
          message: `${getName(planContext, old)} came from ${getName(planContext, fresh)} itself.`,
        },
      ]
    }),
  )
}

/** RSY-3: the day is past, after the old property was placed in service, and after it came about itself. */
function dateFaults({ oldPropertyIds: olds, resyndicatedDate: day }: Asked, planContext: Known): Fault[] {
  const dateFault = (message: string): Fault => ({ field: 'resyndicatedDate', message })
  if (!day) return [dateFault(REQUIRED)]
  if (day > planContext.today)
    return [dateFault('This day is still to come. It is recorded when it has happened.')]
  return olds.flatMap((old) => {
    const placed = planContext.properties.find((property) => property.propertyId === old)?.serviceDate
    const since = planContext.links
      .filter((link) => link.newPropertyId === old)
      .map((link) => link.resyndicatedDate ?? '')
      .toSorted()
      .at(-1)
    return [
      ...(placed && day < placed
        ? [dateFault(`${getName(planContext, old)} was placed in service on ${formatDay(placed)}.`)]
        : []),
      ...(since && day < since
        ? [dateFault(`${getName(planContext, old)} came about on ${formatDay(since)} itself.`)]
        : []),
    ]
  })
}

/** RSY-4: new credits have a number of their own. */
function numberFaults({ oldPropertyIds: olds, newPropertyIds: news }: Asked, planContext: Known): Fault[] {
  const getNumbers = (ids: readonly number[]) =>
    planContext.properties
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
