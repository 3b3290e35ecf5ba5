import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** Rules of a resyndication as plain functions (domain 25). */

/** The properties to link: one old to several new ones (a split), several to one (a merge), or one to one. */
export type ResyndicationInput = {
  oldPropertyIds: readonly number[]
  newPropertyIds: readonly number[]
  resyndicationType: string | null
  resyndicatedDate: string | null
}
/** A property with the facts that the rules need. */
export type PropertyFacts = {
  propertyId: number
  propertyName: string
  serviceDate: string | null
  lihtcNumbers: readonly string[]
}
/** A recorded resyndication from an old to a new property. */
export type Link = { oldPropertyId: number; newPropertyId: number; resyndicatedDate: string | null }
/** The facts that the rules of a resyndication need. */
export type ResyndicationFacts = {
  properties: readonly PropertyFacts[]
  /** All links of the chains that these properties are in. */
  links: readonly Link[]
  types: readonly string[]
  today: string
}

/** Returns every fault that keeps a resyndication from being recorded, each with its field. */
export function getResyndicationFaults(input: ResyndicationInput, facts: ResyndicationFacts): Fault[] {
  return [
    ...getShapeFaults(input),
    ...getChainFaults(input, facts),
    ...getDateFaults(input, facts),
    ...getNumberFaults(input, facts),
    ...getTypeFaults(input, facts),
  ]
}

const formatDay = (value: string): string => formatDate(value, 'MM/DD/YYYY')
const getName = ({ properties }: ResyndicationFacts, id: number): string =>
  properties.find((property) => property.propertyId === id)?.propertyName ?? 'This property'

/** RSY-1: both sides must name properties, each only once, and not several on both sides. */
function getShapeFaults({ oldPropertyIds: olds, newPropertyIds: news }: ResyndicationInput): Fault[] {
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

/** Returns the ids of a property and of all properties it came from, through any number of links. */
export function getAncestors(id: number, links: readonly Link[]): Set<number> {
  const ancestors = new Set([id])
  for (const ancestorId of ancestors)
    for (const link of links) if (link.newPropertyId === ancestorId) ancestors.add(link.oldPropertyId)
  return ancestors
}

/** RSY-2: a pair may be linked only once, and no chain may lead back to its start (A to B to A). */
function getChainFaults(
  { oldPropertyIds: olds, newPropertyIds: news }: ResyndicationInput,
  facts: ResyndicationFacts,
): Fault[] {
  const { links } = facts
  return olds.flatMap((old) =>
    news.flatMap((fresh): Fault[] => {
      if (links.some((link) => link.oldPropertyId === old && link.newPropertyId === fresh))
        return [
          {
            field: 'newPropertyIds',
            message: `${getName(facts, old)} is linked to ${getName(facts, fresh)} already.`,
          },
        ]
      if (old === fresh || !getAncestors(old, links).has(fresh)) return []
      return [
        {
          field: 'newPropertyIds',
          message: `${getName(facts, old)} came from ${getName(facts, fresh)} itself.`,
        },
      ]
    }),
  )
}

/**
 * RSY-3: the day must be past, after the old property was placed in service, and after its own resyndication.
 */
function getDateFaults(
  { oldPropertyIds: olds, resyndicatedDate: day }: ResyndicationInput,
  facts: ResyndicationFacts,
): Fault[] {
  const dateFault = (message: string): Fault => ({ field: 'resyndicatedDate', message })
  if (!day) return [dateFault(REQUIRED)]
  if (day > facts.today) return [dateFault('This day is still to come. It is recorded when it has happened.')]
  return olds.flatMap((old) => {
    const placed = facts.properties.find((property) => property.propertyId === old)?.serviceDate
    const since = facts.links
      .filter((link) => link.newPropertyId === old)
      .map((link) => link.resyndicatedDate ?? '')
      .toSorted()
      .at(-1)
    return [
      ...(placed && day < placed
        ? [dateFault(`${getName(facts, old)} was placed in service on ${formatDay(placed)}.`)]
        : []),
      ...(since && day < since
        ? [dateFault(`${getName(facts, old)} came about on ${formatDay(since)} itself.`)]
        : []),
    ]
  })
}

/** RSY-4: new credits need a separate LIHTC number. */
function getNumberFaults(
  { oldPropertyIds: olds, newPropertyIds: news }: ResyndicationInput,
  facts: ResyndicationFacts,
): Fault[] {
  const getNumbers = (ids: readonly number[]) =>
    facts.properties
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

/** RSY-5: the type must be on the agency’s list. */
function getTypeFaults({ resyndicationType }: ResyndicationInput, { types }: ResyndicationFacts): Fault[] {
  if (!resyndicationType) return [{ field: 'resyndicationType', message: REQUIRED }]
  return types.includes(resyndicationType)
    ? []
    : [{ field: 'resyndicationType', message: 'Choose one from the list.' }]
}
