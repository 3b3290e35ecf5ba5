import { z } from 'zod'
import { MARKED_BY_HAND, type NonComplianceState } from '#core/portfolio/properties/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'

const zodString = z.string().max(4000)

/** A condition of assistance, whether the property meets it, and the screen where it can be resolved. */
export const condition = z.object({ words: zodString, met: z.boolean(), path: zodString, place: zodString })
export type Condition = z.infer<typeof condition>
/** A point of non-compliance of the property. */
export const nonCompliance = z.object({ words: zodString, path: zodString })
export const qualification = z.object({
  conditions: z.array(condition),
  nonCompliance: z.array(nonCompliance),
})
export type Qualification = z.infer<typeof qualification>

/** The facts that decide whether a property qualifies. */
export type QualificationFacts = {
  propertyId: number
  active: boolean
  nonComplianceState: NonComplianceState
  /** Findings that block requests. */
  findings: readonly { title: string; path: string }[]
  /** Whether a rent increase of the property is approved. */
  increaseApproved: boolean
  /** Reports that are overdue. */
  overdue: readonly { label: string; dueDate: string }[]
  /** Rent increases whose Schedule II is on hold, with the reason. */
  onHold: readonly { id: number; reason: string }[]
}

const day = (date: string): string => formatDate(date, 'MM/DD/YYYY')

/**
 * Checks whether a property may apply, condition by condition, with the unmet parts of each (domain 15.3).
 */
export function getQualification(facts: QualificationFacts): Qualification {
  const { propertyId, active, nonComplianceState, findings, increaseApproved, overdue, onHold } = facts
  const property = { path: `/EditProject/${propertyId}`, place: 'Property' }
  const increases = { path: `/rentIncrease/RentIncreaseList/${propertyId}`, place: 'Rent increases' }
  const toDo = { path: `/todolist/property/${propertyId}`, place: 'To do of the property' }
  const makeCondition = (
    isMet: boolean,
    yes: string,
    no: string,
    destination: typeof property,
  ): Condition => ({
    words: isMet ? yes : no,
    met: isMet,
    ...destination,
  })
  const late = overdue.map(({ label, dueDate }) => `${label} was due on ${day(dueDate)}.`)
  return {
    conditions: [
      makeCondition(active, 'The property is active.', 'The property is not active.', property),
      makeCondition(
        increaseApproved,
        'A rent increase of the property is approved.',
        'No rent increase of the property is approved.',
        increases,
      ),
      makeCondition(
        nonComplianceState === null,
        'No non-compliance that blocks requests is open.',
        findings.length > 0
          ? `Open findings block requests: ${findings.map(({ title }) => title).join('; ')}.`
          : MARKED_BY_HAND,
        findings.length > 0
          ? { path: `/NonComplianceList/${propertyId}`, place: 'Non-compliance' }
          : property,
      ),
      ...(late.length === 0
        ? [makeCondition(true, 'Nothing is overdue.', '', toDo)]
        : late.map((text) => makeCondition(false, '', text, toDo))),
    ],
    nonCompliance: [
      ...findings.map(({ title, path }) => ({ words: title, path })),
      ...(nonComplianceState === 'mark' ? [{ words: MARKED_BY_HAND, path: property.path }] : []),
      ...late.map((text) => ({ words: text, path: toDo.path })),
      ...onHold.map(({ id, reason }) => ({
        words: `Rent increase RI-${id} is on hold: ${reason}`,
        path: `/rentIncrease/RentIncrease/${propertyId}/${id}`,
      })),
    ],
  }
}

/** Returns all reasons why a property may not apply. */
export const getReasons = ({ conditions }: Pick<Qualification, 'conditions'>): string[] =>
  conditions.filter(({ met }) => !met).map(({ words }) => words)
