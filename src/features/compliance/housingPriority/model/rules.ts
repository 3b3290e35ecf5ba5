import { addDays, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { PopulationInput } from './entities.ts'

/**
 * Rules and arithmetic of the housing priority certification; browser and server run the same ones (domain
 * 23).
 */

/** The entered values of a certification that the rules check. */
export type CertificationContent = {
  committedUnits: number | null
  vacantUnits: number | null
  heldUnits: number | null
  lraName: string | null
  lraAgreementEnds: string | null
  lraClosedOn: string | null
  services: string | null
  outreach: string | null
  explanation: string | null
  certified: boolean
  ownerSignedBy: string | null
  ownerSignedOn: string | null
  lraSignedBy: string | null
  lraSignedOn: string | null
  specialNeeds: readonly PopulationInput[]
}
/** The facts that the rules need besides the entered values. */
export type CertificationFacts = {
  year: number
  today: string
  /** The number of units of the property. */
  units: number
  /** The number of days within which a closed agency must be replaced. */
  replaceDays: number
}

/**
 * Computes how far a commitment is fulfilled, in percent with one decimal, and the unmet units: 4 of 5 units
 * are 80 percent with one unmet. Without committed units it is 100 percent.
 */
export function getFulfillment(committed: number, filled: number) {
  const percent = committed === 0 ? 100 : Math.round((1000 * Math.min(filled, committed)) / committed) / 10
  return { percent, unmet: Math.max(0, committed - filled) }
}

/** Sums the committed units, households and referrals of all populations. */
export const computePopulationTotals = (
  specialNeeds: readonly Pick<PopulationInput, 'committed' | 'filled' | 'byReferral'>[],
) => ({
  committed: specialNeeds.reduce((sum, item) => sum + (item.committed ?? 0), 0),
  filled: specialNeeds.reduce((sum, item) => sum + (item.filled ?? 0), 0),
  byReferral: specialNeeds.reduce((sum, item) => sum + (item.byReferral ?? 0), 0),
})

const requiredFields = [
  'committedUnits',
  'vacantUnits',
  'heldUnits',
  'lraName',
  'services',
  'outreach',
  'ownerSignedBy',
  'ownerSignedOn',
  'lraSignedBy',
  'lraSignedOn',
] as const

/** Returns all faults that prevent a certification from being submitted, each with its field. */
export function getCertificationFaults(content: CertificationContent, filing: CertificationFacts): Fault[] {
  const blank = requiredFields.flatMap((field): Fault[] => {
    const value = content[field]
    return value === null || (typeof value === 'string' && value.trim() === '')
      ? [{ field, message: REQUIRED }]
      : []
  })
  return [
    ...blank,
    ...getUnitFaults(content, filing),
    ...getPopulationFaults(content),
    ...getAgencyFaults(content, filing),
    ...(content.certified ? [] : [{ field: 'certified', message: 'Please certify it.' }]),
  ]
}

/**
 * HPC-1, HPC-2: no more units are committed than exist, no more are vacant or reserved than committed, and
 * there is an explanation if fewer are filled.
 */
function getUnitFaults(content: CertificationContent, { units }: CertificationFacts): Fault[] {
  const { committedUnits: committed, vacantUnits: vacant, heldUnits } = content
  const { filled } = computePopulationTotals(content.specialNeeds)
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (committed !== null && committed > units)
    say('committedUnits', `The property has ${plural(units, 'unit', 'units')}.`)
  if (committed !== null && vacant !== null && vacant + filled > committed)
    say('vacantUnits', `${filled} filled and ${vacant} vacant are more than the ${committed} committed.`)
  if (vacant !== null && heldUnits !== null && heldUnits > vacant)
    say('heldUnits', `Only ${vacant} of them are vacant.`)
  if (committed !== null && filled < committed && !content.explanation?.trim())
    say(
      'explanation',
      `${getFulfillment(committed, filled).unmet} of ${committed} committed units are not filled. Say why.`,
    )
  return faults
}

/**
 * HPC-3: the populations add up to the committed units, with no more households than units and no more
 * referrals than households.
 */
function getPopulationFaults({ committedUnits, specialNeeds }: CertificationContent): Fault[] {
  const faults: Fault[] = specialNeeds.flatMap((line, index) => {
    const lineFault = (field: string, message: string): Fault => ({
      field: `specialNeeds.${index}.${field}`,
      message,
    })
    const first = specialNeeds.findIndex((specialNeed) => specialNeed.population === line.population)
    return [
      ...(line.population ? [] : [lineFault('population', REQUIRED)]),
      ...(['committed', 'filled', 'byReferral'] as const).flatMap((name) =>
        line[name] === null || line[name] === undefined ? [lineFault(name, REQUIRED)] : [],
      ),
      ...(line.population && first < index
        ? [lineFault('population', 'This population is in the list already.')]
        : []),
      ...((line.filled ?? 0) > (line.committed ?? 0)
        ? [lineFault('filled', 'More households than units are committed.')]
        : []),
      ...((line.byReferral ?? 0) > (line.filled ?? 0)
        ? [lineFault('byReferral', 'More were referred than live there.')]
        : []),
    ]
  })
  const { committed } = computePopulationTotals(specialNeeds)
  if (committedUnits !== null && committed !== committedUnits)
    faults.push({
      field: 'specialNeeds',
      message: `The populations add up to ${plural(committed, 'unit', 'units')}; ${committedUnits} are committed.`,
    })
  return faults
}

/** HPC-4: the agreement with the lead referral agency is current, or a closed agency is replaced in time. */
function getAgencyFaults(content: CertificationContent, { today, replaceDays }: CertificationFacts): Fault[] {
  const { lraAgreementEnds: ends, lraClosedOn: agencyClosedOn } = content
  const formatDay = (value: string) => formatDate(value, 'MM/DD/YYYY')
  if (agencyClosedOn) {
    const replaceBy = addDays(agencyClosedOn, replaceDays)
    return today > replaceBy
      ? [
          {
            field: 'lraClosedOn',
            message: `It was to be replaced by ${formatDay(replaceBy)}. Name the new agency.`,
          },
        ]
      : []
  }
  if (!ends) return [{ field: 'lraAgreementEnds', message: REQUIRED }]
  return ends < today
    ? [
        {
          field: 'lraAgreementEnds',
          message: `The agreement ended on ${formatDay(ends)}. Enter the current agreement.`,
        },
      ]
    : []
}
